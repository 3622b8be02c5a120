// SPDX-License-Identifier: MIT
// A thread shifts by 32 places or more. A GPU gives 0; the processor of the host
// shifts by the count modulo 32. On a GPU out[t] is in[t] for all t.
#include <cstdio>

__global__ void add_high_part(int *out, const int *in)
{
    int t = threadIdx.x, places = 16 + t;
    unsigned high = 0xffffu >> places; // t = 16: by 32 places

    out[t] = in[t] + (int)high;
}

int main()
{
    int numbers[64], *in, *out, wrong = 0;

    for (int i = 0; i < 64; ++i)
        numbers[i] = 3 * i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    add_high_part<<<1, 64>>>(out, in);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i)
        wrong += numbers[i] != 3 * i;
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
