// SPDX-License-Identifier: MIT
// Blocks scan; a second launch adds the sum of the first block to the elements of
// the second one, and is made twice.
__global__ void scan(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;

    s[t] = in[i];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
    }
    out[i] = s[t];
}

__global__ void add_first(int *out)
{
    out[64 + threadIdx.x] += out[63];
}

int main()
{
    int numbers[128], *in, *out;

    for (int i = 0; i < 128; ++i)
        numbers[i] = i % 6;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    scan<<<2, 64>>>(in, out);
    add_first<<<1, 64>>>(out);
    add_first<<<1, 64>>>(out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
}
