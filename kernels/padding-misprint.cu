/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: padding that a missing pair of brackets undoes.
 *
 * A macro that has been copied from program to program since GPU Gems 3
 * (chapter 39) is to pad by i/k + i/k^2, so that even a tree of more than k^2
 * leaves is free of conflicts:
 *
 *     ((n) >> NUM_BANKS + (n) >> (2 * LOG_NUM_BANKS))
 *
 * But in C + binds tighter than >>, and the first shift is by the number of
 * banks instead of its logarithm.  So it says
 *
 *     n >> (NUM_BANKS + n) >> 2 LOG_NUM_BANKS
 *
 * which shifts n by more places than it has bits: 0, for every n.  (From 32
 * places on C promises nothing at all; here it is 0 as well.)  Nothing is
 * padded, every result is right, and the queues equal nopadding.cu's.
 * Only counting shows it.
 *
 * The words for the padding are there all the same, and stay empty.
 */
#include "scan.h"

/* x >> places, and 0 when no bit of x would be left. */
__device__ int shifted(int x, int places)
{
    return places < 32 ? x >> places : 0;
}

/* The cell of element i: the macro, its brackets where C puts them. */
__device__ int cell_of(int i, int log2k)
{
    return i + shifted(shifted(i, warpSize + i), 2 * log2k);
}

template <class T, class Op>
__global__ void padding_misprint(T *out, const T *in, int n, int block_n,
                                 bool inclusive, Op op)
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
    int k = warp_size(), words = N + (N - 1) / k + (N - 1) / (k * k);
    int *in = device_input(n), *out = device_array<int>(n);

    padding_misprint<<<1, threads, words * sizeof(int)>>>(out, in, n, n, false,
                                                          Add());
    return check(out, in, n, false);
}

#ifdef UPSWEEP_CATALOG
/* What the padding would take, if it were any. */
static uint32_t padding_misprint_words(uint32_t n, uint32_t k)
{
    uint32_t last = catalog_padded_n(n, k) - 1;
    return last + last / k + last / (k * k) + 1;
}

/* Level 1 has cells two apart: more than k/2 sums, of k + 1 leaves. */
static uint32_t padding_misprint_from(uint32_t n, uint32_t k)
{
    (void)n;
    return k + 1;
}

CATALOG_ENTRY(padding_misprint,
              .name = "padding-misprint",
              .title = "Padding misprinted",
              .summary = "a macro without parentheses adds no padding",
              .origin = "GPU Gems 3, ch. 39",
              .max_n = 32768,
              .words = padding_misprint_words,
              .workers = catalog_half_n,
              .form = FORM_NOPADDING,
              .conflict_free = true,
              .fault = FAULT_CONFLICTS,
              .wrong = "shifts by k + i places instead of log2 k, so nothing "
                       "is padded and the conflicts remain",
              .wrong_from = padding_misprint_from);
#endif
