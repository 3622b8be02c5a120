/* SPDX-License-Identifier: MIT
 *
 * cuda_device - see cuda_device.h.  Plain C that calls the runtime's C
 * interface: nvcc compiles only the kernels and peers.cu.
 */
#include "gpu/cuda_device.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- The kernels ----------------------------------------------------------*/

#define CATALOG_ITEM(id)                                                       \
    extern CudaLauncher scan_plain_##id, scan_timed_##id, scan_traced_##id;
#include "catalog_list.h"
#undef CATALOG_ITEM

typedef struct {
    const char *id; /* the algorithm's name, with _ for - */
    CudaLauncher *ways[CUDA_WAYS];
} CudaKernel;

static const CudaKernel kernels[] = {
#define CATALOG_ITEM(id)                                                       \
    {#id, {scan_plain_##id, scan_timed_##id, scan_traced_##id}},
#include "catalog_list.h"
#undef CATALOG_ITEM
};

CudaLauncher *cuda_launcher(const Algorithm *algorithm, CudaWay way)
{
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; ++i) {
        const char *x = kernels[i].id;
        const char *y = algorithm->name;
        while (*x && (*x == *y || (*x == '_' && *y == '-'))) {
            ++x;
            ++y;
        }
        if (!*x && (!*y || *y == ':'))
            return kernels[i].ways[way];
    }
    base_die(__FILE__, __LINE__, "an algorithm without a kernel");
}

ScanArgs cuda_args(const Launch *launch)
{
    uint32_t padded = base_power_of_two(launch->block_n);
    ScanArgs args = {.total = (int)launch->n,
                     .block_n = (int)launch->block_n,
                     .padded_n = (int)padded,
                     .log2n = base_log2(padded),
                     .k = (int)launch->k,
                     .log2k = base_log2(launch->k),
                     .inclusive = launch->inclusive,
                     .part = launch->part,
                     .passes = launch->passes,
                     .op = launch->op,
                     .in = launch->in,
                     .out = launch->out,
                     .words = launch->words};

    for (int j = 0; j < PLAN_MAX_SCRATCH; ++j)
        args.scratch[j] = launch->scratch[j];
    return args;
}

/* ---- The device -----------------------------------------------------------*/

bool cuda_good(cudaError_t code, const char *what, Error *error)
{
    if (code == cudaSuccess)
        return true;
    return error_set(error, ERROR_FAILED,
                     "the GPU cannot %s: %s; try "
                     "--device cpu",
                     what, cudaGetErrorString(code));
}

bool cuda_started(int code, Error *error)
{
    return cuda_good((cudaError_t)code, "start this kernel", error);
}

int peer_usable(void); /* src/gpu/peers.cu */

bool cuda_ready(Error *error)
{
    int count = 0;
    cudaError_t code = cudaGetDeviceCount(&count);

    if (code != cudaSuccess || count < 1)
        return error_set(error, ERROR_FAILED, "no CUDA device (%s)",
                         code != cudaSuccess ? cudaGetErrorString(code)
                                             : "none is installed");
    code = cudaSetDevice(0);
    if (code == cudaSuccess)
        code = (cudaError_t)peer_usable();
    if (code == cudaErrorNoKernelImageForDevice ||
        code == cudaErrorInvalidDeviceFunction)
        return error_set(error, ERROR_FAILED,
                         "this build has no code for the GPU here (%s): "
                         "configure it with CUDA_GENCODE=-arch=native",
                         cuda_device_name());
    return code == cudaSuccess ||
           error_set(error, ERROR_FAILED, "the GPU cannot be used: %s",
                     cudaGetErrorString(code));
}

const char *cuda_device_name(void)
{
    static struct cudaDeviceProp properties;

    if (!properties.name[0] &&
        cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
        return "GPU";
    return properties.name;
}

/* A kernel that was given up still runs, and cudaFree would wait for it: then
 * memory is not freed before the process ends. */
static bool given_up;

bool cuda_await(const char *what, Error *error)
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
                             "%s runs on the GPU for more than %d s; does it "
                             "end? --device cpu tells where it is",
                             what, CUDA_PATIENCE);
        nanosleep(&pause, NULL);
    }
    return cuda_good(code, "run this kernel", error);
}

/* ---- Memory ---------------------------------------------------------------*/

bool cuda_alloc(CudaMemory *memory, size_t count, size_t size, void *place,
                Error *error)
{
    void *block = NULL;

    BASE_CHECK(memory->count < (int)(sizeof memory->blocks / sizeof block));
    if (!cuda_good(cudaMalloc(&block, count * size + 1), "allocate memory",
                   error))
        return false;
    memory->blocks[memory->count++] = block;
    memcpy(place, &block, sizeof block);
    return cuda_good(cudaMemset(block, 0, count * size), "clear memory", error);
}

void cuda_free_all(CudaMemory *memory)
{
    for (int i = 0; i < memory->count && !given_up; ++i)
        cudaFree(memory->blocks[i]);
    memory->count = 0;
}

bool cuda_upload(void *to, const void *from, size_t bytes, Error *error)
{
    return cuda_good(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice),
                     "take the input", error);
}

bool cuda_download(void *to, const void *from, size_t bytes, Error *error)
{
    return cuda_good(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost),
                     "give results back", error);
}
