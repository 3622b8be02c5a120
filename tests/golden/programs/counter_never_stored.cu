// SPDX-License-Identifier: MIT
// Threads take places from a counter in shared memory that nobody has set to 0.
__global__ void compact(const int *in, int *out, int *count)
{
    __shared__ int next;
    int x = in[threadIdx.x];

    if (x > 4)
        out[atomicAdd(&next, 1) % 32] = x;
    __syncthreads();
    if (threadIdx.x == 0)
        *count = next;
}

int main()
{
    int numbers[32], *in, *out, *count;

    for (int i = 0; i < 32; ++i)
        numbers[i] = i % 9;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    compact<<<1, 32>>>(in, out, count);
    cudaMemcpy(numbers, count, sizeof(int), cudaMemcpyDeviceToHost);
    return 0;
}
