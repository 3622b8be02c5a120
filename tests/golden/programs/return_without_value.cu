// SPDX-License-Identifier: MIT
// main returns without a value, which nvcc takes.
__global__ void count_up(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

int main()
{
    int *a;

    cudaMalloc(&a, 64 * sizeof *a);
    count_up<<<2, 32>>>(a);
    if (cudaDeviceSynchronize() == cudaSuccess)
        return;
}
