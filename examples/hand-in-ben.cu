/* SPDX-License-Identifier: MIT
 *
 * A hand-in, by Ben, for a multiple of 16 elements: each thread adds up 16
 * elements that are neighbours, thread 0 scans these sums, and each thread adds
 * what lies before its own.  Little is left to wait for.
 *
 * There is a mistake in it.  The lesson "bugs" is about finding it:
 *
 *     upsweep verify hand-in-ben.cu
 */
#include <stdio.h>
#include <stdlib.h>

#define OWN 16   /* elements of a thread */
#define PLACE 16 /* cells from one thread's elements to the next one's */

__global__ void scan(int *out, const int *in, int n)
{
    extern __shared__ int s[];
    __shared__ int sums[64];
    int t = threadIdx.x;
    int threads = n / OWN;

    for (int i = t; i < n; i += threads)
        s[i / OWN * PLACE + i % OWN] = in[i];

    __syncthreads(); // step: add up
    int sum = 0;
    for (int j = 0; j < OWN; ++j) {
        sum += s[t * PLACE + j];
        s[t * PLACE + j] = sum;
    }
    sums[t] = sum;

    __syncthreads(); // step: scan sums
    if (t == 0) {
        int before = 0;
        for (int j = 0; j < threads; ++j) {
            int own = sums[j];
            sums[j] = before;
            before += own;
        }
    }

    __syncthreads(); // step: write back
    for (int i = t; i < n; i += threads)
        out[i] = sums[i / OWN] + s[i / OWN * PLACE + i % OWN];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 512;
    size_t bytes = n * sizeof(int);
    int *in = (int *)malloc(bytes), *out = (int *)malloc(bytes);
    int *gpu_in, *gpu_out;

    for (int i = 0; i < n; ++i)
        in[i] = (3 + 5 * i) % 11;
    cudaMalloc(&gpu_in, bytes);
    cudaMalloc(&gpu_out, bytes);
    cudaMemcpy(gpu_in, in, bytes, cudaMemcpyHostToDevice);
    scan<<<1, n / OWN, n / OWN * PLACE * sizeof(int)>>>(gpu_out, gpu_in, n);
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
