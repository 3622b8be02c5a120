// SPDX-License-Identifier: MIT
// A block works through its input in chunks.  The sum that thread 0 stores for the
// next chunk meets the loads of the chunk before: a barrier is missing at the end
// of the loop.
__global__ void scan_chunks(const int *in, int *out)
{
    __shared__ int s[64], before;
    int t = threadIdx.x;

    if (t == 0)
        before = 0;
    for (int chunk = 0; chunk < 4; ++chunk) {
        s[t] = in[chunk * 64 + t];
        for (int d = 1; d < 64; d *= 2) {
            __syncthreads();
            int left = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += left;
        }
        out[chunk * 64 + t] = before + s[t];
        if (t == 63)
            before += s[t];
    }
}

int main()
{
    int numbers[256], *in, *out;

    for (int i = 0; i < 256; ++i)
        numbers[i] = i % 3;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    scan_chunks<<<1, 64>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
}
