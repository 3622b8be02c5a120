/* SPDX-License-Identifier: MIT
 *
 * A sum of n elements, in seven steps after Mark Harris, "Optimizing Parallel
 * Reduction in CUDA".  Each block adds up its elements, and the host adds up
 * the sums of the blocks.
 *
 *     interleaved   every second thread adds, then every fourth, ...
 *     strided       neighbouring threads add; their operands are strided
 *     sequential    neighbouring threads add neighbouring elements
 *     first_add     the load adds two elements, so no thread only loads
 *     last_warp     the last warp needs no barrier of the block
 *     unrolled      the compiler knows the number of threads: no loop is left
 *     several       each thread adds several elements before the tree begins
 *
 *     interleaved        strided            sequential
 *     0 1 2 3 4 5 6 7    0 1 2 3 4 5 6 7    0 1 2 3 4 5 6 7   cells
 *     0   2   4   6      0   1   2   3      0 1 2 3           threads that add
 *     0       4          0       1          0 1
 *     0                  0                  0
 */
#include <stdio.h>
#include <stdlib.h>

#define THREADS 128

__global__ void interleaved(int *out, const int *in, int n)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void strided(int *out, const int *in, int n)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int at = 2 * d * t;
        if (at < blockDim.x)
            s[at] += s[at + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void sequential(int *out, const int *in, int n)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* Elements i and j together, as far as there are such. */
__device__ int add_two(const int *in, int i, int j, int n)
{
    int sum = i < n ? in[i] : 0;

    if (j < n)
        sum += in[j];
    return sum;
}

__global__ void first_add(int *out, const int *in, int n)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t;

    s[t] = add_two(in, i, i + blockDim.x, n);
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* Warp 0 adds up 64 cells.  Its lanes need __syncwarp, as nothing else makes
 * them run together. */
__device__ void add_in_warp(int *s, int t)
{
    for (int d = 32; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncwarp();
    }
}

__global__ void last_warp(int *out, const int *in, int n)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t;

    s[t] = add_two(in, i, i + blockDim.x, n);
    __syncthreads();
    for (int d = blockDim.x / 2; d > 32; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32)
        add_in_warp(s, t);
    if (t == 0)
        out[blockIdx.x] = s[0];
}

/* The tree of a block of COUNT threads. */
template <int COUNT> __device__ void add_in_block(int *s, int t)
{
    if (COUNT >= 512) {
        if (t < 256)
            s[t] += s[t + 256];
        __syncthreads();
    }
    if (COUNT >= 256) {
        if (t < 128)
            s[t] += s[t + 128];
        __syncthreads();
    }
    if (COUNT >= 128) {
        if (t < 64)
            s[t] += s[t + 64];
        __syncthreads();
    }
    if (t < 32)
        add_in_warp(s, t);
}

template <int COUNT> __global__ void unrolled(int *out, const int *in, int n)
{
    __shared__ int s[COUNT];
    int t = threadIdx.x, i = blockIdx.x * 2 * COUNT + t;

    s[t] = add_two(in, i, i + COUNT, n);
    __syncthreads();
    add_in_block<COUNT>(s, t);
    if (t == 0)
        out[blockIdx.x] = s[0];
}

template <int COUNT> __global__ void several(int *out, const int *in, int n)
{
    __shared__ int s[COUNT];
    int t = threadIdx.x, sum = 0;

    for (int i = blockIdx.x * COUNT + t; i < n; i += gridDim.x * COUNT)
        sum += in[i];
    s[t] = sum;
    __syncthreads();
    add_in_block<COUNT>(s, t);
    if (t == 0)
        out[blockIdx.x] = s[0];
}

typedef void Kernel(int *, const int *, int);

/* Runs a kernel by BLOCKS and adds up what they leave. */
static bool check(const char *name, Kernel *kernel, int blocks, int *gpu_out,
                  const int *gpu_in, int n, int expected)
{
    int *out = (int *)calloc(blocks, sizeof(int)), sum = 0;

    kernel<<<blocks, THREADS>>>(gpu_out, gpu_in, n);
    cudaMemcpy(out, gpu_out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess) {
        printf("%s: the GPU did not run it\n", name);
        return false;
    }
    for (int b = 0; b < blocks; ++b)
        sum += out[b];
    printf("%s: %s: %d\n", name, sum == expected ? "right" : "wrong", sum);
    free(out);
    return sum == expected;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1024, expected = 0;
    int blocks = (n + THREADS - 1) / THREADS, half = (blocks + 1) / 2;
    int *in = (int *)malloc(n * sizeof(int)), *gpu_in, *out;

    for (int i = 0; i < n; ++i)
        expected += in[i] = (3 + 5 * i) % 11;
    cudaMalloc(&gpu_in, n * sizeof(int));
    cudaMalloc(&out, blocks * sizeof(int));
    cudaMemcpy(gpu_in, in, n * sizeof(int), cudaMemcpyHostToDevice);

    bool right =
        check("interleaved", interleaved, blocks, out, gpu_in, n, expected);
    right &= check("strided", strided, blocks, out, gpu_in, n, expected);
    right &= check("sequential", sequential, blocks, out, gpu_in, n, expected);
    right &= check("first_add", first_add, half, out, gpu_in, n, expected);
    right &= check("last_warp", last_warp, half, out, gpu_in, n, expected);
    right &=
        check("unrolled", unrolled<THREADS>, half, out, gpu_in, n, expected);
    right &= check("several", several<THREADS>, 1, out, gpu_in, n, expected);
    return right ? 0 : 1;
}
