// SPDX-License-Identifier: MIT
// Each thread adds up a row of a tile: the lanes of a warp read a column, whose
// words lie in one bank.
__global__ void rows(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int t = threadIdx.x, sum = 0;

    for (int r = 0; r < 32; ++r)
        tile[r][t] = in[32 * r + t];
    __syncthreads();
    for (int c = 0; c < 32; ++c)
        sum += tile[t][c];
    out[t] = sum;
}

int main()
{
    static int numbers[1024];
    int *in, *out;

    for (int i = 0; i < 1024; ++i)
        numbers[i] = i / 32;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    rows<<<1, 32>>>(in, out);
    cudaMemcpy(numbers, out, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    return numbers[31] != 31 * 32;
}
