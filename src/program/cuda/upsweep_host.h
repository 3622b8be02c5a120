/* SPDX-License-Identifier: MIT
 *
 * upsweep_host - the forms of CUDA's host functions that are templates (C++).
 */
#ifndef UPSWEEP_HOST_H
#define UPSWEEP_HOST_H

#include "cuda_runtime_api.h"
#include "upsweep_element.h"

/* Memory for elements of type T; LINE is that of the call. */
template <class T>
inline cudaError_t cudaMalloc(T **to, size_t bytes, int line = __builtin_LINE())
{
    return upsweep_malloc_at((void **)to, bytes, upsweep::element_of<T>(), 0,
                             line);
}
template <class T>
inline cudaError_t cudaMallocAsync(T **to, size_t bytes, cudaStream_t,
                                   int line = __builtin_LINE())
{
    return cudaMalloc(to, bytes, line);
}
template <class T>
inline cudaError_t cudaMallocManaged(T **to, size_t bytes, unsigned = 1,
                                     int line = __builtin_LINE())
{
    return upsweep_malloc_at((void **)to, bytes, upsweep::element_of<T>(), 1,
                             line);
}
template <class T>
inline cudaError_t cudaMallocHost(T **to, size_t bytes, unsigned = 0,
                                  int line = __builtin_LINE())
{
    return upsweep_malloc_at((void **)to, bytes, upsweep::element_of<T>(), 2,
                             line);
}
template <class T>
inline cudaError_t cudaHostAlloc(T **to, size_t bytes, unsigned,
                                 int line = __builtin_LINE())
{
    return upsweep_malloc_at((void **)to, bytes, upsweep::element_of<T>(), 2,
                             line);
}
template <class T>
inline cudaError_t cudaMallocPitch(T **to, size_t *pitch, size_t width,
                                   size_t height, int line = __builtin_LINE())
{
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(to, *pitch * height, line);
}
template <class T>
inline cudaError_t cudaHostGetDevicePointer(T **to, void *host, unsigned flags)
{
    return cudaHostGetDevicePointer((void **)to, host, flags);
}

/* Variables by their name. */
template <class T>
inline cudaError_t
cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                   size_t offset = 0,
                   cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
inline cudaError_t
cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                     cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
inline cudaError_t
cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                        size_t offset, cudaMemcpyKind kind, cudaStream_t = 0)
{
    return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
inline cudaError_t
cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes,
                          size_t offset, cudaMemcpyKind kind, cudaStream_t = 0)
{
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
inline cudaError_t cudaGetSymbolAddress(void **to, const T &symbol)
{
    return cudaGetSymbolAddress(to, (const void *)&symbol);
}
template <class P, class T>
inline cudaError_t cudaGetSymbolAddress(P **to, const T &symbol)
{
    return cudaGetSymbolAddress((void **)to, (const void *)&symbol);
}
template <class T>
inline cudaError_t cudaGetSymbolSize(size_t *bytes, const T &)
{
    *bytes = sizeof(T);
    return cudaSuccess;
}

inline cudaError_t cudaEventCreate(cudaEvent_t *to, unsigned flags)
{
    return cudaEventCreateWithFlags(to, flags);
}

/* Kernels by their name. */
template <class... P>
inline cudaError_t cudaFuncSetAttribute(void (*kernel)(P...),
                                        cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class... P>
inline cudaError_t cudaFuncSetCacheConfig(void (*kernel)(P...),
                                          cudaFuncCache config)
{
    return cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class... P>
inline cudaError_t cudaFuncSetSharedMemConfig(void (*kernel)(P...),
                                              cudaSharedMemConfig config)
{
    return cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
template <class... P>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *to,
                                         void (*kernel)(P...))
{
    return cudaFuncGetAttributes(to, (const void *)kernel);
}
template <class... P>
inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*kernel)(P...),
                                              int threads, size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks,
                                                         (const void *)kernel,
                                                         threads, shared);
}
/* The largest blocks, since none runs faster than another here. */
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F,
                                                      size_t = 0, int limit = 0)
{
    *block = limit > 0 && limit < 1024 ? limit : 1024;
    *grid = 8;
    return cudaSuccess;
}
template <class F, class S>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F kernel,
                                               S, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSize(grid, block, kernel, 0, limit);
}

#endif
