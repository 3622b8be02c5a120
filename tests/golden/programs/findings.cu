// SPDX-License-Identifier: MIT
//
// One finding of each kind that a line of a program can have: tests/findings.test looks
// for each at the line that names it.
#define N 64

__global__ void all(int *out, const int *in)
{
    __shared__ int s[N * 32], never[N];
    int t = threadIdx.x;
    s[t * 32] = in[t]; // bank-conflicts
    __syncthreads();
    out[t * 8] = s[t * 32]; // bank-conflicts uncoalesced
    if (t % 32 == 0)
        out[N * 8 + t] = 1; // idle-lanes
    s[t] = t; // race
    out[t] += s[N - 1 - t]; // race
    if (t == 0)
        out[N] = atomicAdd(&never[t], 1); // idle-lanes undefined-value
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, N * sizeof(int));
    cudaMalloc(&out, 16 * N * sizeof(int));
    cudaMemset(in, 0, N * sizeof(int));
    cudaMemset(out, 0, 16 * N * sizeof(int));
    all<<<1, N>>>(out, in);
    cudaDeviceSynchronize();
    return 3;
}
