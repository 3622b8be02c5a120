/* SPDX-License-Identifier: MIT
 *
 * outputs - programs that store too little, at other places, or what is right
 * for some inputs only; tests/results.test knows what of each is said.  The
 * first argument chooses one.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64 };

/* An inclusive scan of N elements by one thread; it stores the sums from FIRST
 * on, and then each STEP-th. */
__global__ void scan(int *out, const int *in, int n, int first, int step)
{
    int sum = 0;

    for (int i = 0; i < n; ++i) {
        sum += in[i];
        if (i >= first && (i - first) % step == 0)
            out[i] = sum;
    }
}

/* Row offsets: an exclusive scan with the sum of all behind it. */
__global__ void offsets(int *out, const int *in, int n)
{
    int sum = 0;

    for (int i = 0; i < n; ++i) {
        out[i] = sum;
        sum += in[i];
    }
    out[n] = sum;
}

/* Loads all elements, and adds the first ADDED of them. */
__global__ void reduce(int *out, const int *in, int n, int added)
{
    int sum = 0;

    for (int i = 0; i < n; ++i) {
        int x = in[i];
        if (i < added)
            sum += x;
    }
    out[0] = sum;
}

/* A part of the sum by each block; out has room for many blocks. */
__global__ void reduce_blocks(int *out, const int *in, int n)
{
    int sum = 0, each = n / (int)gridDim.x;

    for (int i = 0; i < each; ++i)
        sum += in[blockIdx.x * each + i];
    out[blockIdx.x] = sum;
}

/* A part by each block, of 15 elements and those one grid further; WRONG is
 * left out. */
__global__ void reduce_strided(int *out, const int *in, int n, int wrong)
{
    int sum = 0;

    for (int first = blockIdx.x * 15; first < n; first += gridDim.x * 15)
        for (int i = first; i < first + 15 && i < n; ++i)
            if (i != wrong)
                sum += in[i];
    out[blockIdx.x] = sum;
}

/* A scan that leaves out elements that are 7, and of which each PART elements
 * are apart. */
__global__ void scan_others(int *out, const int *in, int n, int part)
{
    int sum = 0;

    for (int i = 0; i < n; ++i) {
        if (i % part == 0)
            sum = 0;
        if (in[i] != 7)
            sum += in[i];
        out[i] = sum;
    }
}

/* A scan that forgets, at elements 1, 4, 7, ..., what it has added. */
__global__ void scan_forgets(int *out, const int *in, int n)
{
    int sum = 0;

    for (int i = 0; i < n; ++i) {
        if (i % 3 == 1)
            sum = 0;
        sum += in[i];
        out[i] = sum;
    }
}

__global__ void copy(int *out, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        out[i] = in[i];
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "all";
    int given[N], result[N + 1] = {0};
    int *in, *out;

    for (int i = 0; i < N; ++i)
        given[i] = 101 - i;
    if (strcmp(which, "seven") == 0)
        given[50] = 7;
    if (strcmp(which, "parts") == 0)
        given[8] = 7;
    cudaMalloc(&in, sizeof given);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, given, sizeof given, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof result);
    if (strcmp(which, "all") == 0)
        scan<<<1, 1>>>(out, in, N, 0, 1);
    else if (strcmp(which, "half") == 0)
        scan<<<1, 1>>>(out, in, N, N / 2, 1);
    else if (strcmp(which, "even") == 0)
        scan<<<1, 1>>>(out, in, N, 0, 2);
    else if (strcmp(which, "offsets") == 0)
        offsets<<<1, 1>>>(out, in, N);
    else if (strcmp(which, "behind") == 0)
        scan<<<1, 1>>>(out + 1, in, N, 0, 1);
    else if (strcmp(which, "later") == 0)
        scan<<<1, 1>>>(out + 8, in + 8, N - 8, 0, 1);
    else if (strcmp(which, "part") == 0)
        reduce<<<1, 1>>>(out, in, N, N / 2);
    else if (strcmp(which, "sum") == 0)
        reduce<<<1, 1>>>(out, in, N, N);
    else if (strcmp(which, "seven") == 0)
        scan_others<<<1, 1>>>(out, in, N, N);
    else if (strcmp(which, "parts") == 0)
        scan_others<<<1, 1>>>(out, in, N, 16);
    else if (strcmp(which, "forgets") == 0)
        scan_forgets<<<1, 1>>>(out, in, N);
    else if (strcmp(which, "short") == 0)
        copy<<<N / 48, 48>>>(out, in, N);
    else if (strcmp(which, "count") == 0)
        copy<<<N / 48, 48>>>(out, in, 40);
    else if (strcmp(which, "again") == 0) {
        reduce_blocks<<<8, 1>>>(out, in, N);
        reduce_blocks<<<1, 1>>>(out, out, 8);
    } else if (strcmp(which, "twice") == 0) {
        reduce_blocks<<<2, 1>>>(out, in, N);
        reduce_blocks<<<1, 1>>>(out, out, 2);
    } else if (strncmp(which, "stride", 6) == 0) {
        reduce_strided<<<4, 1>>>(out, in, N, which[6] == '-' ? 50 : -1);
        if (which[6] == '+')
            reduce_blocks<<<1, 1>>>(out, out, 4);
    } else if (strcmp(which, "assert") == 0) {
        copy<<<1, N>>>(out, in, N);
        scan<<<1, 1>>>(out, out, N, 0, 1);
    }
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    if (strcmp(which, "assert") == 0)
        assert(result[1] == given[0] + given[1]);
    printf("outputs: %s\n",
           strcmp(which, "all") != 0 || result[N - 1] == N * (101 + 38) / 2
               ? "ok"
               : "the sum is wrong");
    return 0;
}
