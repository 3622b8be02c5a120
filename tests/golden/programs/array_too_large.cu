// SPDX-License-Identifier: MIT
// An array of 32 MB, more than a trace holds, of which two blocks touch little.
#include <cstdlib>

__global__ void add(int *a)
{
    a[blockIdx.x * 32 + threadIdx.x] += 5;
}

int main()
{
    size_t bytes = (size_t)32 << 20;
    int *numbers = (int *)calloc(bytes, 1), *a;

    cudaMalloc(&a, bytes);
    cudaMemcpy(a, numbers, bytes, cudaMemcpyHostToDevice);
    add<<<2, 32>>>(a);
    cudaMemcpy(numbers, a, bytes, cudaMemcpyDeviceToHost);
    return numbers[63] != 5;
}
