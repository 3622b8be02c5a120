// SPDX-License-Identifier: MIT
// Two threads of the host launch, each on a stream and an array of its own.
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
    std::thread first(launch, 0), second(launch, 1);

    first.join();
    second.join();
    return results[0] != 1 || results[1] != 2;
}
