/* SPDX-License-Identifier: MIT */
#include "gpu/cuda_device.h"

#include <string.h>
#include <time.h>

bool cuda_device_good(cudaError_t code, const char *what, Error *error)
{
    if (code == cudaSuccess)
        return true;
    return error_set(error, ERROR_FAILED,
                     "GPU: cannot %s: %s; use --device cpu", what,
                     cudaGetErrorString(code));
}

bool cuda_device_started(int code, Error *error)
{
    return cuda_device_good((cudaError_t)code, "start this kernel", error);
}

/* A kernel that was given up still runs, and cudaFree would wait for it: then
 * memory is not freed before the process ends. */
static bool given_up;

bool cuda_device_await(const char *what, Error *error)
{
    struct timespec pause = {0, 200000};
    struct timespec start, now;
    cudaError_t code;

    clock_gettime(CLOCK_MONOTONIC, &start);
    while ((code = cudaStreamQuery(NULL)) == cudaErrorNotReady) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        given_up = now.tv_sec - start.tv_sec > CUDA_PATIENCE;
        if (given_up)
            return error_set(error, ERROR_FAILED,
                             "%s: still running on the GPU after %d s; use "
                             "--device cpu to find the loop",
                             what, CUDA_PATIENCE);
        nanosleep(&pause, NULL);
    }
    return cuda_device_good(code, "run this kernel", error);
}

bool cuda_device_alloc(CudaMemory *memory, size_t count, size_t size,
                       void *place, Error *error)
{
    void *block = NULL;

    BASE_CHECK(memory->count < (int)(sizeof memory->blocks / sizeof block));
    if (!cuda_device_good(cudaMalloc(&block, count * size + 1),
                          "allocate memory", error))
        return false;
    memory->blocks[memory->count++] = block;
    memcpy(place, &block, sizeof block);
    return cuda_device_good(cudaMemset(block, 0, count * size), "clear memory",
                            error);
}

void cuda_device_free(CudaMemory *memory)
{
    for (int i = 0; i < memory->count && !given_up; ++i)
        cudaFree(memory->blocks[i]);
    memory->count = 0;
}

bool cuda_device_upload(void *to, const void *from, size_t bytes, Error *error)
{
    return cuda_device_good(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice),
                            "take the input", error);
}

bool cuda_device_download(void *to, const void *from, size_t bytes,
                          Error *error)
{
    return cuda_device_good(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost),
                            "give results back", error);
}
