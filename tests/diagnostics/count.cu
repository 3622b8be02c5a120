/* A count without an atomic operation. */
__global__ void count(const int *in, int *out)
{
    if (in[threadIdx.x] > 3)
        out[0]++;
}

int main()
{
    const int bytes = 64 * sizeof(int);
    int host[64], *in, *out;

    for (int i = 0; i < 64; ++i)
        host[i] = i % 7;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, bytes);
    count<<<1, 64>>>(in, out);
    return cudaDeviceSynchronize();
}
