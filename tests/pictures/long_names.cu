// Arrays whose names are longer than the room before their rows.
#include <cstdio>

__global__ void copy(int *out, const int *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    int numbers[8] = {3, 1, 7, 4, 1, 6, 3, 5};
    int *device_input_of_all_blocks, *device_output_of_all_blocks;

    cudaMalloc(&device_input_of_all_blocks, sizeof numbers);
    cudaMalloc(&device_output_of_all_blocks, sizeof numbers);
    cudaMemcpy(device_input_of_all_blocks, numbers, sizeof numbers,
               cudaMemcpyHostToDevice);
    copy<<<1, 8>>>(device_output_of_all_blocks, device_input_of_all_blocks);
    cudaDeviceSynchronize();
}
