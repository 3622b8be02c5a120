// SPDX-License-Identifier: MIT
// The same launch, twice. A warp scans in place without a barrier between load and
// store, so its result depends on the order of the lanes. That order must be the
// same whether a launch is recorded or not.
#include <cstdio>

__global__ void scan(int *a)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = a[t];
    __syncthreads();
    for (int d = 1; d < 32; d *= 2) {
        if (t >= d)
            s[t] += s[t - d];
        __syncthreads();
    }
    a[t] = s[t];
}

int main()
{
    int numbers[32], last[2], *a;

    cudaMalloc(&a, sizeof numbers);
    for (int run = 0; run < 2; ++run) {
        for (int i = 0; i < 32; ++i)
            numbers[i] = 1;
        cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
        scan<<<1, 32>>>(a);
        cudaMemcpy(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost);
        last[run] = numbers[31];
    }
    printf("%d, %d\n", last[0], last[1]);
    return last[0] != last[1];
}
