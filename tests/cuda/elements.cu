/* SPDX-License-Identifier: MIT
 *
 * elements - the same kernels for elements of each type: tests/types.test
 * writes another one instead of double.  The first argument chooses several
 * kernels, three that work together, or vectors; the second an output that is
 * wrong.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double T;

enum { N = 16, BLOCK = 4, BLOCKS = N / BLOCK };

__global__ void copy(T *out, const T *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}

__global__ void reverse(T *out, const T *in)
{
    out[threadIdx.x] = in[N - 1 - threadIdx.x];
}

/* Two rows at a time, through shared memory. */
__global__ void transpose(T *out, const T *in)
{
    __shared__ T tile[BLOCKS][BLOCK + 1];
    int x = threadIdx.x % BLOCK, y = threadIdx.x / BLOCK;

    tile[y][x] = in[threadIdx.x];
    __syncthreads();
    out[x * BLOCKS + y] = tile[y][x];
}

__global__ void total(T *out, const T *in)
{
    T sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < N; ++i)
        sum += in[i];
    if (threadIdx.x == 0)
        out[0] = sum;
}

__global__ void prescan(T *out, const T *in)
{
    __shared__ T s[N];
    int t = threadIdx.x, d = 1;

    s[t] = in[t];
    for (int k = N / 2; k > 0; k /= 2, d *= 2) {
        __syncthreads();
        if (t < k)
            s[d * (2 * t + 2) - 1] += s[d * (2 * t + 1) - 1];
    }
    if (t == 0)
        s[N - 1] = 0;
    for (int k = 1; k < N; k *= 2) {
        d /= 2;
        __syncthreads();
        if (t < k) {
            int a = d * (2 * t + 1) - 1, b = d * (2 * t + 2) - 1;
            T x = s[a];
            s[a] = s[b];
            s[b] += x;
        }
    }
    __syncthreads();
    out[t] = s[t];
}

/* Lanes of a warp; types of fewer than 4 bytes go as int. */
__global__ void shuffles(T *out, const T *in)
{
    T sum = in[threadIdx.x];

    for (int d = 1; d < N; d *= 2) {
        T left = (T)__shfl_up_sync(~0u, +sum, d);
        if ((int)threadIdx.x >= d)
            sum += left;
    }
    out[threadIdx.x] = sum;
}

__global__ void scan(T *out, T *sums, const T *in)
{
    int first = blockIdx.x * BLOCK;
    T sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < BLOCK; ++i) {
        out[first + i] = sum;
        sum += in[first + i];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

__global__ void scan_sums(T *before, const T *sums)
{
    T sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < BLOCKS; ++i) {
        before[i] = sum;
        sum += sums[i];
    }
}

__global__ void add(T *out, const T *before, int wrong)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    out[i] += before[blockIdx.x];
    if (i == wrong)
        out[i] += before[1];
}

/* The numbers of a vector, one behind the other; and each with its like. */
__global__ void vectors(float4 *four, const float4 *in)
{
    float sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < BLOCK; ++i) {
        float4 own = in[i], before;
        before.x = sum;
        before.y = before.x + own.x;
        before.z = before.y + own.y;
        before.w = before.z + own.z;
        sum = before.w + own.w;
        four[i] = before;
    }
}

__global__ void pairs(int2 *two, const int2 *in)
{
    int2 sum = {0, 0};

    for (int i = 0; threadIdx.x == 0 && i < BLOCK; ++i) {
        two[i] = sum;
        sum.x += in[i].x;
        sum.y += in[i].y;
    }
}

typedef struct {
    int key;
    float value;
} Entry;

__global__ void entries(Entry *to, const Entry *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void widen(long long *wide, const int *in)
{
    wide[threadIdx.x] = in[threadIdx.x];
}

__global__ void round(int *thin, const float *in)
{
    thin[threadIdx.x] = (int)in[threadIdx.x];
}

/* Does OUT hold the inclusive sums of IN, as shuffles() leaves them? */
static bool sums_are_right(const T *out, const T in[])
{
    T host[N], sum = 0;
    bool right = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) ==
                 cudaSuccess;

    for (int i = 0; i < N; ++i) {
        sum += in[i];
        right = right && host[i] == sum;
    }
    return right;
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "each";
    int wrong = argc > 2 ? atoi(argv[2]) : N;
    T *in, *out, *sums, *before, host[N];

    for (int i = 0; i < N; ++i)
        host[i] = (T)(i % 3);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&sums, BLOCKS * sizeof *sums);
    cudaMalloc(&before, BLOCKS * sizeof *before);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    if (!strcmp(which, "each")) {
        copy<<<1, N>>>(out, in);
        reverse<<<1, N>>>(out, in);
        transpose<<<1, N>>>(out, in);
        total<<<1, N>>>(out, in);
        prescan<<<1, N>>>(out, in);
        shuffles<<<1, N>>>(out, in);
        puts(sums_are_right(out, host) ? "elements: ok" : "elements: wrong");
    } else if (!strcmp(which, "three")) {
        scan<<<BLOCKS, BLOCK>>>(out, sums, in);
        scan_sums<<<1, 1>>>(before, sums);
        add<<<BLOCKS, BLOCK>>>(out, before, wrong);
    } else {
        float4 *four;
        int2 *two;
        Entry *from, *to;
        long long *wide;
        int *thin;
        cudaMalloc(&four, BLOCK * sizeof *four);
        cudaMalloc(&two, BLOCK * sizeof *two);
        cudaMalloc(&from, BLOCK * sizeof *from);
        cudaMalloc(&to, BLOCK * sizeof *to);
        cudaMalloc(&wide, BLOCK * sizeof *wide);
        cudaMalloc(&thin, BLOCK * sizeof *thin);
        cudaMemset(four, 0, BLOCK * sizeof *four);
        cudaMemset(two, 0, BLOCK * sizeof *two);
        cudaMemset(from, 0, BLOCK * sizeof *from);
        vectors<<<1, 1>>>(four, four);
        pairs<<<1, 1>>>(two, (int2 *)four);
        entries<<<1, BLOCK>>>(to, from);
        widen<<<1, BLOCK>>>(wide, (int *)four);
        round<<<1, BLOCK>>>(thin, (float *)four);
    }
    return 0;
}
