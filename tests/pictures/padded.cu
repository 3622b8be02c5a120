// Sums 8 inputs in a tree for 16, as many do: the upper half is 0.
#include <cstdio>

__global__ void sum_padded(int *out, const int *in, int n)
{
    __shared__ int temp[16];
    int t = threadIdx.x, step = 1;

    temp[t] = t < n ? in[t] : 0;
    temp[t + 8] = t + 8 < n ? in[t + 8] : 0;
    for (int d = 8; d > 0; d /= 2) {
        __syncthreads(); // step: up
        if (t < d)
            temp[step * (2 * t + 2) - 1] += temp[step * (2 * t + 1) - 1];
        step *= 2;
    }
    if (t == 0)
        out[0] = temp[15];
}

int main()
{
    int numbers[8] = {3, 1, 7, 4, 1, 6, 3, 5}, *in, *out;

    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof *out);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    sum_padded<<<1, 8>>>(out, in, 8);
    cudaDeviceSynchronize();
}
