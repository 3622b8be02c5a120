// Hillis and Steele with two buffers that take turns, exclusive.
#include <cstdio>

__global__ void scan(int *out, const int *in, int n)
{
    extern __shared__ int temp[];
    int t = threadIdx.x, pout = 0, pin = 1;

    temp[pout * n + t] = t > 0 ? in[t - 1] : 0;
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (t >= d)
            temp[pout * n + t] = temp[pin * n + t] + temp[pin * n + t - d];
        else
            temp[pout * n + t] = temp[pin * n + t];
        __syncthreads();
    }
    out[t] = temp[pout * n + t];
}

int main()
{
    int h[8] = {3, 1, 7, 4, 1, 6, 3, 5}, *a, *b;

    cudaMalloc(&a, 32);
    cudaMalloc(&b, 32);
    cudaMemcpy(a, h, 32, cudaMemcpyHostToDevice);
    scan<<<1, 8, 64>>>(b, a, 8);
    cudaDeviceSynchronize();
}
