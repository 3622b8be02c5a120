/* SPDX-License-Identifier: MIT
 *
 * results - kernels of which tests/results.test knows what they compute.
 */
#include <stdio.h>
#include <stdlib.h>

__global__ void copy(int *out, const int *in, int n)
{
    out[threadIdx.x] = in[threadIdx.x];
}

__global__ void reverse(int *out, const int *in, int n)
{
    out[threadIdx.x] = in[n - 1 - threadIdx.x];
}

__global__ void total(int *out, const int *in, int n)
{
    int sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < n; ++i)
        sum += in[i];
    if (threadIdx.x == 0)
        out[0] = sum;
}

/* WRONG: an output that is not as the others; n: none. */
__global__ void scan(int *out, const int *in, int n, int wrong, bool inclusive)
{
    int sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < n; ++i) {
        sum += inclusive ? in[i] : 0;
        out[i] = i == wrong ? sum + in[0] : sum;
        sum += inclusive ? 0 : in[i];
    }
}

__global__ void squares(int *out, const int *in, int n)
{
    out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
}

int main(int argc, char **argv)
{
    int n = 48, wrong = argc > 1 ? atoi(argv[1]) : n, host[48];
    int *in, *out;

    for (int i = 0; i < n; ++i)
        host[i] = i % 3;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    copy<<<1, n>>>(out, in, n);
    reverse<<<1, n>>>(out, in, n);
    total<<<1, n>>>(out, in, n);
    scan<<<1, n>>>(out, in, n, wrong, false);
    scan<<<1, n>>>(out, in, n, wrong, true);
    squares<<<1, n>>>(out, in, n);
    printf("results: ok\n");
    return 0;
}
