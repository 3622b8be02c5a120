// SPDX-License-Identifier: MIT
// Managed memory with advice and a prefetch, as CUDA 13 spells them.
__global__ void increment(int *a)
{
    ++a[threadIdx.x];
}

int main()
{
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    int *a;

    cudaMallocManaged(&a, 32 * sizeof *a);
    for (int i = 0; i < 32; ++i)
        a[i] = i;
    cudaMemAdvise(a, 32 * sizeof *a, cudaMemAdviseSetReadMostly, here);
    cudaMemPrefetchAsync(a, 32 * sizeof *a, here, 0, 0);
    increment<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    return a[31] != 32;
}
