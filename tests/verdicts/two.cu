/* SPDX-License-Identifier: MIT
 *
 * two - programs that store to two arrays; tests/results.test knows what of
 * each is said.  The first argument chooses one.
 */
#include <stdio.h>
#include <string.h>

enum { N = 64 };

/* An inclusive scan of N elements, but for one that is WRONG, and their sum. */
__global__ void scan(int *out, const int *in, int *sum, int wrong)
{
    __shared__ int s[N];
    int i = threadIdx.x;

    s[i] = in[i];
    for (int d = 1; d < N; d *= 2) {
        __syncthreads();
        int before = i >= d ? s[i - d] : 0;
        __syncthreads();
        s[i] += before;
    }
    out[i] = i == wrong ? 0 : s[i];
    if (i == N - 1)
        sum[0] = s[i];
}

/* The sum of N elements, and their squares. */
__global__ void squares(int *out, const int *in, int *sum)
{
    out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
    atomicAdd(sum, in[threadIdx.x]);
}

__global__ void copy(int *out, const int *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "right";
    int given[N], *in, *between, *out, *sum;
    int wrong = strstr(which, "wrong") ? 5 : -1;

    for (int i = 0; i < N; ++i)
        given[i] = 3 * i + 1;
    cudaMalloc(&in, sizeof given);
    cudaMalloc(&between, sizeof given);
    cudaMalloc(&out, sizeof given);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemcpy(in, given, sizeof given, cudaMemcpyHostToDevice);
    cudaMemset(sum, 0, sizeof *sum);
    if (strncmp(which, "place", 5) == 0)
        scan<<<1, N>>>(in, in, sum, wrong);
    else if (strcmp(which, "squares") == 0)
        squares<<<1, N>>>(out, in, sum);
    else if (strncmp(which, "launches", 8) == 0) {
        copy<<<1, N>>>(between, in);
        scan<<<1, N>>>(out, between, sum, wrong);
    } else
        scan<<<1, N>>>(out, in, sum, wrong);
    cudaMemcpy(given, sum, sizeof *sum, cudaMemcpyDeviceToHost);
    printf("two: %d\n", given[0]);
    return 0;
}
