/* SPDX-License-Identifier: MIT
 *
 * cuda_stream - CUDA's host functions for streams, which run in order, and for
 * events.
 */
#include "simulator/cuda_host.h"

#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

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
        return host_result(cudaErrorMemoryAllocation);
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
        return host_result(cudaErrorInvalidResourceHandle);
    free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    (void)stream;
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    (void)stream;
    return cudaSuccess;
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
    callback(stream, cudaSuccess, user);
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
        return host_result(cudaErrorMemoryAllocation);
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
        return host_result(cudaErrorInvalidResourceHandle);
    clock_gettime(CLOCK_MONOTONIC, &event->time);
    event->recorded = true;
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    return event ? cudaSuccess : host_result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return event ? cudaSuccess : host_result(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from,
                                 cudaEvent_t to)
{
    if (!milliseconds)
        return host_result(cudaErrorInvalidValue);
    if (!from || !to || !from->recorded || !to->recorded || !from->timed ||
        !to->timed)
        return host_result(cudaErrorInvalidResourceHandle);
    *milliseconds =
        (float)((double)(to->time.tv_sec - from->time.tv_sec) * 1e3 +
                (double)(to->time.tv_nsec - from->time.tv_nsec) / 1e6);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    if (!event)
        return host_result(cudaErrorInvalidResourceHandle);
    free(event);
    return cudaSuccess;
}
