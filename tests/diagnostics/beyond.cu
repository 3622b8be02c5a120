/* The last element is behind the array. */
__global__ void shift(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x + 1];
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
    shift<<<1, 64>>>(in, out);
    return cudaDeviceSynchronize();
}
