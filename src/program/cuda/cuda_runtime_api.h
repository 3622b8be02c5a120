/* SPDX-License-Identifier: MIT
 *
 * cuda_runtime_api - CUDA's host functions, for C and C++.  Those that do
 * something are in simulator/cuda_host.c and simulator/cuda_memory.c.  Streams
 * run in order, at once: each call has ended when it returns.
 */
#ifndef UPSWEEP_CUDA_RUNTIME_API_H
#define UPSWEEP_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__ /* other headers look for it */

#include "driver_types.h"

#define CUDART_VERSION 12000
#define CUDA_VERSION   12000

/* The simulator includes this file, and does not use all parameters. */
#pragma GCC system_header

#ifdef __cplusplus
#define UPSWEEP_DEFAULT(value) = value
extern "C" {
#else
#define UPSWEEP_DEFAULT(value)
#endif

/* A host function whose result is an expression; and one that succeeds, and
 * does no more than the expression says. */
#define UPSWEEP_HOST(declaration, ...)                                         \
    UPSWEEP_RETURNS(static inline cudaError_t declaration, __VA_ARGS__)
#define UPSWEEP_ANSWERS(declaration, ...)                                      \
    UPSWEEP_HOST(declaration, (__VA_ARGS__), cudaSuccess)

/* Keeps ERROR for cudaGetLastError, unless it is none, and returns it. */
cudaError_t upsweep_result(cudaError_t error);
/* What cudaMalloc and its kind do, in LINE; 0: it is not known.  MANAGED 1: the
 * host may touch it, 2: it is pinned memory of the host. */
cudaError_t upsweep_malloc_at(void **to, size_t bytes, UpsweepElement element,
                              int managed, int line);

/* Errors */
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);

/* Memory */
#ifndef __cplusplus /* in C++ they pass types and lines, see upsweep_host.h */
#define UPSWEEP_BYTES ((UpsweepElement){0, 1, 0, 0, 0})
UPSWEEP_HOST(cudaMalloc(void **to, size_t bytes),
             upsweep_malloc_at(to, bytes, UPSWEEP_BYTES, 0, 0))
UPSWEEP_HOST(cudaMallocManaged(void **to, size_t bytes, unsigned flags),
             upsweep_malloc_at(to, bytes, UPSWEEP_BYTES, 1, 0))
UPSWEEP_HOST(cudaMallocHost(void **to, size_t bytes),
             upsweep_malloc_at(to, bytes, UPSWEEP_BYTES, 2, 0))
UPSWEEP_HOST(cudaHostAlloc(void **to, size_t bytes, unsigned flags),
             cudaMallocHost(to, bytes))
UPSWEEP_HOST(cudaMallocPitch(void **to, size_t *pitch, size_t width,
                             size_t height),
             *pitch = (width + 511) / 512 * 512, cudaMalloc(to, *pitch *height))
UPSWEEP_HOST(cudaMallocAsync(void **to, size_t bytes, cudaStream_t stream),
             cudaMalloc(to, bytes))
#endif
cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeHost(void *pointer);
UPSWEEP_HOST(cudaFreeAsync(void *pointer, cudaStream_t stream),
             cudaFree(pointer))
UPSWEEP_ANSWERS(cudaHostRegister(void *pointer, size_t bytes, unsigned flags),
                0)
UPSWEEP_ANSWERS(cudaHostUnregister(void *pointer), 0)
cudaError_t cudaHostGetDevicePointer(void **to, void *host, unsigned flags);
UPSWEEP_ANSWERS(cudaHostGetFlags(unsigned *flags, void *host),
                *flags = cudaHostAllocMapped)
cudaError_t cudaMemGetInfo(size_t *available, size_t *total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *to,
                                     const void *pointer);

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       cudaMemcpyKind kind);
UPSWEEP_HOST(cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                             cudaMemcpyKind kind,
                             cudaStream_t stream UPSWEEP_DEFAULT(0)),
             cudaMemcpy(to, from, bytes, kind))
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                         size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind);
UPSWEEP_HOST(cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                               size_t from_pitch, size_t width, size_t height,
                               cudaMemcpyKind kind,
                               cudaStream_t stream UPSWEEP_DEFAULT(0)),
             cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind))
cudaError_t cudaMemset(void *to, int value, size_t bytes);
UPSWEEP_HOST(cudaMemsetAsync(void *to, int value, size_t bytes,
                             cudaStream_t stream UPSWEEP_DEFAULT(0)),
             cudaMemset(to, value, bytes))
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width,
                         size_t height);
UPSWEEP_HOST(cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width,
                               size_t height,
                               cudaStream_t stream UPSWEEP_DEFAULT(0)),
             cudaMemset2D(to, pitch, value, width, height))
cudaError_t
cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes,
                   size_t offset UPSWEEP_DEFAULT(0),
                   cudaMemcpyKind kind UPSWEEP_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                 size_t offset UPSWEEP_DEFAULT(0),
                                 cudaMemcpyKind kind
                                     UPSWEEP_DEFAULT(cudaMemcpyDeviceToHost));
UPSWEEP_HOST(cudaMemcpyToSymbolAsync(const void *symbol, const void *from,
                                     size_t bytes, size_t offset,
                                     cudaMemcpyKind kind,
                                     cudaStream_t stream UPSWEEP_DEFAULT(0)),
             cudaMemcpyToSymbol(symbol, from, bytes, offset, kind))
UPSWEEP_HOST(cudaMemcpyFromSymbolAsync(void *to, const void *symbol,
                                       size_t bytes, size_t offset,
                                       cudaMemcpyKind kind,
                                       cudaStream_t stream UPSWEEP_DEFAULT(0)),
             cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind))
cudaError_t cudaGetSymbolAddress(void **to, const void *symbol);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream UPSWEEP_DEFAULT(0));
UPSWEEP_HOST(cudaMemAdvise(const void *pointer, size_t bytes,
                           cudaMemoryAdvise advice, int device),
             cudaMemPrefetchAsync(pointer, bytes, device, 0))

/* Devices: there is one, number 0 */
UPSWEEP_ANSWERS(cudaGetDeviceCount(int *count), *count = 1)
UPSWEEP_ANSWERS(cudaGetDevice(int *device), *device = 0)
cudaError_t cudaSetDevice(int device);
UPSWEEP_ANSWERS(cudaSetDeviceFlags(unsigned flags), 0)
UPSWEEP_ANSWERS(cudaGetDeviceFlags(unsigned *flags), *flags = cudaDeviceMapHost)
UPSWEEP_ANSWERS(cudaChooseDevice(int *device, const cudaDeviceProp *wanted),
                *device = 0)
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *to, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute,
                                   int device);
UPSWEEP_ANSWERS(cudaDeviceGetStreamPriorityRange(int *least, int *greatest),
                *least = *greatest = 0)
UPSWEEP_ANSWERS(cudaDeviceSynchronize(void), 0)
UPSWEEP_ANSWERS(cudaThreadSynchronize(void), 0)
cudaError_t cudaDeviceReset(void);
UPSWEEP_HOST(cudaThreadExit(void), cudaDeviceReset())
UPSWEEP_ANSWERS(cudaDeviceSetLimit(cudaLimit limit, size_t value), 0)
UPSWEEP_ANSWERS(cudaDeviceGetLimit(size_t *value, cudaLimit limit),
                *value = limit == cudaLimitStackSize ? 1024 : 1048576)
UPSWEEP_ANSWERS(cudaDeviceSetCacheConfig(cudaFuncCache config), 0)
UPSWEEP_ANSWERS(cudaThreadSetCacheConfig(cudaFuncCache config), 0)
UPSWEEP_ANSWERS(cudaDeviceGetCacheConfig(cudaFuncCache *config),
                *config = cudaFuncCachePreferNone)
UPSWEEP_ANSWERS(cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config), 0)
UPSWEEP_ANSWERS(cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config),
                *config = cudaSharedMemBankSizeFourByte)
UPSWEEP_HOST(cudaDeviceCanAccessPeer(int *can, int device, int peer), *can = 0,
             upsweep_result(device ? cudaErrorInvalidDevice : cudaSuccess))
UPSWEEP_HOST(cudaDeviceEnablePeerAccess(int peer, unsigned flags),
             upsweep_result(cudaErrorInvalidDevice))
UPSWEEP_HOST(cudaDeviceDisablePeerAccess(int peer),
             upsweep_result(cudaErrorPeerAccessNotEnabled))
UPSWEEP_HOST(cudaMemcpyPeer(void *to, int to_device, const void *from,
                            int from_device, size_t bytes),
             to_device ? cudaSetDevice(to_device)
             : from_device
                 ? cudaSetDevice(from_device)
                 : cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice))
UPSWEEP_HOST(cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                 int from_device, size_t bytes,
                                 cudaStream_t stream UPSWEEP_DEFAULT(0)),
             cudaMemcpyPeer(to, to_device, from, from_device, bytes))
UPSWEEP_ANSWERS(cudaDriverGetVersion(int *version), *version = CUDA_VERSION)
UPSWEEP_ANSWERS(cudaRuntimeGetVersion(int *version), *version = CUDART_VERSION)
UPSWEEP_ANSWERS(cudaProfilerStart(void), 0)
UPSWEEP_ANSWERS(cudaProfilerStop(void), 0)

/* Streams and events */
cudaError_t cudaStreamCreate(cudaStream_t *to);
UPSWEEP_HOST(cudaStreamCreateWithFlags(cudaStream_t *to, unsigned flags),
             cudaStreamCreate(to))
UPSWEEP_HOST(cudaStreamCreateWithPriority(cudaStream_t *to, unsigned flags,
                                          int priority),
             cudaStreamCreate(to))
cudaError_t cudaStreamDestroy(cudaStream_t stream);
UPSWEEP_ANSWERS(cudaStreamSynchronize(cudaStream_t stream), 0)
UPSWEEP_ANSWERS(cudaStreamQuery(cudaStream_t stream), 0)
UPSWEEP_ANSWERS(cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                    unsigned flags UPSWEEP_DEFAULT(0)),
                0)
UPSWEEP_ANSWERS(cudaStreamAddCallback(cudaStream_t stream,
                                      cudaStreamCallback_t callback, void *user,
                                      unsigned flags),
                callback(stream, cudaSuccess, user))
UPSWEEP_ANSWERS(cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer,
                                         size_t bytes UPSWEEP_DEFAULT(0),
                                         unsigned flags UPSWEEP_DEFAULT(4)),
                0)
UPSWEEP_ANSWERS(cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                                   void *user),
                function(user))
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *to, unsigned flags);
UPSWEEP_HOST(cudaEventCreate(cudaEvent_t *to), cudaEventCreateWithFlags(to, 0))
cudaError_t cudaEventRecord(cudaEvent_t event,
                            cudaStream_t stream UPSWEEP_DEFAULT(0));
UPSWEEP_HOST(cudaEventQuery(cudaEvent_t event),
             upsweep_result(event ? cudaSuccess
                                  : cudaErrorInvalidResourceHandle))
UPSWEEP_HOST(cudaEventSynchronize(cudaEvent_t event), cudaEventQuery(event))
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from,
                                 cudaEvent_t to);
cudaError_t cudaEventDestroy(cudaEvent_t event);

/* Kernels */
cudaError_t cudaFuncSetAttribute(const void *kernel,
                                 cudaFuncAttribute attribute, int value);
UPSWEEP_HOST(cudaFuncSetCacheConfig(const void *kernel, cudaFuncCache config),
             upsweep_result(kernel ? cudaSuccess
                                   : cudaErrorInvalidDeviceFunction))
UPSWEEP_HOST(cudaFuncSetSharedMemConfig(const void *kernel,
                                        cudaSharedMemConfig config),
             upsweep_result(kernel ? cudaSuccess
                                   : cudaErrorInvalidDeviceFunction))
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *to, const void *kernel);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *kernel,
                                                          int threads,
                                                          size_t shared);

#ifdef __cplusplus
}
#endif

#endif
