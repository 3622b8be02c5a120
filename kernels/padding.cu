/* SPDX-License-Identifier: MIT
 *
 * The tree scan with an empty cell after every k (S0 eq. 1, S2; Harris).
 *
 * Element i moves to cell i + i/k (rounded down), so that elements k apart
 * no longer share a bank:
 *
 *     bank     0   1   2   3          k = 4
 *              x0  x1  x2  x3
 *              --  x4  x5  x6
 *              x7  --  x8  x9
 *              x10 x11 --  x12
 *
 * It works while the tree has at most k^2 leaves.  Above that, elements k^2
 * apart are k^2 + k cells apart and share a bank again.
 *
 * W = n - 1 sums a sweep.  T is S0's f_p + T_nopadding(n/k): analysis/cost.c.
 * N + (N - 1)/k words: the padding is the price.
 */
#include "scan.h"

/* The cell of element i. */
__device__ int cell_of(int i, int log2k)
{
    return i + (i >> log2k);
}

template <class T, class Op>
__global__ void padding(T *out, const T *in, int n, int block_n, bool inclusive,
                        Op op)
{ // step: load
    T *s = shared<T>();
    int threads = blockDim.x;
    int N = padded(block_n), log2n = log2_of(N), log2k = log2_of(warpSize);
    int first = blockIdx.x * block_n; /* of the block's elements */

    in += first;
    out += first;
    n = min(block_n, n - first);
    for (int i = threadIdx.x; i < N; i += threads)
        s[cell_of(i, log2k)] = i < n ? in[i] : op.identity();

    for (int d = 0; d < log2n; ++d) {
        __syncthreads(); // step: up-sweep
        for (int i = threadIdx.x; i < N >> (d + 1); i += threads) {
            int a = cell_of(((2 * i + 1) << d) - 1, log2k);
            int b = cell_of(((2 * i + 2) << d) - 1, log2k);
            T x = s[a];
            T y = s[b];
            s[b] = op(x, y);
        }
    }

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        s[cell_of(N - 1, log2k)] = op.identity();

    for (int d = log2n - 1; d >= 0; --d) {
        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < N >> (d + 1); i += threads) {
            int a = cell_of(((2 * i + 1) << d) - 1, log2k);
            int b = cell_of(((2 * i + 2) << d) - 1, log2k);
            T x = s[a];
            T before = s[b];
            s[a] = before;
            s[b] = op(before, x);
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads) {
        T x = s[cell_of(i, log2k)];
        if (inclusive)
            x = op(x, in[i]);
        out[i] = x;
    }
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), N = padded(n);
    int threads = N < 2048 ? (N + 1) / 2 : 1024;
    int words = N + (N - 1) / warp_size();
    int *in = device_input(n), *out = device_array<int>(n);

    padding<<<1, threads, words * sizeof(int)>>>(out, in, n, n, false, Add());
    return check(out, in, n, false);
}

#ifdef UPSWEEP_CATALOG
static uint32_t padding_words(uint32_t n, uint32_t k)
{
    uint32_t last = catalog_padded_n(n, k) - 1;
    return last + last / k + 1;
}

CATALOG_ENTRY(padding,
              .name = "padding",
              .title = "Padding",
              .summary = "Blelloch's tree with an empty cell after every k "
                         "cells",
              .idea = IDEA_TREES,
              .origin = "S0 eq. 1, S2",
              .max_n = 32768,
              .words = padding_words,
              .workers = catalog_half_n,
              .form = FORM_PADDING);
#endif
