// SPDX-License-Identifier: MIT
// The host compares with a sum by OpenMP.
#include <omp.h>

__global__ void ones(int *a)
{
    a[threadIdx.x] = 1;
}

int main()
{
    int numbers[64], *a, sum = 0, threads = omp_get_max_threads();

    cudaMalloc(&a, sizeof numbers);
    ones<<<2, 32>>>(a);
    cudaMemcpy(numbers, a, 32 * sizeof *a, cudaMemcpyDeviceToHost);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 32; ++i)
        sum += numbers[i];
    return sum != 32 || threads < 1;
}
