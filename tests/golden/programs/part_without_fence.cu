// SPDX-License-Identifier: MIT
// The last block to arrive takes the largest of all parts; no fence stands between
// a part and the count of blocks that have arrived.
__global__ void largest(const int *in, int *parts, unsigned *arrived, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;

    s[t] = in[blockIdx.x * 32 + t];
    for (int d = 16; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] = max(s[t], s[t + d]);
    }
    if (t == 0) {
        parts[blockIdx.x] = s[0];
        if (atomicInc(arrived, gridDim.x) == gridDim.x - 1) {
            int most = parts[0];
            for (int b = 1; b < gridDim.x; ++b)
                most = max(most, parts[b]);
            *out = most;
        }
    }
}

int main()
{
    int numbers[128], *in, *parts, *out, most;
    unsigned *arrived;

    for (int i = 0; i < 128; ++i)
        numbers[i] = i * 37 % 128;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&parts, 4 * sizeof(int));
    cudaMalloc(&arrived, sizeof(unsigned));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    cudaMemset(arrived, 0, sizeof(unsigned));
    largest<<<4, 32>>>(in, parts, arrived, out);
    cudaMemcpy(&most, out, sizeof most, cudaMemcpyDeviceToHost);
}
