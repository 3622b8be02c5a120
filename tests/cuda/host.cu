/* SPDX-License-Identifier: MIT
 *
 * host - memory, copies, streams, events, devices and errors.
 */
#include "check.h"

#include <assert.h>
#include <string.h>
#include <sys/resource.h>

__global__ void add(int *data, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    assert(n > 0);
    if (i < n)
        data[i] += value;
    if (i == 0 && value == 1000)
        printf("from a kernel: %d\n", data[i]);
}
static void call(void *user)
{
    *(int *)user += 1;
}
static void memory()
{
    int host[64], back[64], *device = NULL, *other = NULL;

    for (int i = 0; i < 64; ++i)
        host[i] = i;
    CHECK(cudaMalloc((void **)&device, sizeof host) == cudaSuccess);
    CHECK(cudaMalloc(&other, sizeof host) == cudaSuccess);
    CHECK(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice) ==
          cudaSuccess);
    CHECK(cudaMemcpy(other, device, sizeof host, cudaMemcpyDeviceToDevice) ==
          cudaSuccess);
    CHECK(cudaMemcpy(back, other, sizeof host, cudaMemcpyDeviceToHost) ==
          cudaSuccess);
    CHECK(memcmp(host, back, sizeof host) == 0);
    CHECK(cudaMemset(other, 1, 4) == cudaSuccess);
    CHECK(cudaMemcpy(back, other, 8, cudaMemcpyDefault) == cudaSuccess);
    CHECK(back[0] == 0x01010101 && back[1] == 1);
    CHECK(cudaFree(other) == cudaSuccess && cudaFree(NULL) == cudaSuccess);

    size_t pitch = 0;
    char *rows = NULL, row[3][5] = {"abcd", "efgh", "ijkl"}, copy[3][5];
    CHECK(cudaMallocPitch((void **)&rows, &pitch, 5, 3) == cudaSuccess);
    CHECK(pitch >= 5);
    CHECK(cudaMemcpy2D(rows, pitch, row, 5, 5, 3, cudaMemcpyHostToDevice) ==
          cudaSuccess);
    CHECK(cudaMemcpy2D(copy, 5, rows, pitch, 5, 3, cudaMemcpyDeviceToHost) ==
          cudaSuccess);
    CHECK(memcmp(row, copy, sizeof row) == 0);
    CHECK(cudaFree(rows) == cudaSuccess);

    int *pinned = NULL, *mapped = NULL;
    CHECK(cudaMallocHost(&pinned, 64 * sizeof(int)) == cudaSuccess);
    CHECK(cudaHostAlloc((void **)&mapped, 64 * sizeof(int),
                        cudaHostAllocMapped) == cudaSuccess);
    mapped[0] = 5;
    int *seen = NULL;
    CHECK(cudaHostGetDevicePointer((void **)&seen, mapped, 0) == cudaSuccess);
    add<<<1, 1>>>(seen, 1, 2);
    CHECK(cudaDeviceSynchronize() == cudaSuccess && mapped[0] == 7);
    CHECK(cudaMemcpy(pinned, device, 256, cudaMemcpyDeviceToHost) ==
          cudaSuccess);
    CHECK(pinned[9] == 9);
    CHECK(cudaMemcpy(device, pinned, 256, cudaMemcpyHostToDevice) ==
          cudaSuccess);
    CHECK(cudaFreeHost(pinned) == cudaSuccess);
    CHECK(cudaFreeHost(mapped) == cudaSuccess);
    CHECK(cudaFree(device) == cudaSuccess);

    size_t available = 0, total = 0;
    CHECK(cudaMemGetInfo(&available, &total) == cudaSuccess);
    CHECK(available > 0 && available <= total);
}
static void streams()
{
    cudaStream_t stream, second;
    cudaEvent_t begin, end;
    int *data = NULL, host[8] = {0}, calls = 0;
    float milliseconds = -1;

    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) ==
          cudaSuccess);
    CHECK(cudaEventCreate(&begin) == cudaSuccess);
    CHECK(cudaEventCreateWithFlags(&end, cudaEventDefault) == cudaSuccess);
    CHECK(cudaMalloc(&data, sizeof host) == cudaSuccess);
    CHECK(cudaEventRecord(begin, stream) == cudaSuccess);
    CHECK(cudaMemcpyAsync(data, host, sizeof host, cudaMemcpyHostToDevice,
                          stream) == cudaSuccess);
    add<<<1, 8, 0, stream>>>(data, 8, 1000);
    CHECK(cudaEventRecord(end, stream) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(second, end, 0) == cudaSuccess);
    CHECK(cudaMemcpyAsync(host, data, sizeof host, cudaMemcpyDeviceToHost,
                          second) == cudaSuccess);
    CHECK(cudaLaunchHostFunc(second, call, &calls) == cudaSuccess);
    CHECK(cudaStreamSynchronize(second) == cudaSuccess);
    CHECK(host[7] == 1000 && calls == 1);
    CHECK(cudaEventSynchronize(end) == cudaSuccess);
    CHECK(cudaEventQuery(end) == cudaSuccess);
    CHECK(cudaEventElapsedTime(&milliseconds, begin, end) == cudaSuccess);
    CHECK(milliseconds >= 0);
    CHECK(cudaEventDestroy(begin) == cudaSuccess);
    CHECK(cudaEventDestroy(end) == cudaSuccess);
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(cudaStreamDestroy(second) == cudaSuccess);
    CHECK(cudaFree(data) == cudaSuccess);
}
static void devices()
{
    cudaDeviceProp properties;
    int count = 0, device = -1, value = 0;

    CHECK(cudaGetDeviceCount(&count) == cudaSuccess && count >= 1);
    CHECK(cudaSetDevice(0) == cudaSuccess);
    CHECK(cudaGetDevice(&device) == cudaSuccess && device == 0);
    CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    CHECK(properties.warpSize == 32 && properties.maxThreadsPerBlock == 1024);
    CHECK(properties.sharedMemPerBlock == 49152 && properties.name[0]);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0) ==
          cudaSuccess);
    CHECK(value == 1024);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, add, 256, 0) ==
          cudaSuccess);
    CHECK(value >= 1);
    int grid = 0, block = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add, 0, 0) ==
          cudaSuccess);
    CHECK(grid > 0 && block > 0 && block <= 1024);
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, add) == cudaSuccess);
    CHECK(attributes.maxThreadsPerBlock == 1024);
    CHECK(cudaFuncSetCacheConfig(add, cudaFuncCachePreferL1) == cudaSuccess);
    CHECK(cudaFuncSetAttribute(add,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               65536) == cudaSuccess);
}
static void errors()
{
    int *device = NULL, host[4] = {0};

    CHECK(cudaMalloc(&device, 16) == cudaSuccess);
    CHECK(cudaSetDevice(99) == cudaErrorInvalidDevice);
    CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaMemset(host, 0, 4) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host, device, 16, (cudaMemcpyKind)9) ==
          cudaErrorInvalidMemcpyDirection);
    CHECK(cudaMemcpy(device, host, 4096, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device, host, 16, cudaMemcpyDeviceToHost) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemcpy(host, host, 4, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidValue);
    CHECK(cudaMemcpy(device, device + 1, 4, cudaMemcpyHostToDevice) ==
          cudaSuccess);
    CHECK(cudaFree(host) == cudaErrorInvalidValue);
    CHECK(cudaMalloc(&device, (size_t)1 << 50) == cudaErrorMemoryAllocation);
    cudaGetLastError();
    CHECK(strcmp(cudaGetErrorString(cudaErrorMemoryAllocation),
                 "out of memory") == 0);
    CHECK(strcmp(cudaGetErrorName(cudaErrorInvalidValue),
                 "cudaErrorInvalidValue") == 0);
}

/* What was freed takes no memory. */
static void freed()
{
    const size_t bytes = (size_t)64 << 20;
    char *data;
    rusage usage;

    for (int i = 0; i < 16; ++i) {
        CHECK(cudaMalloc(&data, bytes) == cudaSuccess);
        CHECK(cudaMemset(data, 1, bytes) == cudaSuccess);
        CHECK(cudaFree(data) == cudaSuccess);
    }
    getrusage(RUSAGE_SELF, &usage);
    CHECK(usage.ru_maxrss < 512 << 10);
}

int main()
{
    memory();
    freed();
    streams();
    devices();
    errors();
    return result("host");
}
