/* SPDX-License-Identifier: MIT
 *
 * Each warp scans 32 elements in its registers: __shfl_up_sync hands a lane the
 * x of the lane d below.  Shared memory holds only the total of each warp; the
 * first warp scans those, and each warp adds what lies before it.
 *
 *     warp 0          warp 1          warp 2
 *     x0 .. x31       x32 .. x63      x64 .. x95
 *            |               |               |      their totals
 *            0              T0            T0+T1     scanned
 *            |               |               |      added to each
 *
 * More than 1024 elements go tile by tile; "carry" is the sum of those before.
 *
 *     nvcc shuffle.cu && ./a.out 64        on a GPU
 *     upsweep view shuffle.cu -- 64        without one
 *
 * The catalog has it as kernels/block-shuffle.cu.
 */
#include <stdio.h>
#include <stdlib.h>

#define ALL 0xffffffffu

/* Lane i gets the sum of the x of lanes 0 to i. */
__device__ int scan_warp(int x, int lane)
{
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(ALL, x, d);
        if (lane >= d)
            x += left;
    }
    return x;
}

__global__ void shuffle(int *out, const int *in, int n)
{
    __shared__ int totals[32];
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int warps = blockDim.x / 32;
    int carry = 0;

    for (int first = 0; first < n; first += blockDim.x) {
        if (first > 0)
            __syncthreads(); // step: scan warps
        int i = first + threadIdx.x;
        int x = scan_warp(i < n ? in[i] : 0, lane);
        if (lane == 31)
            totals[warp] = x;

        __syncthreads(); // step: scan totals
        if (warp == 0) {
            int total = lane < warps ? totals[lane] : 0;
            int sum = carry + scan_warp(total, lane);
            int before = __shfl_up_sync(ALL, sum, 1);
            if (lane < warps)
                totals[lane] = lane == 0 ? carry : before;
            carry = __shfl_sync(ALL, sum, 31);
        }

        __syncthreads(); // step: add
        int before = lane == 0 ? totals[warp] : 0;
        before = __shfl_sync(ALL, before, 0);
        if (i < n)
            out[i] = before + x;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    int threads = n < 1024 ? (n + 31) / 32 * 32 : 1024;
    size_t bytes = n * sizeof(int);
    int *in = (int *)malloc(bytes), *out = (int *)malloc(bytes);
    int *gpu_in, *gpu_out;

    for (int i = 0; i < n; ++i)
        in[i] = (3 + 5 * i) % 11;
    cudaMalloc(&gpu_in, bytes);
    cudaMalloc(&gpu_out, bytes);
    cudaMemcpy(gpu_in, in, bytes, cudaMemcpyHostToDevice);
    shuffle<<<1, threads>>>(gpu_out, gpu_in, n);
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
