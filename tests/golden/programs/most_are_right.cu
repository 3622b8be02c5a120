// SPDX-License-Identifier: MIT
// An inclusive scan of which the last element is left as it was given.
__global__ void scan(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = in[t];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
    }
    out[t] = t < 63 ? s[t] : in[t];
}

int main()
{
    int numbers[64], *in, *out;

    for (int i = 0; i < 64; ++i)
        numbers[i] = i + 1;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    scan<<<1, 64>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
}
