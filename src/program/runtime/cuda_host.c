/* SPDX-License-Identifier: MIT
 *
 * cuda_host - CUDA's host functions, as program/cuda/cuda_runtime_api.h
 * declares them.  Part of the user's program; not instrumented, so what it
 * reads and writes is no access of the user's.
 */
#include "program/cuda/cuda_runtime_api.h"

#include "program/program_log.h"
#include "program/runtime/machine.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PITCH = 512 }; /* bytes that cudaMallocPitch rounds rows up to */

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
    for (size_t i = 0; i < ERRORS; ++i)
        if (errors[i].error == error)
            return errors[i].text;
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error)
{
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

static cudaError_t result(cudaError_t error)
{
    if (error != cudaSuccess)
        last_error = error;
    return error;
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = last_error;

    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    return last_error;
}

/* ---- Memory ---------------------------------------------------------------*/

cudaError_t upsweep_malloc(void **to, size_t bytes, unsigned kind,
                           unsigned element_bytes, int managed)
{
    if (!to)
        return result(cudaErrorInvalidValue);
    *to = NULL;
    if (bytes == 0)
        return cudaSuccess;
    *to = upsweep_global_alloc(bytes, kind, element_bytes, managed);
    return result(*to ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaMalloc(void **to, size_t bytes)
{
    return upsweep_malloc(to, bytes, ELEMENT_OTHER, 1, 0);
}

cudaError_t cudaMallocAsync(void **to, size_t bytes, cudaStream_t stream)
{
    (void)stream;
    return cudaMalloc(to, bytes);
}

cudaError_t cudaMallocManaged(void **to, size_t bytes, unsigned flags)
{
    (void)flags;
    return upsweep_malloc(to, bytes, ELEMENT_OTHER, 1, 1);
}

cudaError_t cudaMallocHost(void **to, size_t bytes)
{
    return cudaMallocManaged(to, bytes, cudaMemAttachGlobal);
}

cudaError_t cudaHostAlloc(void **to, size_t bytes, unsigned flags)
{
    return cudaMallocManaged(to, bytes, flags);
}

cudaError_t cudaMallocPitch(void **to, size_t *pitch, size_t width,
                            size_t height)
{
    if (!pitch)
        return result(cudaErrorInvalidValue);
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return cudaMalloc(to, *pitch * height);
}

cudaError_t cudaFree(void *pointer)
{
    if (pointer && !upsweep_global_free(pointer))
        return result(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaFreeHost(void *pointer)
{
    return cudaFree(pointer);
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
    return result(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void **to, void *host, unsigned flags)
{
    (void)flags;
    if (!to || !upsweep_is_global(host, 1))
        return result(cudaErrorInvalidValue);
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

    if (error == cudaSuccess && bytes > 0)
        memmove(to, from, bytes);
    return result(error);
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
    if (width > to_pitch || width > from_pitch)
        return result(cudaErrorInvalidPitchValue);
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
    if (to_device != 0 || from_device != 0)
        return result(cudaErrorInvalidDevice);
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
    if (bytes == 0)
        return cudaSuccess;
    if (!upsweep_is_global(to, bytes))
        return result(cudaErrorInvalidValue);
    memset(to, value, bytes);
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
    if (width > pitch)
        return result(cudaErrorInvalidPitchValue);
    for (size_t y = 0; y < height; ++y) {
        cudaError_t error = cudaMemset((char *)to + y * pitch, value, width);

        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from,
                               size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    char *to = (char *)(uintptr_t)symbol + offset;

    if (!upsweep_is_global(symbol, 1))
        return result(cudaErrorInvalidSymbol);
    if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return result(cudaErrorInvalidMemcpyDirection);
    return cudaMemcpy(to, from, bytes, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes,
                                 size_t offset, cudaMemcpyKind kind)
{
    if (!upsweep_is_global(symbol, 1))
        return result(cudaErrorInvalidSymbol);
    if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
        kind != cudaMemcpyDefault)
        return result(cudaErrorInvalidMemcpyDirection);
    return cudaMemcpy(to, (const char *)symbol + offset, bytes, kind);
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
    if (!upsweep_is_global(symbol, 1))
        return result(cudaErrorInvalidSymbol);
    *to = (void *)(uintptr_t)symbol;
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream)
{
    (void)device, (void)stream;
    return result(upsweep_is_global(pointer, bytes) ? cudaSuccess
                                                    : cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                          cudaMemoryAdvise advice, int device)
{
    (void)advice;
    return cudaMemPrefetchAsync(pointer, bytes, device, NULL);
}

/* ---- Devices --------------------------------------------------------------*/

static cudaError_t check_device(int device)
{
    return result(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
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
        return result(cudaErrorInvalidValue);
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
    return last_error;
}

cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceReset(void)
{
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
    return result(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    (void)peer;
    return result(cudaErrorPeerAccessNotEnabled);
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

/* ---- Streams and events ---------------------------------------------------*/

/* Streams differ only by their address. */
struct CUstream_st {
    unsigned flags;
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

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *to, unsigned flags)
{
    *to = malloc(sizeof **to);
    if (!*to)
        return result(cudaErrorMemoryAllocation);
    (*to)->flags = flags;
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *to)
{
    return cudaStreamCreateWithFlags(to, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *to, unsigned flags,
                                         int priority)
{
    (void)priority;
    return cudaStreamCreateWithFlags(to, flags);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (!is_stream(stream))
        return result(cudaErrorInvalidResourceHandle);
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    (void)stream;
    return last_error;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    (void)stream;
    return last_error;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned flags)
{
    (void)stream, (void)event, (void)flags;
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void *user,
                                  unsigned flags)
{
    (void)flags;
    callback(stream, last_error, user);
    return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer,
                                     size_t bytes, unsigned flags)
{
    (void)stream, (void)pointer, (void)bytes, (void)flags;
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void *user)
{
    (void)stream;
    function(user);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *to, unsigned flags)
{
    *to = calloc(1, sizeof **to);
    if (!*to)
        return result(cudaErrorMemoryAllocation);
    (*to)->timed = !(flags & cudaEventDisableTiming);
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *to)
{
    return cudaEventCreateWithFlags(to, cudaEventDefault);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    (void)stream;
    if (!event)
        return result(cudaErrorInvalidResourceHandle);
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    event->recorded = true;
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return event ? cudaSuccess : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return event ? last_error : result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from,
                                 cudaEvent_t to)
{
    if (!milliseconds)
        return result(cudaErrorInvalidValue);
    if (!from || !to || !from->recorded || !to->recorded || !from->timed ||
        !to->timed)
        return result(cudaErrorInvalidResourceHandle);
    *milliseconds =
        (float)((double)(to->time.tv_sec - from->time.tv_sec) * 1e3 +
                (double)(to->time.tv_nsec - from->time.tv_nsec) / 1e6);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!event)
        return result(cudaErrorInvalidResourceHandle);
    free(event);
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
        return result(cudaErrorInvalidDeviceFunction);
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaSuccess;
    if (value < 0 || value > most)
        return result(cudaErrorInvalidValue);
    if (value > dynamic_limit)
        dynamic_limit = value;
    return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void *kernel, cudaFuncCache config)
{
    (void)config;
    return result(kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *kernel,
                                       cudaSharedMemConfig config)
{
    (void)config;
    return result(kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *to, const void *kernel)
{
    if (!kernel)
        return result(cudaErrorInvalidDeviceFunction);
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
        return result(cudaErrorInvalidValue);
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
