/* SPDX-License-Identifier: MIT
 *
 * The scan of prescan.cu with an empty cell after every 32, so that elements 32
 * apart do not lie in one bank:
 *
 *     bank      0   1   2   3          (with 4 banks)
 *              x0  x1  x2  x3
 *              --  x4  x5  x6
 *              x7  --  x8  x9
 *
 * No lane waits as long as n is at most 32 * 32.
 *
 *     nvcc prescan-padded.cu && ./a.out 64        on a GPU
 *     upsweep view prescan-padded.cu -- 64        without one
 *
 * The catalog has it as kernels/padding.cu.
 */
#include <stdio.h>
#include <stdlib.h>

/* Where element i lies. */
__device__ int cell(int i)
{
    return i + i / 32;
}

__global__ void prescan_padded(int *out, const int *in, int n)
{
    extern __shared__ int s[];

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[cell(i)] = in[i];

    for (int d = 1; d < n; d *= 2) {
        __syncthreads(); // step: up-sweep
        for (int i = threadIdx.x; i < n / 2 / d; i += blockDim.x) {
            int a = cell(d * (2 * i + 1) - 1);
            int b = cell(d * (2 * i + 2) - 1);
            s[b] += s[a];
        }
    }

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        s[cell(n - 1)] = 0;

    for (int d = n / 2; d > 0; d /= 2) {
        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < n / 2 / d; i += blockDim.x) {
            int a = cell(d * (2 * i + 1) - 1);
            int b = cell(d * (2 * i + 2) - 1);
            int left = s[a];
            int before = s[b];
            s[a] = before;
            s[b] = before + left;
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = s[cell(i)];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    int threads = n / 2 < 1024 ? n / 2 : 1024;
    size_t bytes = n * sizeof(int);
    if (n < 2 || (n & (n - 1))) {
        printf("n must be a power of two\n");
        return 1;
    }
    int *in = (int *)malloc(bytes), *out = (int *)malloc(bytes);
    int *gpu_in, *gpu_out;

    for (int i = 0; i < n; ++i)
        in[i] = (3 + 5 * i) % 11;
    cudaMalloc(&gpu_in, bytes);
    cudaMalloc(&gpu_out, bytes);
    cudaMemcpy(gpu_in, in, bytes, cudaMemcpyHostToDevice);
    size_t cells = n + n / 32;
    prescan_padded<<<1, threads, cells * sizeof(int)>>>(gpu_out, gpu_in, n);
    cudaMemcpy(out, gpu_out, bytes, cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess) {
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
