// SPDX-License-Identifier: MIT
//
// Arrays in shared memory at which lanes wait, each in four layouts: LAYOUT 0 is the
// plain one, 1 has one more column, 2 has element i at i + i / 32, 3 has column c of
// row r at column c ^ r.  tests/costs.test compares what is predicted for LAYOUT 0
// with what the others cost.
#include <cstdio>

#ifndef LAYOUT
#define LAYOUT 0
#endif

// The place of element i of an array with rows of LENGTH elements, and its room.
#if LAYOUT == 1
#define AT(i, length) ((i) + (i) / (length))
#elif LAYOUT == 2
#define AT(i, length) ((i) + (i) / 32)
#elif LAYOUT == 3
#define AT(i, length) ((i) / (length) * (length) + ((i) % (length) ^ (i) / (length) % (length)))
#else
#define AT(i, length) (i)
#endif

template <typename T, int N> __global__ void transpose(T *out, const T *in)
{
#if LAYOUT == 0
    __shared__ T tile[N][N];
#define TILE(r, c) tile[r][c]
#else
    __shared__ T tile[2 * N * N];
#define TILE(r, c) tile[AT((r) * N + (c), N)]
#endif
    int x = threadIdx.x, y = threadIdx.y;
    TILE(y, x) = in[y * N + x];
    __syncthreads();
    out[y * N + x] = TILE(x, y);
}

__global__ void up_sweep(float *out, const float *in)
{
    __shared__ float temp[2 * 256];
    int t = threadIdx.x, offset = 1;
    temp[AT(t, 32)] = in[t];
    temp[AT(t + 128, 32)] = in[t + 128];
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            temp[AT(offset * (2 * t + 2) - 1, 32)] += temp[AT(offset * (2 * t + 1) - 1, 32)];
        offset *= 2;
    }
    __syncthreads();
    out[t] = temp[AT(t, 32)];
}

int main()
{
    float *f, *g;
    double *d, *e;
    cudaMalloc(&f, 4096);
    cudaMalloc(&g, 4096);
    cudaMalloc(&d, 8192);
    cudaMalloc(&e, 8192);
    cudaMemset(f, 0, 4096);
    cudaMemset(d, 0, 8192);
    transpose<float, 32><<<1, dim3(32, 32)>>>(g, f);
    transpose<float, 16><<<1, dim3(16, 16)>>>(g, f);
    transpose<double, 16><<<1, dim3(16, 16)>>>(e, d);
    transpose<float2, 16><<<1, dim3(16, 16)>>>((float2 *)e, (float2 *)d);
    up_sweep<<<1, 128>>>(g, f);
    bool ok = cudaDeviceSynchronize() == cudaSuccess;
    printf("layouts: %s\n", ok ? "ok" : "a launch failed");
    return !ok;
}
