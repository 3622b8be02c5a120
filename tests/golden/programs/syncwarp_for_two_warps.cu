// SPDX-License-Identifier: MIT
// Two warps exchange halves with __syncwarp(), which does not order two warps.
__global__ void swap_halves(int *a)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = a[t];
    __syncwarp();
    a[t] = s[(t + 32) % 64];
}

int main()
{
    int numbers[64], *a;

    for (int i = 0; i < 64; ++i)
        numbers[i] = i;
    cudaMalloc(&a, sizeof numbers);
    cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    swap_halves<<<1, 64>>>(a);
    cudaMemcpy(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost);
}
