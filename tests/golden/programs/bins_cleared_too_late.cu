// SPDX-License-Identifier: MIT
// Two warps clear bins and count without a barrier between, and read the bins
// without one after.
__global__ void count(const int *in, int *out)
{
    __shared__ int bins[64];
    int t = threadIdx.x;

    bins[63 - t] = 0;
    atomicAdd(&bins[in[t] % 64], 1);
    out[t] = bins[t];
}

int main()
{
    int numbers[64], *in, *out;

    for (int i = 0; i < 64; ++i)
        numbers[i] = i * i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    count<<<1, 64>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
}
