// Several arrays in shared memory, some of them small, with long names.
#include <cstdio>

__global__ void store(int *out, const int *in)
{
    __shared__ int tile[8][9];
    __shared__ int partial_sums_of_warps[4];
    __shared__ int scale[20];
    int t = threadIdx.x;

    tile[t / 8][t % 8] = in[t];
    if (t < 4)
        partial_sums_of_warps[t] = 0;
    if (t < 20)
        scale[t] = t;
    __syncthreads();
    out[t] = tile[t % 8][t / 8] + partial_sums_of_warps[t % 4] + scale[t % 20];
}

int main()
{
    int numbers[64] = {1, 2, 3}, *in, *out;

    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    store<<<1, 64>>>(out, in);
    cudaDeviceSynchronize();
}
