/* SPDX-License-Identifier: MIT */
#include "simulator/cuda_host.h"

#include "program/program_log.h"
#include "simulator/machine.h"
#include "simulator/memory.h"
#include "simulator/refusal.h"

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

const char *cudaGetErrorString(cudaError_t error)
{
    if (error != cudaSuccess)
        refusal_asked();
    for (size_t i = 0; i < ERRORS; ++i)
        if (errors[i].error == error)
            return errors[i].text;
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error)
{
    if (error != cudaSuccess)
        refusal_asked();
    for (size_t i = 0; i < ERRORS; ++i)
        if (errors[i].error == error)
            return errors[i].name;
    return "unrecognized error code";
}

void upsweep_set_error(int error)
{
    if (error != 0)
        last_error = (cudaError_t)error;
}

cudaError_t host_result(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

void host_only(const char *function)
{
    if (upsweep_in_kernel())
        machine_fault(0, "calls %s, which only the host can", function);
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
        refusal_asked();
    return last_error;
}

/* ---- Devices --------------------------------------------------------------*/

static cudaError_t check_device(int device)
{
    return host_result(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    if (device != 0)
        refusal_of_device(device);
    return check_device(device);
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    (void)flags;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    *flags = cudaDeviceMapHost;
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted)
{
    (void)wanted;
    return cudaGetDevice(device);
}

static int attribute_value(cudaDeviceAttr attribute)
{
    switch (attribute) {
#define ATTRIBUTE_CASE(name, number, value)                                    \
    case name:                                                                 \
        return value;
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
        return host_result(cudaErrorInvalidValue);
    *value = answer;
    return check_device(device);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *to, int device)
{
    *to = (cudaDeviceProp){.name = "Upsweep CPU machine",
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
                           .warpSize = 32,
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
                           .maxBlocksPerMultiProcessor = 32};
    return check_device(device);
}

cudaError_t cudaDeviceGetPCIBusId(char *to, int length, int device)
{
    snprintf(to, length > 0 ? (size_t)length : 0, "0000:00:00.0");
    return check_device(device);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    *least = *greatest = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    if (upsweep_in_kernel())
        upsweep_missing("cudaDeviceSynchronize in a kernel is not supported "
                        "(dynamic parallelism)");
    return cudaSuccess;
}

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceReset(void)
{
    host_only("cudaDeviceReset");
    memory_reset();
    last_error = cudaSuccess;
    return cudaSuccess;
}

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    (void)limit, (void)value;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
{
    *value = limit == cudaLimitStackSize ? 1024 : (size_t)1 << 20;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config)
{
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config)
{
    return cudaDeviceSetCacheConfig(config);
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config)
{
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config)
{
    (void)config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config)
{
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    (void)peer;
    *can = 0;
    return check_device(device);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    (void)peer, (void)flags;
    return host_result(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    (void)peer;
    return host_result(cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    *version = CUDA_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
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
        return host_result(cudaErrorInvalidDeviceFunction);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    if (value < 0 || value > most)
        return host_result(cudaErrorInvalidValue);
    if (value > dynamic_limit)
        dynamic_limit = value;
    return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *kernel, cudaFuncCache config)
{
    (void)config;
    return host_result(kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *kernel,
                                       cudaSharedMemConfig config)
{
    (void)config;
    return host_result(kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *to, const void *kernel)
{
    if (!kernel)
        return host_result(cudaErrorInvalidDeviceFunction);
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
        return host_result(cudaErrorInvalidValue);
    *blocks = by_threads < most ? by_threads : most;
    if (shared > 0 && 233472 / shared < (size_t)*blocks)
        *blocks = (int)(233472 / shared);
    return cudaSuccess;
}

/* ---- C library ------------------------------------------------------------*/

/* assert() in a kernel names its thread.  The declaration is glibc's. */
_Noreturn void __assert_fail(const char *expression, const char *file,
                             unsigned line, const char *function);
_Noreturn void __assert_fail(const char *expression, const char *file,
                             unsigned line, const char *function)
{
    if (upsweep_in_kernel())
        machine_fault((uint64_t)(uintptr_t)__builtin_return_address(0),
                      "fails its assertion: %s", expression);
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
            expression);
    abort();
}

/* The linker gives the calls of malloc and calloc these names, and names the
 * functions themselves __real_.  The machine's own calls are among them. */
__attribute__((weak)) void *__real_malloc(size_t bytes);
__attribute__((weak)) void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_malloc(size_t bytes)
{
    void *memory = __real_malloc(bytes);

    if (!memory)
        machine_short(bytes);
    machine_note_heap(memory, bytes);
    return memory;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = __real_calloc(count, size);

    if (!memory)
        machine_short(count * size);
    machine_note_heap(memory, count * size);
    return memory;
}

__attribute__((weak)) _Noreturn void __real_exit(int status);
_Noreturn void __wrap_exit(int status);

_Noreturn void __wrap_exit(int status)
{
    host_only("exit");
    __real_exit(status);
}

/* C++'s operators new and new[]. */
__attribute__((weak)) void *__real__Znwm(size_t bytes);
__attribute__((weak)) void *__real__Znam(size_t bytes);
void *__wrap__Znwm(size_t bytes);
void *__wrap__Znam(size_t bytes);

void *__wrap__Znwm(size_t bytes)
{
    void *memory = __real__Znwm(bytes);

    machine_note_heap(memory, bytes);
    return memory;
}

void *__wrap__Znam(size_t bytes)
{
    void *memory = __real__Znam(bytes);

    machine_note_heap(memory, bytes);
    return memory;
}

/* free, and C++'s operators delete. */
#define WRAP_FREE(name, parameters, ...)                                       \
    __attribute__((weak)) void __real_##name parameters;                       \
    void __wrap_##name parameters;                                             \
    void __wrap_##name parameters                                              \
    {                                                                          \
        check_free((uint64_t)(uintptr_t)__builtin_return_address(0), memory);  \
        __real_##name(__VA_ARGS__);                                            \
    }

static void check_free(uint64_t pc, const void *memory)
{
    if (!upsweep_in_global_space(memory))
        return;
    if (machine_thread)
        machine_fault(pc, "frees an array, which only the host can");
    const GlobalArray *array = memory_array(memory, false);
    machine_fault(pc,
                  array && array->pinned
                      ? "the host frees pinned memory; use cudaFreeHost"
                      : "the host frees memory of the device; use cudaFree");
}

WRAP_FREE(free, (void *memory), memory)
WRAP_FREE(_ZdlPv, (void *memory), memory)
WRAP_FREE(_ZdaPv, (void *memory), memory)
WRAP_FREE(_ZdlPvm, (void *memory, size_t bytes), memory, bytes)

/* What a throw begins with. */
__attribute__((weak)) void *__real___cxa_allocate_exception(size_t bytes);
void *__wrap___cxa_allocate_exception(size_t bytes);

void *__wrap___cxa_allocate_exception(size_t bytes)
{
    if (machine_thread)
        machine_fault((uint64_t)(uintptr_t)__builtin_return_address(0),
                      "throws an exception, which is not supported in a "
                      "kernel");
    return __real___cxa_allocate_exception(bytes);
}
