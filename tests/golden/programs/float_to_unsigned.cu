// SPDX-License-Identifier: MIT
// Floats below 0, too large, and no number become unsigned: on a GPU 0, the
// largest, and 0.
#include <cmath>
#include <cstdio>

__global__ void convert(unsigned *out, const float *in)
{
    out[threadIdx.x] = (unsigned)in[threadIdx.x];
}

int main()
{
    const float numbers[4] = {-7.5f, 2.75f, 1e12f, NAN};
    const unsigned wanted[4] = {0, 2, 0xffffffffu, 0};
    unsigned result[4], *out;
    float *in;
    int wrong = 0;

    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    convert<<<1, 4>>>(out, in);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; ++i)
        wrong += result[i] != wanted[i];
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
