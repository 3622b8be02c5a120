/* SPDX-License-Identifier: MIT
 *
 * Hillis and Steele's scan: with d = 1, 2, 4, ... each element adds the one
 * d places to its left.
 *
 *     d = 1    8   3   5   7          8 + 3, 3 + 5, 5 + 7
 *     d = 2    8  11   8  12          8 + 8, 11 + 12
 *     done     8  11  16  23
 *
 * All read, a barrier, all write: hillis-steele-racy.cu shows what happens
 * without.  With more elements than threads, a round goes through them from the
 * right end to the left, so that it reads only what it has not yet written.
 *
 *     nvcc hillis-steele.cu && ./a.out 64        on a GPU
 *     upsweep view hillis-steele.cu -- 64        without one
 *
 * The catalog has it as kernels/hillis-steele.cu.
 */
#include <stdio.h>
#include <stdlib.h>

__global__ void hillis_steele(int *out, const int *in, int n)
{
    extern __shared__ int s[];
    int threads = blockDim.x;

    for (int i = threadIdx.x; i < n; i += threads)
        s[i] = in[i];

    for (int d = 1; d < n; d *= 2) {
        for (int part = (n - 1) / threads; part >= d / threads; --part) {
            int i = part * threads + threadIdx.x;
            bool adds = i >= d && i < n;
            int left = 0;
            int own = 0;

            __syncthreads(); // step: read
            if (adds) {
                left = s[i - d];
                own = s[i];
            }

            __syncthreads(); // step: write
            if (adds)
                s[i] = left + own;
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads)
        out[i] = s[i];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    int threads = n < 1024 ? n : 1024;
    size_t bytes = n * sizeof(int);
    int *in = (int *)malloc(bytes), *out = (int *)malloc(bytes);
    int *gpu_in, *gpu_out;

    for (int i = 0; i < n; ++i)
        in[i] = (3 + 5 * i) % 11;
    cudaMalloc(&gpu_in, bytes);
    cudaMalloc(&gpu_out, bytes);
    cudaMemcpy(gpu_in, in, bytes, cudaMemcpyHostToDevice);
    hillis_steele<<<1, threads, bytes>>>(gpu_out, gpu_in, n);
    cudaMemcpy(out, gpu_out, bytes, cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess) {
        printf("the GPU did not run it\n");
        return 1;
    }

    for (int i = 0, sum = 0; i < n; ++i) {
        sum += in[i];
        if (out[i] != sum) {
            printf("wrong: element %d is %d, not %d\n", i, out[i], sum);
            return 1;
        }
    }
    printf("right\n");
    return 0;
}
