/* SPDX-License-Identifier: MIT
 *
 * upsweep_newer - host functions of newer versions of CUDA: launches with a
 * configuration, pools of memory, places of memory (C++).
 */
#ifndef UPSWEEP_NEWER_H
#define UPSWEEP_NEWER_H

#include "upsweep_host.h"

/* ---- Launches with a configuration ----------------------------------------*/

#ifdef __CUDACC__
#include "upsweep_launch.h"

typedef enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore,
    cudaLaunchAttributeAccessPolicyWindow,
    cudaLaunchAttributeCooperative,
    cudaLaunchAttributeSynchronizationPolicy,
    cudaLaunchAttributeClusterDimension,
    cudaLaunchAttributeClusterSchedulingPolicyPreference,
    cudaLaunchAttributeProgrammaticStreamSerialization,
    cudaLaunchAttributeProgrammaticEvent,
    cudaLaunchAttributePriority
} cudaLaunchAttributeID;

typedef union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative, priority, programmaticStreamSerializationAllowed;
    struct {
        unsigned x, y, z;
    } clusterDim;
} cudaLaunchAttributeValue;

typedef struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
} cudaLaunchAttribute;

typedef struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
} cudaLaunchConfig_t;

/* Notes what CONFIG asks for; ends the program if the machine has it not. */
inline void upsweep_check_attributes(const cudaLaunchConfig_t &config)
{
    for (unsigned i = 0; i < config.numAttrs; ++i) {
        const cudaLaunchAttribute &it = config.attrs[i];
        if (it.id == cudaLaunchAttributeCooperative)
            upsweep_cooperate(it.val.cooperative);
        if (it.id == cudaLaunchAttributeClusterDimension &&
            it.val.clusterDim.x * it.val.clusterDim.y * it.val.clusterDim.z > 1)
            upsweep_missing("a launch with clusters of blocks is not "
                            "supported");
    }
}

template <class... P>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                      void (*f)(P...),
                                      typename std::enable_if<true, P>::type... a)
{
    void *all[] = {(void *)&a..., NULL};

    upsweep_check_attributes(*config);
    return upsweep_launch_stub((const void *)f, config->gridDim,
                               config->blockDim, all, config->dynamicSmemBytes,
                               config->stream);
}

#endif

/* ---- Memory ---------------------------------------------------------------*/

typedef enum cudaMemLocationType {
    cudaMemLocationTypeInvalid,
    cudaMemLocationTypeDevice,
    cudaMemLocationTypeHost,
    cudaMemLocationTypeHostNuma,
    cudaMemLocationTypeHostNumaCurrent
} cudaMemLocationType;

typedef struct cudaMemLocation {
    cudaMemLocationType type;
    int id;
} cudaMemLocation;

/* The device that PLACE is, or the host. */
UPSWEEP_RETURNS(inline int upsweep_device_of(cudaMemLocation place),
                place.type == cudaMemLocationTypeDevice ? place.id
                                                        : cudaCpuDeviceId)
UPSWEEP_HOST(cudaMemPrefetchAsync(const void *pointer, size_t bytes,
                                  cudaMemLocation place, unsigned,
                                  cudaStream_t stream = 0),
             cudaMemPrefetchAsync(pointer, bytes, upsweep_device_of(place),
                                  stream))
UPSWEEP_HOST(cudaMemAdvise(const void *pointer, size_t bytes,
                           cudaMemoryAdvise advice, cudaMemLocation place),
             cudaMemAdvise(pointer, bytes, advice, upsweep_device_of(place)))

/* All pools are one: the memory of the device. */
typedef struct CUmemPoolHandle_st *cudaMemPool_t;

typedef enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic,
    cudaMemPoolReuseAllowInternalDependencies,
    cudaMemPoolAttrReleaseThreshold,
    cudaMemPoolAttrReservedMemCurrent,
    cudaMemPoolAttrReservedMemHigh,
    cudaMemPoolAttrUsedMemCurrent,
    cudaMemPoolAttrUsedMemHigh
} cudaMemPoolAttr;

UPSWEEP_ANSWERS(cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int),
                *pool = (cudaMemPool_t)1)
UPSWEEP_ANSWERS(cudaDeviceGetMemPool(cudaMemPool_t *pool, int),
                *pool = (cudaMemPool_t)1)
UPSWEEP_ANSWERS(cudaDeviceSetMemPool(int, cudaMemPool_t), 0)
UPSWEEP_ANSWERS(cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *),
                0)
UPSWEEP_ANSWERS(cudaMemPoolTrimTo(cudaMemPool_t, size_t), 0)
template <class T>
UPSWEEP_HOST(cudaMallocFromPoolAsync(T **to, size_t bytes, cudaMemPool_t,
                                     cudaStream_t),
             cudaMalloc(to, bytes))
template <class T>
UPSWEEP_HOST(cudaMallocAsync(T **to, size_t bytes, cudaMemPool_t, cudaStream_t),
             cudaMalloc(to, bytes))

/* ---- Streams, events, kernels ---------------------------------------------*/

UPSWEEP_HOST(cudaEventRecordWithFlags(cudaEvent_t event,
                                      cudaStream_t stream = 0, unsigned = 0),
             cudaEventRecord(event, stream))
UPSWEEP_ANSWERS(cudaStreamGetPriority(cudaStream_t, int *priority),
                *priority = 0)
UPSWEEP_ANSWERS(cudaStreamGetFlags(cudaStream_t, unsigned *flags),
                *flags = cudaStreamDefault)
UPSWEEP_HOST(cudaInitDevice(int device, unsigned, unsigned),
             cudaSetDevice(device))
template <class F>
UPSWEEP_HOST(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                 int *blocks, F kernel, int threads, size_t shared, unsigned),
             cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel,
                                                           threads, shared))

#endif
