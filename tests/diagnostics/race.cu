/* A scan in place; the barrier before the last element is cleared is missing. */
__global__ void scan(const int *in, int *out, int n)
{
    __shared__ int temp[64];
    int t = threadIdx.x, offset = 1;

    temp[2 * t] = in[2 * t];
    temp[2 * t + 1] = in[2 * t + 1];
    for (int d = n / 2; d > 0; d /= 2, offset *= 2) {
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = a + offset;
            temp[b] += temp[a];
        }
    }
    if (t == 1)
        temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = a + offset;
            int left = temp[a];
            temp[a] = temp[b];
            temp[b] += left;
        }
    }
    __syncthreads();
    out[2 * t] = temp[2 * t];
    out[2 * t + 1] = temp[2 * t + 1];
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
    scan<<<1, 32>>>(in, out, 64);
    return cudaDeviceSynchronize();
}
