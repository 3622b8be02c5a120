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

/* No sum of inputs, though each element is one when it is cut to an integer. */
__global__ void halves(float *out, const float *in, int n)
{
    out[threadIdx.x] = in[threadIdx.x] + 0.5f;
}

__global__ void copy_floats(float *out, const float *in, int n)
{
    out[threadIdx.x] = in[threadIdx.x];
}

/* IN is what most elements are loaded of, TABLE what is loaded most often. */
__global__ void look_up(int *out, const int *in, const int *table, int n)
{
    int none = 0;

    for (int i = 0; threadIdx.x == 0 && i < 9; ++i)
        none += table[0] & i >> 9;
    out[threadIdx.x] = in[threadIdx.x] + none;
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
    halves<<<1, n>>>((float *)out, (float *)in, n);
    look_up<<<1, n>>>(out, in, out, n);
    copy_floats<<<1, n>>>((float *)out, (float *)in, n);
    printf("results: ok\n");
    return 0;
}
