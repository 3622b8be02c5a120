/* SPDX-License-Identifier: MIT
 *
 * The scan on a tree in which no lane waits: of 32 neighbouring sums the first
 * 16 take the place of their left operand, the last 16 that of the right one,
 * and so the lanes of a warp meet all 32 banks, at every level.
 *
 *     level 0    0   1   2   3   4   5   6   7      (with 4 banks)
 *     level 1    L       L           R       R      where sums are put
 *     level 2    L                           R
 *
 * The idea is G. Capannini's, F. Silvestri's and R. Baraglia's.
 *
 *     nvcc leftright.cu && ./a.out 64        on a GPU
 *     upsweep view leftright.cu -- 64        without one
 *
 * The catalog has it as kernels/leftright.cu, which explains cell_of.
 */
#include <stdio.h>
#include <stdlib.h>

/* The cell of node x of level m: x, followed by m bits that repeat the 5 low
 * bits of x from the top.  Its bank is those 5 bits, rotated. */
__device__ int cell_of(int x, int m)
{
    int repeated = x % 32 * ((1 << 30) / 31); /* six times: 30 bits */

    return x << m | repeated >> (30 - m);
}

/* Does the sum of node x take the place of its right operand? */
__device__ bool goes_right(int x)
{
    return x / 16 % 2 == 1;
}

__global__ void leftright(int *out, const int *in, int n)
{
    extern __shared__ int s[];
    int top = 31 - __clz(n);

    for (int i = threadIdx.x; i < n; i += blockDim.x)
        s[i] = in[i];

    for (int m = 1; m <= top; ++m) {
        __syncthreads(); // step: up-sweep
        for (int i = threadIdx.x; i < n >> m; i += blockDim.x) {
            int p = cell_of(i, m);         /* of the sum */
            int q = p ^ cell_of(1, m - 1); /* of the other operand */
            int x = s[p];
            int y = s[q];
            s[p] = x + y;
            s[q] = goes_right(i) ? y : x; /* the left operand */
        }
    }

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        s[0] = 0;

    for (int m = top; m > 0; --m) {
        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < n >> m; i += blockDim.x) {
            int p = cell_of(i, m);
            int q = p ^ cell_of(1, m - 1);
            int before = s[p];
            int left = s[q];
            s[p] = goes_right(i) ? before + left : before;
            s[q] = goes_right(i) ? before : before + left;
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
    leftright<<<1, threads, bytes>>>(gpu_out, gpu_in, n);
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
