/* SPDX-License-Identifier: MIT
 * Four blocks load one word, fewer than there are blocks. */
#include <stdio.h>

__global__ void fill(const int *value, int *out)
{
    out[blockIdx.x] = *value + blockIdx.x;
}

int main()
{
    int number = 7, numbers[4], *value, *out;

    cudaMalloc(&value, sizeof number);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(value, &number, sizeof number, cudaMemcpyHostToDevice);
    fill<<<4, 1>>>(value, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%d\n", numbers[3]);
}
