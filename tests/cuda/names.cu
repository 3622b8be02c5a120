// SPDX-License-Identifier: MIT
//
// Variables, parameters and members of the program's own that are called as those that
// CUDA has in kernels.
#include <cstdio>
struct Shape { int gridDim, blockDim; };
__global__ void f(int *a, Shape s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint3 t = threadIdx;
    dim3 b = blockDim;
    if (i < 32)
        a[i] = t.x + b.x + gridDim.x + s.gridDim;
}
static void run(int *a, int gridDim, int threadIdx)
{
    f<<<gridDim, threadIdx>>>(a, Shape{1, 2});
}
int main()
{
    int *a, h[32], first, last, blockIdx = 0;
    dim3 blockDim(16), gridDim(2);
    auto again = [&](int blockDim) { run(a, 2, blockDim + blockIdx); };
    cudaMalloc(&a, 128);
    f<<<gridDim, blockDim>>>(a, Shape{3, 4});
    cudaMemcpy(h, a, 128, cudaMemcpyDeviceToHost);
    first = h[0], last = h[31];
    again(16);
    cudaMemcpy(h, a, 128, cudaMemcpyDeviceToHost);
    bool good = first == 21 && last == 36 && h[0] == 19 && h[31] == 34;
    printf("names: %s\n", good ? "ok" : "wrong");
}
