/* SPDX-License-Identifier: MIT
 *
 * cuda_runtime_api - CUDA's host functions, for C and C++; they are in
 * runtime/cuda_host.c.  Streams run in order, at once: each call has ended when
 * it returns.
 */
#ifndef UPSWEEP_CUDA_RUNTIME_API_H
#define UPSWEEP_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__ /* other headers look for it */

#include "driver_types.h"

#define CUDART_VERSION 12000
#define CUDA_VERSION   12000

#ifdef __cplusplus
#define UPSWEEP_DEFAULT(value) = value
extern "C" {
#else
#define UPSWEEP_DEFAULT(value)
#endif

/* For cudaGetLastError; 0 changes nothing. */
void upsweep_set_error(int error);
/* What cudaMalloc and its kind do, in C.  MANAGED 1: the host may touch it, 2:
 * it is pinned memory of the host. */
cudaError_t upsweep_malloc_at(void **to, size_t bytes, UpsweepElement element,
                              int managed, int line);
cudaError_t upsweep_malloc(void **to, size_t bytes, UpsweepElement element,
                           int managed);

/* Errors */
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);

/* Memory */
#ifndef __cplusplus /* in C++ they tell types and lines, see upsweep_host.h */
cudaError_t cudaMalloc(void **to, size_t bytes);
cudaError_t cudaMallocManaged(void **to, size_t bytes,
                              unsigned flags UPSWEEP_DEFAULT(1));
cudaError_t cudaMallocHost(void **to, size_t bytes);
cudaError_t cudaHostAlloc(void **to, size_t bytes, unsigned flags);
cudaError_t cudaMallocPitch(void **to, size_t *pitch, size_t width,
                            size_t height);
cudaError_t cudaMallocAsync(void **to, size_t bytes, cudaStream_t stream);
#endif
cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **to, void *host, unsigned flags);
cudaError_t cudaHostGetFlags(unsigned *flags, void *host);
cudaError_t cudaMemGetInfo(size_t *available, size_t *total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *to,
                                     const void *pointer);

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                            cudaMemcpyKind kind,
                            cudaStream_t stream UPSWEEP_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                         size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                              size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind,
                              cudaStream_t stream UPSWEEP_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from,
                           int from_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                int from_device, size_t bytes,
                                cudaStream_t stream UPSWEEP_DEFAULT(0));
cudaError_t cudaMemset(void *to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes,
                            cudaStream_t stream UPSWEEP_DEFAULT(0));
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width,
                         size_t height);
cudaError_t
cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes,
                   size_t offset UPSWEEP_DEFAULT(0),
                   cudaMemcpyKind kind UPSWEEP_DEFAULT(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                 size_t offset UPSWEEP_DEFAULT(0),
                                 cudaMemcpyKind kind
                                     UPSWEEP_DEFAULT(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from,
                                    size_t bytes, size_t offset,
                                    cudaMemcpyKind kind,
                                    cudaStream_t stream UPSWEEP_DEFAULT(0));
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol,
                                      size_t bytes, size_t offset,
                                      cudaMemcpyKind kind,
                                      cudaStream_t stream UPSWEEP_DEFAULT(0));
cudaError_t cudaGetSymbolAddress(void **to, const void *symbol);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream UPSWEEP_DEFAULT(0));
cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                          cudaMemoryAdvise advice, int device);

/* Devices */
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned *flags);
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *to, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute,
                                   int device);
cudaError_t cudaDeviceGetPCIBusId(char *to, int length, int device);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

/* Streams and events */
cudaError_t cudaStreamCreate(cudaStream_t *to);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *to, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *to, unsigned flags,
                                         int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags UPSWEEP_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void *user,
                                  unsigned flags);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer,
                                     size_t bytes UPSWEEP_DEFAULT(0),
                                     unsigned flags UPSWEEP_DEFAULT(4));
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void *user);
cudaError_t cudaEventCreate(cudaEvent_t *to);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *to, unsigned flags);
cudaError_t cudaEventRecord(cudaEvent_t event,
                            cudaStream_t stream UPSWEEP_DEFAULT(0));
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from,
                                 cudaEvent_t to);
cudaError_t cudaEventDestroy(cudaEvent_t event);

/* Kernels */
cudaError_t cudaFuncSetAttribute(const void *kernel,
                                 cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void *kernel, cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(const void *kernel,
                                       cudaSharedMemConfig config);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *to, const void *kernel);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *kernel,
                                                          int threads,
                                                          size_t shared);

#ifdef __cplusplus
}
#endif

#endif
