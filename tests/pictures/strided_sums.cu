/* SPDX-License-Identifier: MIT
 * A reduction whose operands are strides apart: none of its sums but the last
 * is one of neighbours. */
#include <stdio.h>

__global__ void reduce(const int *in, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = in[t];
    __syncthreads();
    for (int d = 16; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        *out = s[0];
}

int main()
{
    int numbers[32], sum, *in, *out;

    for (int i = 0; i < 32; ++i)
        numbers[i] = i * i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof sum);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    reduce<<<1, 32>>>(in, out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
}
