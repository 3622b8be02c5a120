// SPDX-License-Identifier: MIT
// A tree in global memory, a launch a level, over 10 elements: the last pair of a
// level has no right half.
__global__ void level(int *a, int n, int d)
{
    int i = 2 * d * threadIdx.x;

    if (i + d - 1 < n)
        a[i + 2 * d - 1] += a[i + d - 1];
}

int main()
{
    const int n = 10;
    int numbers[n], *a;

    for (int i = 0; i < n; ++i)
        numbers[i] = i;
    cudaMalloc(&a, sizeof numbers);
    cudaMemcpy(a, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    for (int d = 1; d < n; d *= 2)
        level<<<1, 8>>>(a, n, d);
    cudaMemcpy(numbers, a, sizeof numbers, cudaMemcpyDeviceToHost);
}
