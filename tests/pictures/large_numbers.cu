// Numbers of four and five digits in all banks.
#include <cstdio>

__global__ void store(int *out, const int *in)
{
    __shared__ int numbers_of_all_threads[64];
    int t = threadIdx.x;

    numbers_of_all_threads[t] = in[t];
    __syncthreads();
    out[t] = numbers_of_all_threads[63 - t];
}

int main()
{
    int numbers[64], *in, *out;

    for (int i = 0; i < 64; ++i)
        numbers[i] = 1000 + 1229 * i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    store<<<1, 64>>>(out, in);
    cudaDeviceSynchronize();
}
