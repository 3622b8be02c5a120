// SPDX-License-Identifier: MIT
// An argument of a launch that is written in braces.
#include <cstdio>

struct Window {
    int first, count;
};

__global__ void clear(int *a, Window window)
{
    int i = window.first + threadIdx.x;

    if (i < window.first + window.count)
        a[i] = 0;
}

int main()
{
    int numbers[32], *a;

    for (int i = 0; i < 32; ++i)
        numbers[i] = 1;
    cudaMalloc(&a, sizeof numbers);
    cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    clear<<<1, 32>>>(a, {4, 8});
    cudaMemcpy(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost);
    return numbers[3] - numbers[4] - numbers[11] - numbers[12];
}
