// SPDX-License-Identifier: MIT
// The minimum of each warp relies on lanes in step: no volatile, no __syncwarp().
__global__ void minima(const int *in, int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x, lane = t % 32;

    s[t] = in[t];
    for (int d = 16; d > 0; d /= 2)
        if (lane < d)
            s[t] = min(s[t], s[t + d]);
    if (lane == 0)
        out[t / 32] = s[t];
}

int main()
{
    int numbers[128], *in, *out;

    for (int i = 0; i < 128; ++i)
        numbers[i] = i * 29 % 128;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, 4 * sizeof(int));
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    minima<<<1, 128>>>(in, out);
    cudaMemcpy(numbers, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
}
