/* A transpose: the columns of the tile are in one bank each. */
__global__ void transpose(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;

    tile[y][x] = in[y * 32 + x];
    __syncthreads();
    out[y * 32 + x] = tile[x][y];
}

int main()
{
    const int bytes = 1024 * sizeof(int);
    int host[1024], *in, *out;

    for (int i = 0; i < 1024; ++i)
        host[i] = i % 7;
    cudaMalloc(&in, bytes);
    cudaMalloc(&out, bytes);
    cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
    transpose<<<1, dim3(32, 32)>>>(in, out);
    return cudaDeviceSynchronize();
}
