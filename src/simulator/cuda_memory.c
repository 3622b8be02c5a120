/* SPDX-License-Identifier: MIT
 *
 * cuda_memory - CUDA's host functions for memory: arrays, copies, fills.
 */
#include "simulator/cuda_host.h"

#include "simulator/history.h"
#include "simulator/launch.h"
#include "simulator/log.h"
#include "simulator/machine.h"
#include "simulator/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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
    if (!to)
        return upsweep_result(cudaErrorInvalidValue);
    *to = NULL;
    if (bytes == 0)
        return cudaSuccess;
    if (element.kind == 0 && element.align == 0)
        find_element(line, &element);
    machine_lock();
    *to = upsweep_global_alloc(bytes, element, managed);
    machine_unlock();
    if (!*to) {
        machine_short(bytes);
        return upsweep_result(cudaErrorMemoryAllocation);
    }
    GlobalArray *array = memory_array(*to, false);
    array->pinned = managed > 1;
    array->line = (uint32_t)line;
    return cudaSuccess;
}

/* True if an array is at POINTER, and fewer than BYTES bytes of it are. */
static bool is_too_long(const void *pointer, size_t bytes)
{
    return upsweep_is_global(pointer, 1) && !upsweep_is_global(pointer, bytes);
}

/* A call that is DONE to BYTES bytes at POINTER does nothing: they are not in
 * one array. */
static cudaError_t refuse_array(const char *done, const void *pointer,
                                size_t bytes)
{
    const cudaError_t error = cudaErrorInvalidValue;
    const GlobalArray *freed = memory_freed_array(pointer);

    if (is_too_long(pointer, bytes))
        return host_refuses(error, "nothing is %s: %zu bytes exceed the array",
                            done, bytes);
    if (!freed)
        return host_refuses(error,
                            "nothing is %s: the pointer is not that of an "
                            "array",
                            done);
    return host_refuses(error, "nothing is %s: the array no longer exists, %s",
                        done,
                        freed->reset ? "cudaDeviceReset freed it"
                                     : "it was freed earlier");
}

static cudaError_t free_array(const char *function, void *pointer)
{
    const cudaError_t error = cudaErrorInvalidValue;

    machine_lock();
    bool is_done = !pointer || upsweep_global_free(pointer);
    machine_unlock();
    const GlobalArray *array = memory_array(pointer, false);
    if (is_done)
        return cudaSuccess;
    if (array && array->name)
        return host_refuses(error,
                            "nothing is freed: %s receives %.60s, which is not "
                            "memory of cudaMalloc",
                            function, array->name);
    if (array)
        return host_refuses(error,
                            "nothing is freed: %s receives a pointer into an "
                            "array; pass the start of the array",
                            function);
    return upsweep_in_global_space(pointer)
               ? refuse_array("freed", pointer, 1)
               : host_refuses(error,
                              "nothing is freed: %s receives host memory",
                              function);
}

cudaError_t cudaFree(void *pointer)
{
    return free_array("cudaFree", pointer);
}

cudaError_t cudaFreeHost(void *pointer)
{
    return free_array("cudaFreeHost", pointer);
}

cudaError_t cudaHostGetDevicePointer(void **to, void *host, unsigned flags)
{
    (void)flags;
    if (!to || !host)
        return upsweep_result(cudaErrorInvalidValue);
    if (!upsweep_is_global(host, 1))
        upsweep_missing("cudaHostGetDevicePointer is not supported for memory "
                        "of malloc; use cudaMallocHost");
    *to = host;
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

/* True if POINTER points into an array that is not gone, or to the host. */
static bool is_somewhere(const void *pointer, size_t bytes)
{
    return !upsweep_in_global_space(pointer) ||
           upsweep_is_global(pointer, bytes);
}

static const char *const kinds[] = {"HostToHost", "HostToDevice",
                                    "DeviceToHost", "DeviceToDevice",
                                    "Default"};

/* Refuses a copy for which KIND names memory on a side where it is not, or
 * where there is none. */
static cudaError_t refuse_copy(const void *to, const void *from, size_t bytes,
                               cudaMemcpyKind kind)
{
    const void *const sides[] = {to, from};

    for (int i = 0; i < 2; ++i) {
        bool device = upsweep_in_global_space(sides[i]) != 0;
        if (is_too_long(sides[i], bytes))
            return refuse_array("copied", sides[i], bytes);
        if (kind != cudaMemcpyDefault && names_device(kind, i) != device)
            return host_refuses(
                cudaErrorInvalidValue,
                "nothing is copied: the %s of cudaMemcpy%s is memory of the %s",
                i ? "source" : "destination", kinds[kind],
                device ? "device" : "host");
    }
    return refuse_array("copied", memory_freed_array(to) ? to : from, bytes);
}

/* A copy that is not refused, or the error. */
static cudaError_t check_copy(const void *to, const void *from, size_t bytes,
                              cudaMemcpyKind kind)
{
    if (bytes == 0)
        return cudaSuccess;
    if (!to || !from)
        return host_refuses(cudaErrorInvalidValue,
                            "nothing is copied: a pointer is null");
    if ((unsigned)kind > cudaMemcpyDefault)
        return host_refuses(cudaErrorInvalidMemcpyDirection,
                            "nothing is copied: unknown direction %d",
                            (int)kind);
    /* as on a GPU: between arrays of the device any direction will do */
    bool right = kind == cudaMemcpyDefault
                     ? is_somewhere(to, bytes) && is_somewhere(from, bytes)
                     : (upsweep_is_global(to, bytes) &&
                        upsweep_is_global(from, bytes)) ||
                           (is_there(to, bytes, names_device(kind, false)) &&
                            is_there(from, bytes, names_device(kind, true)));
    return right ? cudaSuccess : refuse_copy(to, from, bytes, kind);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes,
                       cudaMemcpyKind kind)
{
    cudaError_t error = check_copy(to, from, bytes, kind);

    if (error == cudaSuccess && bytes > 0) {
        machine_lock(); /* no launch of another thread is tried meanwhile */
        memmove(to, from, bytes);
        memory_store(to, bytes);
        history_copy(to, from, bytes);
        machine_unlock();
    }
    return error;
}

/* Refuses rows of WIDTH bytes that are longer than PITCH. */
static cudaError_t refuse_pitch(const char *done, size_t width, size_t pitch)
{
    return host_refuses(cudaErrorInvalidPitchValue,
                        "nothing is %s: rows of %zu bytes are longer than the "
                        "pitch of %zu",
                        done, width, pitch);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                         size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind)
{
    if (width > to_pitch || width > from_pitch)
        return refuse_pitch("copied", width,
                            to_pitch < from_pitch ? to_pitch : from_pitch);
    for (size_t y = 0; y < height; ++y) {
        cudaError_t error =
            cudaMemcpy((char *)to + y * to_pitch,
                       (const char *)from + y * from_pitch, width, kind);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    if (bytes == 0)
        return cudaSuccess;
    if (to && !upsweep_is_global(to, 1) && !upsweep_in_global_space(to))
        return host_refuses(cudaErrorInvalidValue,
                            "nothing is set: cudaMemset receives host memory");
    if (!upsweep_is_global(to, bytes))
        return refuse_array("set", to, bytes);
    machine_lock();
    memset(to, value, bytes);
    memory_store(to, bytes);
    history_set(to, value, bytes);
    machine_unlock();
    return cudaSuccess;
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width,
                         size_t height)
{
    if (width > pitch)
        return refuse_pitch("set", width, pitch);
    for (size_t y = 0; y < height; ++y) {
        cudaError_t error = cudaMemset((char *)to + y * pitch, value, width);

        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

/* Where FUNCTION copies BYTES bytes to, or from, in the variable SYMBOL, from
 * byte OFFSET on; NULL with *ERROR if it cannot.  The direction KIND may be
 * the USUAL one, or one on the device. */
static char *in_symbol(const char *function, const void *symbol, size_t bytes,
                       size_t offset, cudaMemcpyKind kind, cudaMemcpyKind usual,
                       cudaError_t *error)
{
    char *at = (char *)(uintptr_t)memory_symbol(symbol);

    if (!upsweep_is_global(at, 1))
        *error = host_refuses(cudaErrorInvalidSymbol,
                              "nothing is copied: %s needs a __device__ or "
                              "__constant__ variable",
                              function);
    else if ((unsigned)kind < cudaMemcpyDeviceToDevice && kind != usual)
        *error = host_refuses(cudaErrorInvalidMemcpyDirection,
                              "nothing is copied: %s cannot copy in the "
                              "direction cudaMemcpy%s",
                              function, kinds[kind]);
    else if (bytes > 0 && (offset > SIZE_MAX - bytes ||
                           !upsweep_is_global(at, offset + bytes)))
        *error = host_refuses(cudaErrorInvalidValue,
                              "nothing is copied: %zu bytes from byte %zu on "
                              "exceed the variable",
                              bytes, offset);
    else
        return at + offset;
    return NULL;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from,
                               size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    cudaError_t error;
    char *to = in_symbol("cudaMemcpyToSymbol", symbol, bytes, offset, kind,
                         cudaMemcpyHostToDevice, &error);

    return to ? cudaMemcpy(to, from, bytes, kind) : error;
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                 size_t offset, cudaMemcpyKind kind)
{
    cudaError_t error;
    const char *from = in_symbol("cudaMemcpyFromSymbol", symbol, bytes, offset,
                                 kind, cudaMemcpyDeviceToHost, &error);

    return from ? cudaMemcpy(to, from, bytes, kind) : error;
}

cudaError_t cudaGetSymbolAddress(void **to, const void *symbol)
{
    symbol = memory_symbol(symbol);
    if (!upsweep_is_global(symbol, 1))
        return upsweep_result(cudaErrorInvalidSymbol);
    *to = (void *)(uintptr_t)symbol;
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream)
{
    (void)device, (void)stream;
    return upsweep_result(upsweep_is_global(pointer, bytes)
                              ? cudaSuccess
                              : cudaErrorInvalidValue);
}

/* ---- Libraries ------------------------------------------------------------*/

_Thread_local bool machine_in_library;

void upsweep_library_run(const void *stub, void (*function)(void *f), void *f)
{
    const Kernel *kernel = stub ? launch_kernel(stub) : NULL;

    machine_lock();
    machine_in_library = true;
    if (kernel)
        kernel->call((char *)&f);
    else
        function(f);
    machine_in_library = false;
    machine_unlock();
}

void upsweep_library_touch(const volatile void *address, size_t bytes,
                           int device, int stored)
{
    char *at = (char *)(uintptr_t)address;
    const char *verb = stored ? "stores to" : "reads";

    if (bytes == 0 || is_there(at, bytes, device)) {
        if (bytes > 0 && upsweep_is_global(at, bytes)) {
            if (stored)
                memory_store(at, bytes);
            history_copy(stored ? at : verb, stored ? verb : at, bytes);
        }
        return;
    }
    if (is_too_long(at, bytes))
        machine_fault(
            0, "a library function %s %zu bytes, more than the array has", verb,
            bytes);
    if (!device)
        machine_fault(0,
                      "a library function %s device memory; pass a "
                      "thrust::device_ptr, or thrust::device first",
                      verb);
    if (upsweep_in_global_space(at))
        machine_fault(0, "a library function %s memory outside all arrays",
                      verb);
    machine_fault(0, "a library function %s host memory as device memory",
                  verb);
}
