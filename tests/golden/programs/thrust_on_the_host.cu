// SPDX-License-Identifier: MIT
// Thrust makes the expected result on the host; the kernel does not use it.
#include <thrust/host_vector.h>
#include <thrust/reduce.h>

__global__ void total(const int *in, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = in[t];
    for (int d = 16; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (t == 0)
        *out = s[0];
}

int main()
{
    thrust::host_vector<int> numbers(32, 2);
    int *in, *out, sum;

    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, &numbers[0], 32 * sizeof(int), cudaMemcpyHostToDevice);
    total<<<1, 32>>>(in, out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    return sum != thrust::reduce(numbers.begin(), numbers.end());
}
