// SPDX-License-Identifier: MIT
// A header of the program has the name of one of CUDA's samples.
#include "own_header/helper_string.h"

__global__ void fill(int *a, int x)
{
    a[threadIdx.x] = x;
}

int main()
{
    int *a, first;

    cudaMalloc(&a, 32 * sizeof *a);
    fill<<<1, 32>>>(a, own_answer());
    cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    return first != 42;
}
