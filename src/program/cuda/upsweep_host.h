/* SPDX-License-Identifier: MIT
 *
 * upsweep_host - the forms of CUDA's host functions that are templates (C++).
 */
#ifndef UPSWEEP_HOST_H
#define UPSWEEP_HOST_H

#include "cuda_runtime_api.h"
#include "upsweep_element.h"

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

#endif
