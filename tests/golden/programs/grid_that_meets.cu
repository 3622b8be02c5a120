// SPDX-License-Identifier: MIT
// A cooperative launch: all blocks meet at a barrier of the grid.
#include <cooperative_groups.h>

__global__ void pass_on(int *a)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    a[i] = i;
    grid.sync();
    int next = a[(i + 32) % 64];
    grid.sync();
    a[i] = next;
}

int main()
{
    int *a, first;
    void *arguments[] = {&a};

    cudaMalloc(&a, 64 * sizeof *a);
    cudaLaunchCooperativeKernel((void *)pass_on, dim3(2), dim3(32), arguments,
                                0, 0);
    cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    return first != 32;
}
