/* Half of the array is never stored, and lanes that left are asked. */
__global__ void sum(const int *in, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x, v;

    s[t] = in[t];
    __syncthreads();
    v = s[t] + s[t + 1];
    if (t < 16)
        v += __shfl_down_sync(0xffff, v, 16);
    out[t] = v;
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
    sum<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
