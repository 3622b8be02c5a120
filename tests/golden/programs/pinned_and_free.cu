// SPDX-License-Identifier: MIT
// Pinned memory is given to cudaFree, and not to cudaFreeHost.
__global__ void ones(int *a)
{
    a[threadIdx.x] = 1;
}

int main()
{
    int *pinned, *a;

    cudaMallocHost(&pinned, 32 * sizeof(int));
    cudaMalloc(&a, 32 * sizeof(int));
    ones<<<1, 32>>>(a);
    cudaMemcpy(pinned, a, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    return cudaFree(pinned) == cudaSuccess ? 0 : 1;
}
