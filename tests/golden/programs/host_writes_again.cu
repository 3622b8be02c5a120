// SPDX-License-Identifier: MIT
// The host writes the input of the second launch, which thus depends on nothing
// that the first one stored.
__global__ void twice(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main()
{
    int numbers[32], *in, *out;

    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    for (int launch = 1; launch <= 2; ++launch) {
        for (int i = 0; i < 32; ++i)
            numbers[i] = launch * i;
        cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
        twice<<<1, 32>>>(in, out);
        cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
    }
    return numbers[31] != 124;
}
