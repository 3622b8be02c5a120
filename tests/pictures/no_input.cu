/* SPDX-License-Identifier: MIT
 * The first launch loads nothing; the second, of four blocks, 64 elements. */
#include <stdio.h>

__global__ void clear(int *sums)
{
    if (threadIdx.x < 4)
        sums[threadIdx.x] = 0;
}

__global__ void add(const int *in, int *sums)
{
    atomicAdd(&sums[blockIdx.x], in[blockIdx.x * blockDim.x + threadIdx.x]);
}

int main()
{
    int numbers[64], sums[4], *in, *out;

    for (int i = 0; i < 64; ++i)
        numbers[i] = i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof sums);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    clear<<<1, 32>>>(out);
    add<<<4, 16>>>(in, out);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%d\n", sums[0]);
}
