// SPDX-License-Identifier: MIT
// A stream calls a function of the host after a copy.
__global__ void squares(int *a)
{
    a[threadIdx.x] = threadIdx.x * threadIdx.x;
}

static void add_up(void *numbers)
{
    for (int i = 1; i < 16; ++i)
        ((int *)numbers)[0] += ((int *)numbers)[i];
}

int main()
{
    int numbers[16], *a;
    cudaStream_t stream;

    cudaStreamCreate(&stream);
    cudaMalloc(&a, sizeof numbers);
    squares<<<1, 16, 0, stream>>>(a);
    cudaMemcpyAsync(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, add_up, numbers);
    cudaStreamSynchronize(stream);
    return numbers[0] != 1240;
}
