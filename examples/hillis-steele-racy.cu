/* SPDX-License-Identifier: MIT
 *
 * A mistake: Hillis and Steele's scan without the barrier between reading and
 * writing.  Thread 4 reads s[3] and s[4]; has thread 3 written s[3] by then?
 * Nobody knows.  A warp moves together, so with 32 elements the sums may well
 * be right; with 64 they need not be.
 *
 *     upsweep verify hillis-steele-racy.cu    names the two lines
 *
 *     nvcc hillis-steele-racy.cu && ./a.out 64        on a GPU
 *     upsweep view hillis-steele-racy.cu -- 64        without one
 *
 * The catalog has it as kernels/hillis-steele-racy.cu; hillis-steele.cu has the
 * barrier.
 */
#include <stdio.h>
#include <stdlib.h>

__global__ void hillis_steele_racy(int *out, const int *in, int n)
{
    extern __shared__ int s[];

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = in[i];

    for (int d = 1; d < n; d *= 2) {
        __syncthreads(); // step: add
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            int sum = s[i];
            if (i >= d)
                sum += s[i - d];
            s[i] = sum;
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += blockDim.x)
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
    hillis_steele_racy<<<1, threads, bytes>>>(gpu_out, gpu_in, n);
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
