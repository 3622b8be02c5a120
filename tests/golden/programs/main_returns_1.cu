// SPDX-License-Identifier: MIT
// main finds a result wrong and says so with its exit status.
__global__ void add(int *a)
{
    a[threadIdx.x] += 2;
}

int main()
{
    int numbers[32] = {0}, *a;

    cudaMalloc(&a, sizeof numbers);
    cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    add<<<1, 32>>>(a);
    cudaMemcpy(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost);
    return numbers[0] != 3;
}
