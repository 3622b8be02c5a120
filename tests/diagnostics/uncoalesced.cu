/* Each thread scans eight elements: the lanes are eight elements apart. */
__global__ void scan(const int *in, int *out)
{
    int sum = 0;

    for (int i = 8 * threadIdx.x; i < 8 * threadIdx.x + 8; ++i) {
        out[i] = sum;
        sum += in[i];
    }
}

int main()
{
    const int bytes = 256 * sizeof(int);
    int host[256], *in, *out;

    for (int i = 0; i < 256; ++i)
        host[i] = i % 7;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
    scan<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
