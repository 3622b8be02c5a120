// SPDX-License-Identifier: MIT
// One thread divides by 0 and does not use the result. A GPU does not stop there.
#include <cstdio>

__global__ void shares(int *out, const int *parts)
{
    int t = threadIdx.x, share = 120 / parts[t];

    out[t] = parts[t] > 0 ? share : -1;
}

int main()
{
    int numbers[32], *parts, *out;

    for (int i = 0; i < 32; ++i)
        numbers[i] = i == 20 ? 0 : i + 1;
    cudaMalloc(&parts, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(parts, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    shares<<<1, 32>>>(out, parts);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    printf("%d\n", numbers[20]);
    return numbers[20] != -1;
}
