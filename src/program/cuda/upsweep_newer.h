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

/* Ends the program if CONFIG asks for what the machine has not. */
inline void upsweep_check_attributes(const cudaLaunchConfig_t &config)
{
    for (unsigned i = 0; i < config.numAttrs; ++i) {
        const cudaLaunchAttribute &it = config.attrs[i];
        if (it.id == cudaLaunchAttributeCooperative && it.val.cooperative)
            upsweep_missing("a cooperative launch is not supported (barriers "
                            "of a whole grid)");
        if (it.id == cudaLaunchAttributeClusterDimension &&
            it.val.clusterDim.x * it.val.clusterDim.y * it.val.clusterDim.z > 1)
            upsweep_missing("a launch with clusters of blocks is not "
                            "supported");
    }
}

template <class... P, class... A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config,
                                      void (*f)(P...), A &&...a)
{
    upsweep_check_attributes(*config);
    f<<<config->gridDim, config->blockDim, config->dynamicSmemBytes,
        config->stream>>>(static_cast<P>(std::forward<A>(a))...);
    return cudaPeekAtLastError();
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

inline cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes,
                                        cudaMemLocation place, unsigned,
                                        cudaStream_t stream = 0)
{
    return cudaMemPrefetchAsync(pointer, bytes,
                                place.type == cudaMemLocationTypeDevice
                                    ? place.id
                                    : cudaCpuDeviceId,
                                stream);
}
inline cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                                 cudaMemoryAdvise advice, cudaMemLocation place)
{
    return cudaMemAdvise(pointer, bytes, advice,
                         place.type == cudaMemLocationTypeDevice
                             ? place.id
                             : cudaCpuDeviceId);
}
inline cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value,
                                     size_t width, size_t height,
                                     cudaStream_t = 0)
{
    return cudaMemset2D(to, pitch, value, width, height);
}

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

inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int)
{
    *pool = (cudaMemPool_t)1;
    return cudaSuccess;
}
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    return cudaDeviceGetDefaultMemPool(pool, device);
}
inline cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t)
{
    return cudaSuccess;
}
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr,
                                           void *)
{
    return cudaSuccess;
}
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t)
{
    return cudaSuccess;
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T **to, size_t bytes, cudaMemPool_t,
                                           cudaStream_t)
{
    return cudaMalloc(to, bytes);
}
template <class T>
inline cudaError_t cudaMallocAsync(T **to, size_t bytes, cudaMemPool_t,
                                   cudaStream_t)
{
    return cudaMalloc(to, bytes);
}

/* ---- Streams, events, kernels ---------------------------------------------*/

inline cudaError_t cudaEventRecordWithFlags(cudaEvent_t event,
                                            cudaStream_t stream = 0,
                                            unsigned = 0)
{
    return cudaEventRecord(event, stream);
}
inline cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority)
{
    *priority = 0;
    return cudaSuccess;
}
inline cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned *flags)
{
    *flags = cudaStreamDefault;
    return cudaSuccess;
}
inline cudaError_t cudaInitDevice(int device, unsigned, unsigned)
{
    return cudaSetDevice(device);
}
template <class F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, F kernel, int threads, size_t shared, unsigned)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel,
                                                         threads, shared);
}

#endif
