/* SPDX-License-Identifier: MIT
 *
 * scan - what CUDA lacks for scans of any element of four bytes: shared memory,
 * shuffles, four elements in one access, and a pair that is published at once.
 * Ordinary templates: copy this file with a kernel into a lab.
 */
#ifndef SCAN_H
#define SCAN_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CUDA has it since 12.4: at most so many registers for a thread. */
#ifndef __maxnreg__
#define __maxnreg__(count)
#endif

/* The dynamic shared memory of the block. */
template <class T> __device__ __forceinline__ T *shared()
{
    extern __shared__ __align__(16) int s[];

    return reinterpret_cast<T *>(s);
}

/* N, up to a power of two; and the logarithm of a power of two. */
__host__ __device__ inline int padded(int n)
{
    int power = 1;

    while (power < n)
        power *= 2;
    return power;
}
__device__ inline int log2_of(int power)
{
    return 31 - __clz(power);
}

/* ---- Warps ----------------------------------------------------------------
 */

/* The bits of an element, and the element of bits. */
template <class T> __device__ __forceinline__ unsigned bits_of(T x)
{
    static_assert(sizeof(T) == 4, "elements have four bytes");
    unsigned bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}
template <class T> __device__ __forceinline__ T of_bits(unsigned bits)
{
    T x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

/* X of the lane D below; in the D lowest lanes their own.  All lanes that the
 * warp has call it.  The width is said since a simulated warp may be wider than
 * 32 lanes: the mask, all ones, names them all. */
template <class T> __device__ __forceinline__ T shuffle_up(T x, int d)
{
    return of_bits<T>(__shfl_up_sync(0xffffffffu, bits_of(x), d, warpSize));
}

/* X of LANE, which the warp has.  All its lanes call it. */
template <class T> __device__ __forceinline__ T shuffle(T x, int lane)
{
    return of_bits<T>(__shfl_sync(0xffffffffu, bits_of(x), lane, warpSize));
}

/* ---- Four elements in one access ------------------------------------------
 */

template <class T> struct __align__(16) Four
{
    T word[4];
};

/* The elements from P on, which is a multiple of 16 bytes. */
template <class T> __device__ __forceinline__ Four<T> load4(const T *p)
{
    uint4 words = *reinterpret_cast<const uint4 *>(p);
    Four<T> x;

    memcpy(&x, &words, sizeof x);
    return x;
}
template <class T>
__device__ __forceinline__ void store4(T *p, const Four<T> &x)
{
    uint4 words;

    memcpy(&words, &x, sizeof words);
    *reinterpret_cast<uint4 *>(p) = words;
}

/* ---- Pairs that are published at once -------------------------------------
 */

/* A state and a sum in eight bytes: a thread that sees the state sees its sum.
 */
typedef unsigned long long Pair;

template <class T>
__device__ __forceinline__ void publish(volatile Pair *at, unsigned state,
                                        T sum)
{
    *at = static_cast<Pair>(bits_of(sum)) << 32 | state;
}

/* Waits until another block has published a pair; its state, not 0, and *SUM.
 */
template <class T> __device__ unsigned await(volatile Pair *at, T *sum)
{
    Pair pair;

    do
        pair = *at;
    while (static_cast<unsigned>(pair) == 0);
    *sum = of_bits<T>(static_cast<unsigned>(pair >> 32));
    return static_cast<unsigned>(pair);
}

/* Asks for the line of P, which is needed later. */
template <class T> __device__ __forceinline__ void prefetch(const T *p)
{
#ifndef __UPSWEEP__ /* a simulator without a cache */
    asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
#else
    (void)p;
#endif
}

/* ---- A short main ---------------------------------------------------------
 */

/* An operator: it joins two elements, the left one first. */
struct Add {
    __host__ __device__ int operator()(int left, int right) const
    {
        return left + right;
    }
    __host__ __device__ int identity() const
    {
        return 0;
    }
};

/* The number of elements: the first argument, or 64. */
inline int elements(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;

    return n > 0 ? n : 64;
}

/* The lanes of a warp, which are 32 on a GPU. */
inline int warp_size()
{
    int lanes = 32;

    cudaDeviceGetAttribute(&lanes, cudaDevAttrWarpSize, 0);
    return lanes;
}

/* Arrays of N elements in the memory of the device: some numbers, and zeros. */
inline int *device_input(int n)
{
    int *host = static_cast<int *>(malloc(n * sizeof(int))), *device;

    for (int i = 0; i < n; ++i)
        host[i] = (3 + 5 * i) % 11;
    cudaMalloc(&device, n * sizeof(int));
    cudaMemcpy(device, host, n * sizeof(int), cudaMemcpyHostToDevice);
    free(host);
    return device;
}
template <class T> T *device_array(int n)
{
    T *device;

    cudaMalloc(&device, n * sizeof(T));
    cudaMemset(device, 0, n * sizeof(T));
    return device;
}

/* Compares OUT with the sums of IN; says what is wrong.  Returns what main
 * does. */
inline int check(const int *out, const int *in, int n, bool inclusive)
{
    int *sums = static_cast<int *>(malloc(n * sizeof(int)));
    int *values = static_cast<int *>(malloc(n * sizeof(int)));
    int wrong = 0;

    cudaMemcpy(sums, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(values, in, n * sizeof(int), cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess) {
        printf("the GPU did not run it\n");
        wrong = 1;
    }
    for (int i = 0, sum = 0; i < n && !wrong; ++i) {
        int right = inclusive ? sum + values[i] : sum;
        if (sums[i] != right) {
            printf("wrong: element %d is %d, not %d\n", i, sums[i], right);
            wrong = 1;
        }
        sum += values[i];
    }
    if (!wrong)
        printf("right\n");
    free(sums);
    free(values);
    return wrong;
}

#endif
