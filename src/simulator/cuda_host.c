/* SPDX-License-Identifier: MIT */
#include "simulator/cuda_host.h"

#include "program/program_log.h"
#include "simulator/log.h"
#include "simulator/machine.h"
#include "simulator/memory.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static cudaError_t last_error;

/* ---- Errors ---------------------------------------------------------------*/

static const struct {
    cudaError_t error;
    const char *name, *text;
} errors[] = {
#define ERROR_ROW(name, number, text) {name, #name, text},
    UPSWEEP_ERRORS(ERROR_ROW)
#undef ERROR_ROW
};

enum { ERRORS = sizeof errors / sizeof *errors };

/* The program has asked for an error, and got one: nobody else need report it.
 */
static void note_asked(void)
{
    ProgramLog *head = log_head();

    if (head)
        head->unasked = head->uncopied = 0;
}

const char *cudaGetErrorString(cudaError_t error)
{
    if (error != cudaSuccess)
        note_asked();
    for (size_t i = 0; i < ERRORS; ++i)
        if (errors[i].error == error)
            return errors[i].text;
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error)
{
    if (error != cudaSuccess)
        note_asked();
    for (size_t i = 0; i < ERRORS; ++i)
        if (errors[i].error == error)
            return errors[i].name;
    return "unrecognized error code";
}

cudaError_t upsweep_result(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

cudaError_t host_refuses(cudaError_t error, const char *what, ...)
{
    ProgramLog *head = log_head();
    va_list arguments;

    if (head && head->uncopied++ == 0) {
        va_start(arguments, what);
        vsnprintf(head->copy, sizeof head->copy, what, arguments);
        va_end(arguments);
        machine_note_frames(head->copy_frames);
    }
    return upsweep_result(error);
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = cudaPeekAtLastError();

    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    if (last_error != cudaSuccess)
        note_asked();
    return last_error;
}

/* ---- Devices --------------------------------------------------------------*/

static cudaError_t check_device(int device)
{
    return upsweep_result(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaSetDevice(int device)
{
    return device == 0 ? cudaSuccess
                       : host_refuses(cudaErrorInvalidDevice,
                                      "device %d does not exist; the simulator "
                                      "has device 0 only",
                                      device);
}

static int attribute_value(cudaDeviceAttr attribute)
{
    switch (attribute) {
#define ATTRIBUTE_CASE(name, number, value)                                    \
    case name:                                                                 \
        return name == cudaDevAttrWarpSize ? (int)upsweep_lanes() : value;
        UPSWEEP_ATTRIBUTES(ATTRIBUTE_CASE)
#undef ATTRIBUTE_CASE
    }
    return -1;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute,
                                   int device)
{
    int answer = attribute_value(attribute);

    if (answer < 0)
        return upsweep_result(cudaErrorInvalidValue);
    *value = answer;
    return check_device(device);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *to, int device)
{
    *to = (cudaDeviceProp){.name = "Upsweep simulator",
                           .totalGlobalMem = upsweep_global_total(),
                           .sharedMemPerBlock = 49152,
                           .memPitch = 2147483647,
                           .totalConstMem = 65536,
                           .textureAlignment = 512,
                           .texturePitchAlignment = 32,
                           .surfaceAlignment = 512,
                           .sharedMemPerMultiprocessor = 233472,
                           .sharedMemPerBlockOptin = 232448,
                           .regsPerBlock = 65536,
                           .warpSize = (int)upsweep_lanes(),
                           .maxThreadsPerBlock = 1024,
                           .maxThreadsDim = {1024, 1024, 64},
                           .maxGridSize = {2147483647, 65535, 65535},
                           .clockRate = 1000000,
                           .major = 9,
                           .deviceOverlap = 1,
                           .multiProcessorCount = 4,
                           .canMapHostMemory = 1,
                           .concurrentKernels = 1,
                           .asyncEngineCount = 1,
                           .unifiedAddressing = 1,
                           .memoryClockRate = 1000000,
                           .memoryBusWidth = 256,
                           .l2CacheSize = 4194304,
                           .maxThreadsPerMultiProcessor = 2048,
                           .globalL1CacheSupported = 1,
                           .localL1CacheSupported = 1,
                           .regsPerMultiprocessor = 65536,
                           .managedMemory = 1,
                           .hostNativeAtomicSupported = 1,
                           .singleToDoublePrecisionPerfRatio = 2,
                           .concurrentManagedAccess = 1,
                           .computePreemptionSupported = 1,
                           .cooperativeLaunch = 1,
                           .maxBlocksPerMultiProcessor = 32};
    return check_device(device);
}

cudaError_t cudaDeviceReset(void)
{
    memory_reset();
    last_error = cudaSuccess;
    return cudaSuccess;
}

/* ---- Kernels --------------------------------------------------------------*/

/* The most dynamic shared memory that a launch may ask for; it is raised for
 * one kernel, but here for all. */
static int dynamic_limit = 49152;

size_t upsweep_dynamic_limit(void)
{
    return (size_t)dynamic_limit;
}

cudaError_t cudaFuncSetAttribute(const void *kernel,
                                 cudaFuncAttribute attribute, int value)
{
    int most = attribute_value(cudaDevAttrMaxSharedMemoryPerBlockOptin);

    if (!kernel)
        return upsweep_result(cudaErrorInvalidDeviceFunction);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    if (value < 0 || value > most)
        return upsweep_result(cudaErrorInvalidValue);
    if (value > dynamic_limit)
        dynamic_limit = value;
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *to, const void *kernel)
{
    if (!kernel)
        return upsweep_result(cudaErrorInvalidDeviceFunction);
    *to = (cudaFuncAttributes){.maxThreadsPerBlock = 1024,
                               .numRegs = 32,
                               .ptxVersion = 90,
                               .binaryVersion = 90,
                               .maxDynamicSharedSizeBytes = 49152};
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                          const void *kernel,
                                                          int threads,
                                                          size_t shared)
{
    int most = attribute_value(cudaDevAttrMaxBlocksPerMultiprocessor);
    int by_threads = threads > 0 ? 2048 / threads : 0;

    if (!kernel || threads <= 0)
        return upsweep_result(cudaErrorInvalidValue);
    *blocks = by_threads < most ? by_threads : most;
    if (shared > 0 && 233472 / shared < (size_t)*blocks)
        *blocks = (int)(233472 / shared);
    return cudaSuccess;
}

/* ---- Streams and events ---------------------------------------------------*/

/* Streams differ only by their address. */
struct CUstream_st {
    char unused;
};
struct CUevent_st {
    struct timespec time;
    bool recorded, timed;
};

static bool is_stream(cudaStream_t stream)
{
    return stream && stream != cudaStreamLegacy &&
           stream != cudaStreamPerThread;
}

cudaError_t cudaStreamCreate(cudaStream_t *to)
{
    *to = malloc(sizeof **to);
    return upsweep_result(*to ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (!is_stream(stream))
        return upsweep_result(cudaErrorInvalidResourceHandle);
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *to, unsigned flags)
{
    *to = calloc(1, sizeof **to);
    if (!*to)
        return upsweep_result(cudaErrorMemoryAllocation);
    (*to)->timed = !(flags & cudaEventDisableTiming);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)stream;
    if (!event)
        return upsweep_result(cudaErrorInvalidResourceHandle);
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    event->recorded = true;
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from,
                                 cudaEvent_t to)
{
    if (!milliseconds)
        return upsweep_result(cudaErrorInvalidValue);
    if (!from || !to || !from->recorded || !to->recorded || !from->timed ||
        !to->timed)
        return upsweep_result(cudaErrorInvalidResourceHandle);
    *milliseconds =
        (float)((double)(to->time.tv_sec - from->time.tv_sec) * 1e3 +
                (double)(to->time.tv_nsec - from->time.tv_nsec) / 1e6);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!event)
        return upsweep_result(cudaErrorInvalidResourceHandle);
    free(event);
    return cudaSuccess;
}

/* ---- C library ------------------------------------------------------------*/

/* assert() in a kernel names its thread.  The declaration is glibc's. */
_Noreturn void __assert_fail(const char *expression, const char *file,
                             unsigned line, const char *function)
{
    if (machine_thread)
        machine_fault((uint64_t)(uintptr_t)__builtin_return_address(0),
                      "fails its assertion: %s", expression);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
            expression);
    abort();
}

/* The linker gives the calls of these functions names that begin with __wrap_,
 * and names the functions themselves __real_.  The machine's own calls are
 * among them. */
#define WRAP(type, name, parameters)                                           \
    __attribute__((weak)) type __real_##name parameters;                       \
    type __wrap_##name parameters

/* malloc, calloc, and C++'s operators new and new[]. */
#define WRAP_ALLOCATION(name, all_bytes, parameters, ...)                      \
    WRAP(void *, name, parameters)                                             \
    {                                                                          \
        void *memory = __real_##name(__VA_ARGS__);                             \
                                                                               \
        if (!memory)                                                           \
            machine_short(all_bytes);                                          \
        machine_note_heap(memory, all_bytes);                                  \
        return memory;                                                         \
    }
WRAP_ALLOCATION(malloc, bytes, (size_t bytes), bytes)
WRAP_ALLOCATION(calloc, count *size, (size_t count, size_t size), count, size)
WRAP_ALLOCATION(_Znwm, bytes, (size_t bytes), bytes)
WRAP_ALLOCATION(_Znam, bytes, (size_t bytes), bytes)

static void check_free(uint64_t pc, const void *memory)
{
    if (!upsweep_in_global_space(memory))
        return;
    if (machine_thread)
        machine_fault(pc, "frees an array; only the host can");
    const GlobalArray *array = memory_array(memory, false);
    machine_fault(
        pc, array && array->pinned
                ? "the host frees pinned memory with free; use cudaFreeHost"
                : "the host frees device memory with free; use cudaFree");
}

/* free, and C++'s operators delete. */
#define WRAP_FREE(name, parameters, ...)                                       \
    WRAP(void, name, parameters)                                               \
    {                                                                          \
        check_free((uint64_t)(uintptr_t)__builtin_return_address(0), memory);  \
        __real_##name(__VA_ARGS__);                                            \
    }
WRAP_FREE(free, (void *memory), memory)
WRAP_FREE(_ZdlPv, (void *memory), memory)
WRAP_FREE(_ZdaPv, (void *memory), memory)
WRAP_FREE(_ZdlPvm, (void *memory, size_t bytes), memory, bytes)

/* Lines appear in the order in which warps run in lockstep, so a launch that
 * prints runs so from its begin. */
WRAP(int, printf, (const char *format, ...))
{
    va_list arguments;

    machine_needs_lockstep();
    va_start(arguments, format);
    int length = vprintf(format, arguments);
    va_end(arguments);
    return length;
}

WRAP(int, puts, (const char *text))
{
    machine_needs_lockstep();
    return __real_puts(text);
}

WRAP(int, putchar, (int byte))
{
    machine_needs_lockstep();
    return __real_putchar(byte);
}
