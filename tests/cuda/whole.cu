/* SPDX-License-Identifier: MIT
 *
 * whole - programs of several launches of which tests/results.test knows what
 * they compute as a whole.  The first argument chooses one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 64, BLOCK = 16, BLOCKS = N / BLOCK };

__global__ void scan(int *out, int *sums, const int *in)
{
    int first = blockIdx.x * BLOCK, sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < BLOCK; ++i) {
        out[first + i] = sum;
        sum += in[first + i];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

__global__ void scan_sums(int *before, const int *sums)
{
    int sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < BLOCKS; ++i) {
        before[i] = sum;
        sum += sums[i];
    }
}

__global__ void add(int *out, const int *before, int wrong)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    out[i] += before[blockIdx.x] + (i == wrong ? before[1] : 0);
}

__global__ void fill(int *in)
{
    in[blockIdx.x * BLOCK + threadIdx.x] = 1;
}

/* Each block scans a part by itself. */
__global__ void scan_parts(int *out, const int *in)
{
    int first = blockIdx.x * BLOCK, sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < BLOCK; ++i) {
        out[first + i] = sum;
        sum += in[first + i];
    }
}

/* Each block adds up a part. */
__global__ void sum_parts(int *sums, const int *in)
{
    int first = blockIdx.x * BLOCK, sum = 0;

    for (int i = 0; threadIdx.x == 0 && i < BLOCK; ++i)
        sum += in[first + i];
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

/* A step of Hillis and Steele's scan. */
__global__ void step(int *out, const int *in, int distance)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    out[i] = in[i] + (i >= distance ? in[i - distance] : 0);
}

__global__ void gather(int *out, const int *in)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    out[i] = in[in[i]];
}

__global__ void halves(double *out, const double *in)
{
    out[threadIdx.x] = in[threadIdx.x] / 2;
}

__global__ void wait_for_zero(int *out, volatile int *in)
{
    while (in[0] != 0)
        ;
    out[threadIdx.x] = in[threadIdx.x + 1];
}

static int *in, *out, *sums, *before, host[N];

static void three(int wrong)
{
    scan<<<BLOCKS, BLOCK>>>(out, sums, in);
    scan_sums<<<1, 1>>>(before, sums);
    add<<<BLOCKS, BLOCK>>>(out, before, wrong);
}

int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "three";

    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&sums, BLOCKS * sizeof(int));
    cudaMalloc(&before, BLOCKS * sizeof(int));
    for (int i = 0; i < N; ++i)
        host[i] = i % 3;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    if (!strcmp(which, "three") || !strcmp(which, "wrong")) {
        three(which[0] == 'w' ? 37 : -1);
    } else if (!strcmp(which, "parts")) {
        scan_parts<<<BLOCKS, BLOCK>>>(out, in);
    } else if (!strcmp(which, "sums")) {
        sum_parts<<<BLOCKS, BLOCK>>>(sums, in);
    } else if (!strcmp(which, "apart") || !strcmp(which, "erase")) {
        scan_parts<<<BLOCKS, BLOCK>>>(out, in);
        cudaMemcpy(sums, host, BLOCKS * sizeof(int), cudaMemcpyHostToDevice);
        scan_sums<<<1, 1>>>(before, sums);
        if (which[0] == 'e')
            fill<<<1, BLOCKS>>>(before);
    } else if (!strcmp(which, "steps")) {
        int *from = in, *to = out;
        for (int d = 1; d < N; d *= 2) {
            step<<<BLOCKS, BLOCK>>>(to, from, d);
            int *other = from;
            from = to;
            to = other;
        }
    } else if (!strcmp(which, "fill")) {
        fill<<<BLOCKS, BLOCK>>>(in);
        scan<<<1, 1>>>(out, sums, in);
    } else if (!strcmp(which, "branch")) {
        three(-1);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        if (host[N - 1] > 100 || host[N - 1] < 0)
            three(-1);
    } else if (!strcmp(which, "more")) {
        scan<<<BLOCKS, BLOCK>>>(out, sums, in);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        if (host[N - 1] > 100 || host[N - 1] < 0)
            scan<<<BLOCKS, BLOCK>>>(out, sums, in);
        scan_sums<<<1, 1>>>(before, sums);
        add<<<BLOCKS, BLOCK>>>(out, before, -1);
    } else if (!strcmp(which, "print")) {
        scan<<<BLOCKS, BLOCK>>>(out, sums, in);
        cudaMemcpy(host, sums, BLOCKS * sizeof(int), cudaMemcpyDeviceToHost);
        printf("%d\n", host[0]);
        scan_sums<<<1, 1>>>(before, sums);
        add<<<BLOCKS, BLOCK>>>(out, before, -1);
    } else if (!strcmp(which, "host")) {
        scan<<<BLOCKS, BLOCK>>>(out, sums, in);
        cudaMemcpy(host, sums, BLOCKS * sizeof(int), cudaMemcpyDeviceToHost);
        for (int i = 0, sum = 0; i < BLOCKS; ++i) {
            int next = sum + host[i];
            host[i] = sum;
            sum = next;
        }
        cudaMemcpy(before, host, BLOCKS * sizeof(int), cudaMemcpyHostToDevice);
        add<<<BLOCKS, BLOCK>>>(out, before, -1);
    } else if (!strcmp(which, "sizes")) {
        scan<<<BLOCKS, BLOCK>>>(out, sums, in);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        add<<<host[1] == 0 ? BLOCKS : 1, BLOCK>>>(out, before, -1);
    } else if (!strcmp(which, "index")) {
        scan<<<BLOCKS, BLOCK>>>(out, sums, in);
        gather<<<BLOCKS, BLOCK>>>(out, in);
    } else if (!strcmp(which, "late")) {
        wait_for_zero<<<1, 4>>>(out, in);
    } else if (!strcmp(which, "double")) {
        double *x, *y;
        cudaMalloc(&x, 8 * sizeof *x);
        cudaMalloc(&y, 8 * sizeof *y);
        cudaMemset(x, 0, 8 * sizeof *x);
        halves<<<1, 8>>>(y, x);
    } else if (!strcmp(which, "file")) {
        three(-1);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        FILE *file = fopen(argv[2], "a");
        if (file) {
            fprintf(file, "%d\n", host[N - 1]);
            fclose(file);
        }
    }
    printf("whole: ok\n");
    return 0;
}
