/* SPDX-License-Identifier: MIT
 *
 * Four histograms of n elements.  Element x belongs to bin x mod BINS.  Every
 * thread loads one element and adds to its bin.
 *
 *     global_count     atomicAdd adds 1 in global memory
 *     shared_count     each block counts in shared memory, then adds its bins
 *                      to the global ones
 *     shared_weight    the same, but an element adds its weight, not 1
 *     private_weight   the block has COPIES of each bin: lane l adds to copy
 *                      l mod COPIES, so fewer lanes add to the same cell
 *
 *     bins        0                 1                 2
 *     cells       0 1 2 3 4 5 6 7   8 9 10 ...        16 ...
 *     copies      0 1 2 3 4 5 6 7   0 1 2  ...        0  ...
 *
 * The input is skewed: more than half of all elements belong to bin 0.
 */
#include <stdio.h>
#include <stdlib.h>

#define BINS    8
#define COPIES  8
#define THREADS 128

__global__ void global_count(int *bins, const unsigned *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int bin = in[i] % BINS;
        atomicAdd(&bins[bin], 1);
    }
}

__global__ void shared_count(int *bins, const unsigned *in, int n)
{
    __shared__ int s[BINS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x < BINS)
        s[threadIdx.x] = 0;
    __syncthreads(); // step: count
    if (i < n) {
        int bin = in[i] % BINS;
        atomicAdd(&s[bin], 1);
    }
    __syncthreads(); // step: add to the global bins
    if (threadIdx.x < BINS) {
        int sum = s[threadIdx.x];
        atomicAdd(&bins[threadIdx.x], sum);
    }
}

__global__ void shared_weight(int *bins, const unsigned *in, const int *weight,
                              int n)
{
    __shared__ int s[BINS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x < BINS)
        s[threadIdx.x] = 0;
    __syncthreads(); // step: add weights
    if (i < n) {
        int bin = in[i] % BINS, more = weight[i];
        atomicAdd(&s[bin], more);
    }
    __syncthreads(); // step: add to the global bins
    if (threadIdx.x < BINS) {
        int sum = s[threadIdx.x];
        atomicAdd(&bins[threadIdx.x], sum);
    }
}

__global__ void private_weight(int *bins, const unsigned *in, const int *weight,
                               int n)
{
    __shared__ int s[BINS * COPIES];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int copy = threadIdx.x % COPIES;

    for (int cell = threadIdx.x; cell < BINS * COPIES; cell += THREADS)
        s[cell] = 0;
    __syncthreads(); // step: add weights
    if (i < n) {
        int bin = in[i] % BINS, more = weight[i];
        atomicAdd(&s[bin * COPIES + copy], more);
    }
    __syncthreads(); // step: add to the global bins
    if (threadIdx.x < BINS) {
        int sum = 0;
        for (int c = 0; c < COPIES; ++c)
            sum += s[threadIdx.x * COPIES + c];
        atomicAdd(&bins[threadIdx.x], sum);
    }
}

/* True if the bins of the last launch are as EXPECTED; clears them. */
static bool check(const char *name, int *gpu_bins, const int *expected)
{
    int bins[BINS];

    cudaMemcpy(bins, gpu_bins, sizeof bins, cudaMemcpyDeviceToHost);
    cudaMemset(gpu_bins, 0, sizeof bins);
    if (cudaGetLastError() != cudaSuccess) {
        printf("%s: the GPU did not run it\n", name);
        return false;
    }
    for (int b = 0; b < BINS; ++b)
        if (bins[b] != expected[b]) {
            printf("%s: wrong: bin %d is %d, not %d\n", name, b, bins[b],
                   expected[b]);
            return false;
        }
    printf("%s: right\n", name);
    return true;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 512;
    int blocks = (n + THREADS - 1) / THREADS;
    size_t bytes = n * sizeof(int);
    unsigned *in = (unsigned *)malloc(bytes), *gpu_in;
    int *weight = (int *)malloc(bytes), *gpu_weight, *bins;
    int counts[BINS] = {0}, weights[BINS] = {0};

    for (int i = 0; i < n; ++i) {
        in[i] = i % 2 ? 0 : i / 2 * 5 % BINS;
        weight[i] = 1 + i % 9;
        counts[in[i]] += 1;
        weights[in[i]] += weight[i];
    }
    cudaMalloc(&gpu_in, bytes);
    cudaMalloc(&gpu_weight, bytes);
    cudaMalloc(&bins, sizeof counts);
    cudaMemcpy(gpu_in, in, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(gpu_weight, weight, bytes, cudaMemcpyHostToDevice);
    cudaMemset(bins, 0, sizeof counts);

    global_count<<<blocks, THREADS>>>(bins, gpu_in, n);
    bool right = check("global_count", bins, counts);
    shared_count<<<blocks, THREADS>>>(bins, gpu_in, n);
    right = check("shared_count", bins, counts) && right;
    shared_weight<<<blocks, THREADS>>>(bins, gpu_in, gpu_weight, n);
    right = check("shared_weight", bins, weights) && right;
    private_weight<<<blocks, THREADS>>>(bins, gpu_in, gpu_weight, n);
    right = check("private_weight", bins, weights) && right;
    return right ? 0 : 1;
}
