// SPDX-License-Identifier: MIT
// Every thread that finds a negative element stores the same flag.
__global__ void any_negative(const int *in, int *flag)
{
    if (in[threadIdx.x] < 0)
        *flag = 1;
}

int main()
{
    int numbers[32], *in, *flag, found;

    for (int i = 0; i < 32; ++i)
        numbers[i] = i % 4 - 1;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&flag, sizeof(int));
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(flag, 0, sizeof(int));
    any_negative<<<1, 32>>>(in, flag);
    cudaMemcpy(&found, flag, sizeof found, cudaMemcpyDeviceToHost);
    return found != 1;
}
