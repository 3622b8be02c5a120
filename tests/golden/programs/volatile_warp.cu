// SPDX-License-Identifier: MIT
// The last warp of a sum is volatile and has no barrier, as older courses have it.
#include <cstdio>

__global__ void sum(const int *in, int *out)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x;

    s[t] = in[t];
    __syncthreads();
    if (t < 32)
        for (int d = 32; d > 0; d /= 2)
            s[t] += s[t + d];
    if (t == 0)
        *out = s[0];
}

int main()
{
    int numbers[64], *in, *out, result;

    for (int i = 0; i < 64; ++i)
        numbers[i] = i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return result != 2016;
}
