/* Blocks add up their neighbours' sums, which may not be stored yet. */
__global__ void sums(const int *in, int *out)
{
    int b = blockIdx.x;

    if (threadIdx.x == 0)
        out[b] = in[b] + (b > 0 ? out[b - 1] : 0);
}

int main()
{
    const int bytes = 32 * sizeof(int);
    int host[32], *in, *out;

    for (int i = 0; i < 32; ++i)
        host[i] = i % 7;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
    sums<<<4, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
