// SPDX-License-Identifier: MIT
// Includes a header of CUDA of which it uses nothing.
#include <driver_functions.h>

__global__ void negate(int *a)
{
    a[threadIdx.x] = -a[threadIdx.x];
}

int main()
{
    int numbers[32] = {5, 6, 7}, *a;

    cudaMalloc(&a, sizeof numbers);
    cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    negate<<<1, 32>>>(a);
    cudaMemcpy(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost);
    return numbers[0] != -5;
}
