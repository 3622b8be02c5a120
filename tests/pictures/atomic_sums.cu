// Sums of blocks are added to one word of global memory.
#include <cstdio>

__global__ void add_all(int *d_sum, const int *in)
{
    atomicAdd(d_sum, in[threadIdx.x]);
}

int main()
{
    int numbers[8] = {3, 1, 7, 4, 1, 6, 3, 5}, *in, *d_sum;

    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&d_sum, sizeof *d_sum);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof *d_sum);
    add_all<<<1, 8>>>(d_sum, in);
    cudaDeviceSynchronize();
}
