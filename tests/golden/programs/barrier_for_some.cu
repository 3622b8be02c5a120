// SPDX-License-Identifier: MIT
// Threads leave a loop early and do not come to its barriers.
__global__ void rounds(int *a)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = a[t];
    __syncthreads();
    for (int d = 1; d <= t; d *= 2) {
        int left = s[t - d];
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    a[t] = s[t];
}

int main()
{
    int numbers[64], *a;

    for (int i = 0; i < 64; ++i)
        numbers[i] = 1;
    cudaMalloc(&a, sizeof numbers);
    cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    rounds<<<1, 64>>>(a);
    cudaMemcpy(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost);
}
