/* SPDX-License-Identifier: MIT
 *
 * upsweep_host - the forms of CUDA's host functions that are templates,
 * launches, and functions of newer versions of CUDA (C++).
 */
#ifndef UPSWEEP_HOST_H
#define UPSWEEP_HOST_H

#include "cuda_runtime_api.h"
#include "upsweep_element.h"

#include <utility>

/* Memory for elements of type T; LINE is the line of the call. */
template <class T>
UPSWEEP_HOST(upsweep_malloc_of(T **to, size_t bytes, int managed, int line),
             upsweep_malloc_at((void **)to, bytes, upsweep::element_of<T>(),
                               managed, line))
template <class T>
UPSWEEP_HOST(cudaMalloc(T **to, size_t bytes, int line = __builtin_LINE()),
             upsweep_malloc_of(to, bytes, 0, line))
template <class T>
UPSWEEP_HOST(cudaMallocAsync(T **to, size_t bytes, cudaStream_t,
                             int line = __builtin_LINE()),
             upsweep_malloc_of(to, bytes, 0, line))
template <class T>
UPSWEEP_HOST(cudaMallocManaged(T **to, size_t bytes, unsigned = 1,
                               int line = __builtin_LINE()),
             upsweep_malloc_of(to, bytes, 1, line))
template <class T>
UPSWEEP_HOST(cudaMallocHost(T **to, size_t bytes, unsigned = 0,
                            int line = __builtin_LINE()),
             upsweep_malloc_of(to, bytes, 2, line))
template <class T>
UPSWEEP_HOST(cudaHostAlloc(T **to, size_t bytes, unsigned,
                           int line = __builtin_LINE()),
             upsweep_malloc_of(to, bytes, 2, line))
template <class T>
UPSWEEP_HOST(cudaMallocPitch(T **to, size_t *pitch, size_t width, size_t height,
                             int line = __builtin_LINE()),
             *pitch = (width + 511) / 512 * 512,
             upsweep_malloc_of(to, *pitch *height, 0, line))
template <class T>
UPSWEEP_HOST(cudaHostGetDevicePointer(T **to, void *host, unsigned flags),
             cudaHostGetDevicePointer((void **)to, host, flags))

/* Variables by their name. */
template <class T>
UPSWEEP_HOST(cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                size_t offset = 0,
                                cudaMemcpyKind kind = cudaMemcpyHostToDevice),
             cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset,
                                kind))
template <class T>
UPSWEEP_HOST(cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                  size_t offset = 0,
                                  cudaMemcpyKind kind = cudaMemcpyDeviceToHost),
             cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset,
                                  kind))
template <class T>
UPSWEEP_HOST(cudaMemcpyToSymbolAsync(const T &symbol, const void *from,
                                     size_t bytes, size_t offset,
                                     cudaMemcpyKind kind, cudaStream_t = 0),
             cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset,
                                kind))
template <class T>
UPSWEEP_HOST(cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes,
                                       size_t offset, cudaMemcpyKind kind,
                                       cudaStream_t = 0),
             cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset,
                                  kind))
template <class P, class T>
UPSWEEP_HOST(cudaGetSymbolAddress(P **to, const T &symbol),
             cudaGetSymbolAddress((void **)to, (const void *)&symbol))
template <class T>
UPSWEEP_ANSWERS(cudaGetSymbolSize(size_t *bytes, const T &), *bytes = sizeof(T))

UPSWEEP_HOST(cudaEventCreate(cudaEvent_t *to, unsigned flags),
             cudaEventCreateWithFlags(to, flags))

/* Kernels by their name. */
template <class... P>
UPSWEEP_HOST(cudaFuncSetAttribute(void (*kernel)(P...),
                                  cudaFuncAttribute attribute, int value),
             cudaFuncSetAttribute((const void *)kernel, attribute, value))
template <class... P>
UPSWEEP_HOST(cudaFuncSetCacheConfig(void (*kernel)(P...), cudaFuncCache config),
             cudaFuncSetCacheConfig((const void *)kernel, config))
template <class... P>
UPSWEEP_HOST(cudaFuncSetSharedMemConfig(void (*kernel)(P...),
                                        cudaSharedMemConfig config),
             cudaFuncSetSharedMemConfig((const void *)kernel, config))
template <class... P>
UPSWEEP_HOST(cudaFuncGetAttributes(cudaFuncAttributes *to,
                                   void (*kernel)(P...)),
             cudaFuncGetAttributes(to, (const void *)kernel))
template <class... P>
UPSWEEP_HOST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                 int *blocks, void (*kernel)(P...), int threads, size_t shared),
             cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks,
                                                           (const void *)kernel,
                                                           threads, shared))
/* The largest blocks, since none runs faster than another here. */
template <class F>
UPSWEEP_ANSWERS(cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F,
                                                   size_t = 0, int limit = 0),
                *block = limit > 0 && limit < 1024 ? limit : 1024, *grid = 8)
template <class F, class S>
UPSWEEP_HOST(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
                 int *grid, int *block, F kernel, S, int limit = 0),
             cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, 0, limit))

/* ---- Launches -------------------------------------------------------------*/

#ifdef __CUDACC__
/* clang makes of `kernel<<<grid, block>>>(a)`
 *
 *     cudaConfigureCall(grid, block)
 *     cudaSetupArgument(&a, sizeof a, offset), of each argument
 *     cudaLaunch(the host's stub of the kernel)
 */
extern "C" {
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                              cudaStream_t stream = 0);
cudaError_t cudaSetupArgument(const void *argument, size_t bytes,
                              size_t offset);
cudaError_t cudaLaunch(const void *stub);
}

extern "C" cudaError_t upsweep_launch_stub(const void *stub, dim3 grid,
                                           dim3 block, void **arguments,
                                           size_t shared, cudaStream_t stream);
UPSWEEP_HOST(cudaLaunchKernel(const void *stub, dim3 grid, dim3 block,
                              void **arguments, size_t shared = 0,
                              cudaStream_t stream = 0),
             upsweep_launch_stub(stub, grid, block, arguments, shared, stream))
template <class... P>
UPSWEEP_HOST(cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                              void **arguments, size_t shared = 0,
                              cudaStream_t stream = 0),
             upsweep_launch_stub((const void *)kernel, grid, block, arguments,
                                 shared, stream))
/* The next launch of this host thread is a cooperative one, if COOPERATES. */
extern "C" void upsweep_cooperate(int cooperates);
template <class F>
UPSWEEP_HOST(cudaLaunchCooperativeKernel(F *kernel, dim3 grid, dim3 block,
                                         void **arguments, size_t shared = 0,
                                         cudaStream_t stream = 0),
             upsweep_cooperate(1),
             upsweep_launch_stub((const void *)kernel, grid, block, arguments,
                                 shared, stream))

/* ---- Launches with a configuration ----------------------------------------*/

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
inline cudaError_t
cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*f)(P...),
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
