/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: LeftRight with its operands loaded as printed (S0
 * Alg. 3, lines 3 and 4).
 *
 * The cells equal leftright.cu's and the results are right.  But the lines
 * load "the left operand, then the right one", and going down the children are
 * stored in that order.  In the half of the warp whose sums go left, the left
 * child has the parent's cell; in the other half the right child has it.  So
 * the two halves ask for the same banks at the same time:
 *
 *     k = 4, level 1       lane      0    1    2    3
 *                          left      0    2    4    6     banks 0 2 0 2
 *                          p         0    2    5    7     banks 0 2 1 3
 *
 * Two lanes on every bank, on both loads: the gain of LeftRight is gone where
 * it matters.  leftright.cu loads p, then q.
 */
#include "scan.h"

/* A(x, m), the cell of node x of level m: x, then m bits that repeat its log2 k
 * low bits from the top.  A number of log2 k bits times 1 + k + k^2 + ... is
 * those bits, over and over: here 30 bits of them, or 28 for k = 16. */
__device__ int cell_of(int x, int m, int log2k)
{
    int width = 30 / log2k * log2k;
    int ones = ((1 << width) - 1) / ((1 << log2k) - 1);
    int low = x & ((1 << log2k) - 1);

    return x << m | low * ones >> (width - m);
}

/* Does the sum of node x take its right child's cell? */
__device__ bool goes_right(int x, int log2k)
{
    return x >> (log2k - 1) & 1;
}

template <class T, class Op>
__global__ void leftright_printed(T *out, const T *in, int n, int block_n,
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
        s[i] = i < n ? in[i] : op.identity();

    for (int d = 0; d < log2n; ++d) {
        __syncthreads(); // step: up-sweep
        for (int i = threadIdx.x; i < N >> (d + 1); i += threads) {
            int right = goes_right(i, log2k);
            int p = cell_of(i, d + 1, log2k);
            int q = cell_of(2 * i + 1 - right, d, log2k);
            T x = s[cell_of(2 * i, d, log2k)];
            T y = s[cell_of(2 * i + 1, d, log2k)];
            s[p] = op(x, y);
            s[q] = x;
        }
    }

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        s[cell_of(0, log2n, log2k)] = op.identity();

    for (int d = log2n - 1; d >= 0; --d) {
        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < N >> (d + 1); i += threads) {
            int right = goes_right(i, log2k);
            int p = cell_of(i, d + 1, log2k);
            int q = cell_of(2 * i + 1 - right, d, log2k);
            T before = s[p];
            T x = s[q];
            s[cell_of(2 * i, d, log2k)] = before;
            s[cell_of(2 * i + 1, d, log2k)] = op(before, x);
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads) {
        T x = s[i];
        if (inclusive)
            x = op(x, in[i]);
        out[i] = x;
    }
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), N = padded(n);
    int threads = N < 2048 ? (N + 1) / 2 : 1024;
    int *in = device_input(n), *out = device_array<int>(n);

    leftright_printed<<<1, threads, N * sizeof(int)>>>(out, in, n, n, false,
                                                       Add());
    return check(out, in, n, false);
}

#ifdef UPSWEEP_CATALOG
/* Two sums of different halves of a warp: k/2 + 1 sums, of k + 1 leaves. */
static uint32_t leftright_printed_from(uint32_t n, uint32_t k)
{
    (void)n;
    return k + 1;
}

CATALOG_ENTRY(leftright_printed,
              .name = "leftright-printed",
              .title = "LeftRight as printed",
              .summary = "left operand first, then right: 2-way conflicts",
              .origin = "S0 Alg. 3, lines 3 and 4",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .conflict_free = true,
              .fault = FAULT_CONFLICTS,
              .wrong = "loads the left operand before the right one, which "
                       "causes 2-way conflicts",
              .wrong_from = leftright_printed_from);
#endif
