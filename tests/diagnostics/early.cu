/* A scan that ends an iteration early, and main notices. */
__global__ void scan(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;

    s[t] = in[t];
    for (int d = 1; d < n / 2; d *= 2) {
        __syncthreads();
        int left = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += left;
    }
    out[t] = s[t];
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
    scan<<<1, 64>>>(in, out, 64);
    cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost);
    return host[63] != 189;
}
