// SPDX-License-Identifier: MIT
// The lanes of the lower half ask lanes of the upper half, which take no part in
// the shuffle.
__global__ void fold(int *a)
{
    int t = threadIdx.x, x = a[t];

    if (t < 16)
        x += __shfl_down_sync(0x0000ffffu, x, 16);
    a[t] = x;
}

int main()
{
    int numbers[32], *a;

    for (int i = 0; i < 32; ++i)
        numbers[i] = i;
    cudaMalloc(&a, sizeof numbers);
    cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    fold<<<1, 32>>>(a);
    cudaMemcpy(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost);
}
