/* SPDX-License-Identifier: MIT
 *
 * atomics - atomic functions on global and shared memory, and look-back.
 */
#include "check.h"

__global__ void count(unsigned *bins, const unsigned char *in, int n)
{
    __shared__ unsigned own[16];

    if (threadIdx.x < 16)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        atomicAdd(&own[in[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__global__ void operations(int *i, unsigned *u, unsigned long long *l,
                           float *f, double *d)
{
    int t = threadIdx.x;

    atomicSub(&i[0], t);
    atomicMin(&i[1], -t);
    atomicMax(&i[2], t);
    atomicOr(&i[3], 1 << t % 8);
    atomicXor(&i[4], t);
    atomicAnd(&i[5], ~(1 << t % 4));
    atomicAdd_block(&i[6], 2);
    atomicAdd_system(&i[7], 3);
    atomicInc(&u[0], 9);
    atomicDec(&u[1], 6);
    atomicMax(&u[2], 0x80000000u + t);
    atomicAdd(&l[0], 1ull << 33);
    atomicMax(&l[1], (unsigned long long)t << 40);
    atomicAdd(&f[0], 0.5f);
    atomicAdd(&d[0], 0.25);
    if (t == 7) {
        i[8] = atomicExch(&i[9], 5);
        i[10] = atomicCAS(&i[11], 0, 8);
        i[12] = atomicCAS(&i[11], 0, 9);
        f[1] = atomicExch(&f[2], 2.5f);
    }
}
/* The largest float, by compare-and-swap. */
__device__ float atomic_max(float *at, float value)
{
    int *as_int = (int *)at, old = *as_int, assumed;

    do {
        assumed = old;
        old = atomicCAS(as_int, assumed,
                        __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
__global__ void largest(float *out)
{
    atomic_max(out, (float)((threadIdx.x * 37) % 64));
}
/* A lock that the first thread of each block takes. */
__global__ void locked(int *lock, int *sum)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *(volatile int *)sum = *(volatile int *)sum + blockIdx.x;
        __threadfence();
        atomicExch(lock, 0);
    }
}
/* Blocks wait for the one before them; their numbers are drawn. */
__global__ void chained(int *ticket, volatile int *flags, volatile int *sums)
{
    __shared__ int block;

    if (threadIdx.x == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        int before = 0;

        if (block > 0) {
            while (flags[block - 1] == 0)
                ;
            __threadfence();
            before = sums[block - 1];
        }
        sums[block] = before + block;
        __threadfence();
        flags[block] = 1;
    }
}
/* The last block to come adds up what the others left. */
__device__ unsigned arrived;
__global__ void last_one(int *parts, int *out)
{
    __shared__ bool last;

    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x + 1;
        __threadfence();
        last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;

        for (int i = 0; i < gridDim.x; ++i)
            sum += ((volatile int *)parts)[i];
        *out = sum;
    }
}

int main()
{
    unsigned *bins = shared_with_device<unsigned>(16);
    unsigned char *in = shared_with_device<unsigned char>(1000);

    for (int b = 0; b < 16; ++b)
        bins[b] = 0;
    for (int i = 0; i < 1000; ++i)
        in[i] = (unsigned char)(i * i);
    count<<<3, 64>>>(bins, in, 1000);
    cudaDeviceSynchronize();
    int squares[16] = {0};
    for (int i = 0; i < 1000; ++i)
        ++squares[in[i] % 16];
    for (int b = 0; b < 16; ++b)
        CHECK((int)bins[b] == squares[b]);

    int *i = shared_with_device<int>(64);
    unsigned *u = shared_with_device<unsigned>(3);
    unsigned long long *l = shared_with_device<unsigned long long>(2);
    float *f = shared_with_device<float>(3);
    double *d = shared_with_device<double>(1);
    for (int k = 0; k < 64; ++k)
        i[k] = 0;
    i[5] = 255;
    u[0] = u[1] = u[2] = 0;
    l[0] = l[1] = 0;
    f[0] = f[1] = 0;
    f[2] = 1.5f;
    d[0] = 0;
    operations<<<1, 64>>>(i, u, l, f, d);
    cudaDeviceSynchronize();
    CHECK(i[0] == -2016 && i[1] == -63 && i[2] == 63 && i[3] == 255);
    CHECK(i[4] == 0 && i[5] == 240 && i[6] == 128 && i[7] == 192);
    CHECK(u[0] == 4 && u[1] == 6 && u[2] == 0x8000003fu);
    CHECK(l[0] == 64ull << 33 && l[1] == 63ull << 40);
    CHECK(f[0] == 32 && d[0] == 16);
    CHECK(i[8] == 0 && i[9] == 5 && i[10] == 0 && i[11] == 8 && i[12] == 8);
    CHECK(f[1] == 1.5f && f[2] == 2.5f);

    f[0] = 0;
    largest<<<1, 64>>>(f);
    cudaDeviceSynchronize();
    CHECK(f[0] == 63);

    i[0] = i[1] = 0;
    locked<<<8, 32>>>(&i[0], &i[1]);
    cudaDeviceSynchronize();
    CHECK(i[0] == 0 && i[1] == 28);

    for (int k = 0; k < 64; ++k)
        i[k] = 0;
    chained<<<12, 32>>>(i, i + 16, i + 32);
    cudaDeviceSynchronize();
    CHECK(i[32 + 11] == 66);
    last_one<<<9, 32>>>(i, i + 40);
    cudaDeviceSynchronize();
    CHECK(i[40] == 45);
    return result("atomics");
}
