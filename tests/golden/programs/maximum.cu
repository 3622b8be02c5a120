// SPDX-License-Identifier: MIT
// A scan with the maximum instead of the sum, which is right.
__global__ void running_maximum(int *a)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = a[t];
    for (int d = 1; d < 32; d *= 2) {
        __syncthreads();
        int left = t >= d ? s[t - d] : s[t];
        __syncthreads();
        s[t] = max(s[t], left);
    }
    a[t] = s[t];
}

int main()
{
    int numbers[32], *a;

    for (int i = 0; i < 32; ++i)
        numbers[i] = i * 7 % 32;
    cudaMalloc(&a, sizeof numbers);
    cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    running_maximum<<<1, 32>>>(a);
    cudaMemcpy(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost);
    return numbers[31] != 31;
}
