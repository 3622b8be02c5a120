// Launches whose arrays have other names in the function that makes the first
// one: what that calls d_out is b.  The host copies b to copy in between.
#include <cstdio>

__global__ void add_pairs(int *out, const int *in)
{
    int i = threadIdx.x;
    out[i] = in[2 * i] + in[2 * i + 1];
}

__global__ void add_pairs_again(int *out, const int *in)
{
    int i = threadIdx.x;
    out[i] = in[2 * i] + in[2 * i + 1];
}

__global__ void add_zeros(int *out, const int *in)
{
    int i = threadIdx.x;
    out[i] = in[i];
}

static void run(int *d_out, const int *d_in)
{
    add_pairs<<<1, 4>>>(d_out, d_in);
}

int main()
{
    int numbers[8] = {3, 1, 7, 4, 1, 6, 3, 5}, *a, *b, *copy;

    cudaMalloc(&a, 32);
    cudaMalloc(&b, 16);
    cudaMalloc(&copy, 16);
    cudaMemcpy(a, numbers, 32, cudaMemcpyHostToDevice);
    run(b, a);
    cudaMemcpy(copy, b, 16, cudaMemcpyDeviceToDevice);
    add_pairs_again<<<1, 2>>>(b, copy);
    // another array that has the name of one in launch 1
    int *d_in;
    cudaMalloc(&d_in, 32);
    cudaMemset(d_in, 0, 32);
    add_zeros<<<1, 4>>>(copy, d_in);
    cudaDeviceSynchronize();
}
