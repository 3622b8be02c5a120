/* SPDX-License-Identifier: MIT
 *
 * A scan of more elements than one block takes, in three phases:
 *
 *     in      3  1  7  0 | 4  1  6  3 | 2  5  1  1     12 elements, 3 blocks
 *     scan    0  3  4 11 | 0  4  5 11 | 0  2  7  8     each block, by itself
 *     sums            11           14            9     of the blocks
 *     scan             0           11           25     ... the same kernel
 *     add     0  3  4 11 |11 15 16 22 |25 27 32 33     in front of each block
 *
 * A launch waits for the one before, and so do all of its blocks: that is the
 * barrier which blocks have not got among themselves.
 *
 *     nvcc three-phase.cu && ./a.out 64 16        n, elements of a block
 *     upsweep view three-phase.cu -- 64 16
 *
 * The catalog has it as kernels/three-phase.cu, where the sums are collected
 * by a launch of their own; a block is scanned here as in prescan.cu.
 */
#include <stdio.h>
#include <stdlib.h>

__global__ void scan_blocks(int *out, int *sums, const int *in, int n)
{
    extern __shared__ int s[];
    int size = 2 * blockDim.x;
    int first = blockIdx.x * size;

    for (int i = threadIdx.x; i < size; i += blockDim.x)
        s[i] = first + i < n ? in[first + i] : 0;

    for (int d = 1; d < size; d *= 2) {
        __syncthreads(); // step: up-sweep
        int a = d * (2 * threadIdx.x + 1) - 1;
        int b = d * (2 * threadIdx.x + 2) - 1;
        if (b < size)
            s[b] += s[a];
    }

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        s[size - 1] = 0;

    for (int d = size / 2; d > 0; d /= 2) {
        __syncthreads(); // step: down-sweep
        int a = d * (2 * threadIdx.x + 1) - 1;
        int b = d * (2 * threadIdx.x + 2) - 1;
        if (b < size) {
            int left = s[a];
            int before = s[b];
            s[a] = before;
            s[b] = before + left;
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < size && first + i < n; i += blockDim.x) {
        int own = in[first + i];
        int before = s[i];
        if (i == size - 1)
            sums[blockIdx.x] = before + own;
        out[first + i] = before;
    }
}

__global__ void add_before(int *out, const int *before, int n)
{
    int size = 2 * blockDim.x;
    int first = blockIdx.x * size;

    for (int i = threadIdx.x; i < size && first + i < n; i += blockDim.x)
        out[first + i] += before[blockIdx.x];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    int size = argc > 2 ? atoi(argv[2]) : 16;
    int blocks = size > 0 ? (n + size - 1) / size : 0;
    int *in, *out, *sums, *before, *all;

    if (size < 2 || (size & (size - 1)) || blocks > size) {
        printf("blocks must be a power of two, and no more than they hold\n");
        return 1;
    }
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&sums, size * sizeof(int));
    cudaMallocManaged(&before, size * sizeof(int));
    cudaMallocManaged(&all, sizeof(int));
    for (int i = 0; i < n; ++i)
        in[i] = (3 + 5 * i) % 11;

    scan_blocks<<<blocks, size / 2, size * sizeof(int)>>>(out, sums, in, n);
    scan_blocks<<<1, size / 2, size * sizeof(int)>>>(before, all, sums, blocks);
    add_before<<<blocks, size / 2>>>(out, before, n);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("the GPU did not run it\n");
        return 1;
    }

    for (int i = 0, sum = 0; i < n; ++i) {
        if (out[i] != sum) {
            printf("wrong: element %d is %d, not %d\n", i, out[i], sum);
            return 1;
        }
        sum += in[i];
    }
    printf("right\n");
    return 0;
}
