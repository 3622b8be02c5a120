// SPDX-License-Identifier: MIT
// Threads of the host launch, each on its stream and its array. One ends before the
// other begins, so that the record does not depend on which comes first.
#include <thread>

static int results[2];

__global__ void fill(int *a, int x)
{
    a[threadIdx.x] = x;
}

static void launch(int me)
{
    int *a;
    cudaStream_t stream;

    cudaStreamCreate(&stream);
    cudaMalloc(&a, 32 * sizeof *a);
    fill<<<1, 32, 0, stream>>>(a, me + 1);
    cudaMemcpyAsync(&results[me], a, sizeof *a, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
}

int main()
{
    for (int me = 0; me < 2; ++me)
        std::thread(launch, me).join();
    return results[0] != 1 || results[1] != 2;
}
