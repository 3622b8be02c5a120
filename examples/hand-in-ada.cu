/* SPDX-License-Identifier: MIT
 *
 * A hand-in, by Ada, for up to 1024 elements: one thread for each, which adds
 * the element 1, 2, 4, ... places to its left.  Two buffers, so that nobody
 * writes where others read.
 *
 * There is a mistake in it.  The lesson "bugs" is about finding it:
 *
 *     upsweep verify hand-in-ada.cu
 */
#include <stdio.h>
#include <stdlib.h>

__global__ void scan(int *out, const int *in, int n)
{
    extern __shared__ int s[];
    int *from = s, *to = s + n;
    int i = threadIdx.x;

    from[i] = in[i];
    __syncthreads(); // step: load

    for (int d = 1; d < n; d *= 2) {
        if (i >= d)
            to[i] = from[i - d] + from[i];
        else
            to[i] = from[i];
        int *old = from;
        from = to;
        to = old;
    }

    out[i] = from[i];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    size_t bytes = n * sizeof(int);
    int *in = (int *)malloc(bytes), *out = (int *)malloc(bytes);
    int *gpu_in, *gpu_out;

    for (int i = 0; i < n; ++i)
        in[i] = (3 + 5 * i) % 11;
    cudaMalloc(&gpu_in, bytes);
    cudaMalloc(&gpu_out, bytes);
    cudaMemcpy(gpu_in, in, bytes, cudaMemcpyHostToDevice);
    scan<<<1, n, 2 * bytes>>>(gpu_out, gpu_in, n);
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
