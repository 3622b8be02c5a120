/* SPDX-License-Identifier: MIT
 *
 * The scan on a tree, in place.  Up: a node becomes the sum of its two
 * children, in the place of the right one.  Then the root is cleared.  Down: a
 * node gives what lies before it to its left child, and that plus the left
 * child's sum to its right child.
 *
 *     up      3   1   7   0   4   1   6   3
 *                 4       7       5       9
 *                        11              14
 *                                        25
 *     clear                               0
 *     down                0              11
 *                 0       4      11      16
 *             0   3   4  11  11  15  16  22
 *
 * The least work; but the nodes of a level stand d apart, so that more and more
 * lanes of a warp wait at one bank.  prescan-padded.cu spreads them out.
 *
 *     nvcc prescan.cu && ./a.out 64        on a GPU
 *     upsweep view prescan.cu -- 64        without one
 *
 * The catalog has it as kernels/nopadding.cu.
 */
#include <stdio.h>
#include <stdlib.h>

__global__ void prescan(int *out, const int *in, int n)
{
    extern __shared__ int s[];

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = in[i];

    for (int d = 1; d < n; d *= 2) {
        __syncthreads(); // step: up-sweep
        for (int i = threadIdx.x; i < n / 2 / d; i += blockDim.x) {
            int a = d * (2 * i + 1) - 1;
            int b = d * (2 * i + 2) - 1;
            s[b] += s[a];
        }
    }

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        s[n - 1] = 0;

    for (int d = n / 2; d > 0; d /= 2) {
        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < n / 2 / d; i += blockDim.x) {
            int a = d * (2 * i + 1) - 1;
            int b = d * (2 * i + 2) - 1;
            int left = s[a];
            int before = s[b];
            s[a] = before;
            s[b] = before + left;
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = s[i];
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
    prescan<<<1, threads, bytes>>>(gpu_out, gpu_in, n);
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
