/* SPDX-License-Identifier: MIT
 *
 * cuda_memory - CUDA's host functions for memory: arrays, copies, fills.
 */
#include "simulator/cuda_host.h"

#include "simulator/log.h"
#include "simulator/history.h"
#include "simulator/machine.h"
#include "simulator/memory.h"
#include "simulator/refusal.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PITCH = 512 }; /* bytes that cudaMallocPitch rounds rows up to */

/* What is known of memory that C asks for. */
static const UpsweepElement bytes_only = {ELEMENT_OTHER, 1, 0, 0, NULL};

cudaError_t upsweep_malloc(void **to, size_t bytes, UpsweepElement element,
                           int managed)
{
    host_only("cudaMalloc");
    if (!to)
        return host_result(cudaErrorInvalidValue);
    *to = NULL;
    if (bytes == 0)
        return cudaSuccess;
    machine_lock();
    *to = upsweep_global_alloc(bytes, element, managed);
    machine_unlock();
    if (!*to)
        machine_short(bytes);
    else if (managed > 1)
        memory_array(*to, false)->pinned = true;
    return host_result(*to ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* What Upsweep said of the elements of what LINE asks for. */
static void find_element(int line, UpsweepElement *element)
{
    uint32_t count;
    const ProgramAllocation *all = log_items(RECORD_ALLOCATIONS, &count);

    for (uint32_t i = 0; i < count; ++i)
        if ((int)all[i].line == line) {
            *element = memory_element(&all[i].element);
            return;
        }
}

cudaError_t upsweep_malloc_at(void **to, size_t bytes, UpsweepElement element,
                              int managed, int line)
{
    if (element.kind == 0 && element.align == 0)
        find_element(line, &element);
    cudaError_t error = upsweep_malloc(to, bytes, element, managed);
    GlobalArray *array =
        error == cudaSuccess && *to ? memory_array(*to, false) : NULL;

    if (array && line > 0)
        array->line = (uint32_t)line;
    return error;
}

cudaError_t cudaMalloc(void **to, size_t bytes)
{
    return upsweep_malloc(to, bytes, bytes_only, 0);
}

cudaError_t cudaMallocAsync(void **to, size_t bytes, cudaStream_t stream)
{
    (void)stream;
    return cudaMalloc(to, bytes);
}

cudaError_t cudaMallocManaged(void **to, size_t bytes, unsigned flags)
{
    (void)flags;
    return upsweep_malloc(to, bytes, bytes_only, 1);
}

cudaError_t cudaMallocHost(void **to, size_t bytes)
{
    return upsweep_malloc(to, bytes, bytes_only, 2);
}

cudaError_t cudaHostAlloc(void **to, size_t bytes, unsigned flags)
{
    (void)flags;
    return upsweep_malloc(to, bytes, bytes_only, 2);
}

cudaError_t cudaMallocPitch(void **to, size_t *pitch, size_t width,
                            size_t height)
{
    if (!pitch)
        return host_result(cudaErrorInvalidValue);
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return cudaMalloc(to, *pitch * height);
}

static cudaError_t free_array(const char *function, void *pointer)
{
    host_only(function);
    machine_lock();
    bool freed = !pointer || upsweep_global_free(pointer);
    machine_unlock();
    if (freed)
        return cudaSuccess;
    refusal_of_free(function, pointer);
    return host_result(cudaErrorInvalidValue);
}

cudaError_t cudaFree(void *pointer)
{
    return free_array("cudaFree", pointer);
}

cudaError_t cudaFreeHost(void *pointer)
{
    return free_array("cudaFreeHost", pointer);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    (void)stream;
    return cudaFree(pointer);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags)
{
    (void)pointer, (void)bytes, (void)flags;
    upsweep_missing("cudaHostRegister is not supported (pinning memory of "
                    "malloc); use cudaMallocHost");
}

cudaError_t cudaHostUnregister(void *pointer)
{
    (void)pointer;
    return host_result(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void **to, void *host, unsigned flags)
{
    (void)flags;
    if (!to || !upsweep_is_global(host, 1))
        return host_result(cudaErrorInvalidValue);
    *to = host;
    return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    (void)host;
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    *total = upsweep_global_total();
    *available = *total - upsweep_global_used();
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *to,
                                     const void *pointer)
{
    bool global = upsweep_is_global(pointer, 1);

    *to = (cudaPointerAttributes){
        .type = global ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered,
        .device = global ? 0 : cudaInvalidDeviceId,
        .devicePointer = global ? (void *)(uintptr_t)pointer : NULL,
        .hostPointer = global ? NULL : (void *)(uintptr_t)pointer};
    return cudaSuccess;
}

/* True if BYTES bytes at POINTER may be on the side that a copy asks for. */
static bool is_there(const void *pointer, size_t bytes, bool device)
{
    return device ? upsweep_is_global(pointer, bytes)
                  : !upsweep_in_global_space(pointer) ||
                        upsweep_is_managed(pointer, bytes);
}

/* True if KIND goes from, or to, the device. */
static bool names_device(cudaMemcpyKind kind, bool source)
{
    return kind == cudaMemcpyDeviceToDevice ||
           kind == (source ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice);
}

static cudaError_t check_copy(const void *to, const void *from, size_t bytes,
                              cudaMemcpyKind kind)
{
    if (bytes == 0)
        return cudaSuccess;
    if (!to || !from)
        return cudaErrorInvalidValue;
    if ((unsigned)kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (kind == cudaMemcpyDefault)
        return (upsweep_in_global_space(to) && !upsweep_is_global(to, bytes)) ||
                       (upsweep_in_global_space(from) &&
                        !upsweep_is_global(from, bytes))
                   ? cudaErrorInvalidValue
                   : cudaSuccess;
    /* as on a GPU: between arrays of the device any direction will do */
    bool both = upsweep_is_global(to, bytes) && upsweep_is_global(from, bytes);
    return both || (is_there(to, bytes, names_device(kind, false)) &&
                    is_there(from, bytes, names_device(kind, true)))
               ? cudaSuccess
               : cudaErrorInvalidValue;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       cudaMemcpyKind kind)
{
    cudaError_t error = check_copy(to, from, bytes, kind);

    host_only("cudaMemcpy");
    if (error == cudaSuccess && bytes > 0) {
        memmove(to, from, bytes);
        memory_store(to, bytes);
        history_copy(to, from, bytes);
    }
    if (error != cudaSuccess)
        refusal_of_copy(to, from, bytes, kind);
    return host_result(error);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                         size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind)
{
    if (width > to_pitch || width > from_pitch) {
        refusal_of_pitch(false, width,
                         to_pitch < from_pitch ? to_pitch : from_pitch);
        return host_result(cudaErrorInvalidPitchValue);
    }
    for (size_t y = 0; y < height; ++y) {
        cudaError_t error =
            cudaMemcpy((char *)to + y * to_pitch,
                       (const char *)from + y * from_pitch, width, kind);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                              size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from,
                           int from_device, size_t bytes)
{
    if (to_device != 0 || from_device != 0) {
        refusal_of_device(to_device != 0 ? to_device : from_device);
        return host_result(cudaErrorInvalidDevice);
    }
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                int from_device, size_t bytes,
                                cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyPeer(to, to_device, from, from_device, bytes);
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    host_only("cudaMemset");
    if (bytes == 0)
        return cudaSuccess;
    if (!upsweep_is_global(to, bytes)) {
        refusal_of_set(to, bytes);
        return host_result(cudaErrorInvalidValue);
    }
    memset(to, value, bytes);
    memory_store(to, bytes);
    history_set(to, value, bytes);
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes,
                            cudaStream_t stream)
{
    (void)stream;
    return cudaMemset(to, value, bytes);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width,
                         size_t height)
{
    if (width > pitch) {
        refusal_of_pitch(true, width, pitch);
        return host_result(cudaErrorInvalidPitchValue);
    }
    for (size_t y = 0; y < height; ++y) {
        cudaError_t error = cudaMemset((char *)to + y * pitch, value, width);

        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

/* Checks a copy of FUNCTION between memory and SYMBOL, of BYTES bytes from
 * OFFSET on, which goes into the direction KIND, and may go into USUAL. */
static cudaError_t check_symbol(const char *function, const void *symbol,
                                size_t bytes, size_t offset,
                                cudaMemcpyKind kind, cudaMemcpyKind usual)
{
    if (!upsweep_is_global(symbol, 1)) {
        refusal_of_symbol(function, symbol, bytes, offset);
        return cudaErrorInvalidSymbol;
    }
    if (kind != usual && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault) {
        refusal_of_direction(function, kind);
        return cudaErrorInvalidMemcpyDirection;
    }
    if (bytes > 0 && (offset > SIZE_MAX - bytes ||
                      !upsweep_is_global(symbol, offset + bytes))) {
        refusal_of_symbol(function, symbol, bytes, offset);
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from,
                               size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    symbol = memory_symbol(symbol);
    cudaError_t error = check_symbol("cudaMemcpyToSymbol", symbol, bytes,
                                     offset, kind, cudaMemcpyHostToDevice);

    return error != cudaSuccess ? host_result(error)
                                : cudaMemcpy((char *)(uintptr_t)symbol + offset,
                                             from, bytes, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                 size_t offset, cudaMemcpyKind kind)
{
    symbol = memory_symbol(symbol);
    cudaError_t error = check_symbol("cudaMemcpyFromSymbol", symbol, bytes,
                                     offset, kind, cudaMemcpyDeviceToHost);

    return error != cudaSuccess
               ? host_result(error)
               : cudaMemcpy(to, (const char *)symbol + offset, bytes, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from,
                                    size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol,
                                      size_t bytes, size_t offset,
                                      cudaMemcpyKind kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyFromSymbol(to, symbol, bytes, offset, kind);
}

cudaError_t cudaGetSymbolAddress(void **to, const void *symbol)
{
    symbol = memory_symbol(symbol);
    if (!upsweep_is_global(symbol, 1))
        return host_result(cudaErrorInvalidSymbol);
    *to = (void *)(uintptr_t)symbol;
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream)
{
    (void)device, (void)stream;
    return host_result(upsweep_is_global(pointer, bytes)
                           ? cudaSuccess
                           : cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                          cudaMemoryAdvise advice, int device)
{
    (void)advice;
    return cudaMemPrefetchAsync(pointer, bytes, device, NULL);
}
