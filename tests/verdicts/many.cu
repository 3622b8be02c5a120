/* SPDX-License-Identifier: MIT
 *
 * many - programs of more elements than an interval can name;
 * tests/results.test knows what of each is said.  The first argument chooses
 * one, the second one is the number of elements, or of the rows of a square.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__global__ void sum(int *out, const int *in)
{
    atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

/* Leaves out the last element. */
__global__ void sum_but(int *out, const int *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i + 1 < gridDim.x * blockDim.x)
        atomicAdd(out, in[i]);
}

__global__ void copy(int *out, const int *in, int wrong)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i] = in[i == wrong ? i - 1 : i];
}

__global__ void transpose(int *out, const int *in, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    out[i % rows * rows + i / rows] = in[i];
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "sum";
    int n = argc > 2 ? atoi(argv[2]) : 65536, rows = n;
    int *in, *out;

    if (strcmp(which, "transpose") == 0)
        n *= n;
    int *given = (int *)malloc(n * sizeof *given);
    for (int i = 0; i < n; ++i)
        given[i] = i + 1;
    cudaMalloc(&in, n * sizeof *given);
    cudaMalloc(&out, n * sizeof *given);
    cudaMemcpy(in, given, n * sizeof *given, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, n * sizeof *given);
    if (strcmp(which, "sum") == 0)
        sum<<<n / 256, 256>>>(out, in);
    else if (strcmp(which, "sum-but") == 0)
        sum_but<<<n / 256, 256>>>(out, in);
    else if (strcmp(which, "copy") == 0)
        copy<<<n / 256, 256>>>(out, in, -1);
    else if (strcmp(which, "copy-but") == 0)
        copy<<<n / 256, 256>>>(out, in, n - 2);
    else
        transpose<<<n / 256, 256>>>(out, in, rows);
    cudaMemcpy(given, out, n * sizeof *given, cudaMemcpyDeviceToHost);
    printf("many: %d\n", given[0]);
    return 0;
}
