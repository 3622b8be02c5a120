// SPDX-License-Identifier: MIT
// Two buffers in shared memory begin half their length apart, so a round stores
// into what it loads.  No barrier helps: the second must begin after the first.
__global__ void rounds(const int *in, int *out)
{
    __shared__ int room[96];
    int *now = room, *next = room + 32, t = threadIdx.x;

    now[t] = in[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        next[t] = t >= d ? now[t] + now[t - d] : now[t];
        __syncthreads();
        int *other = now;
        now = next;
        next = other;
    }
    out[t] = now[t];
}

int main()
{
    int numbers[64], *in, *out;

    for (int i = 0; i < 64; ++i)
        numbers[i] = i % 5;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof numbers);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    rounds<<<1, 64>>>(in, out);
    cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
}
