/* SPDX-License-Identifier: MIT
 *
 * LeftRight: the tree scan in which no lane ever waits (S0 Alg. 3, eq. 2).
 *
 * The idea of the paper: let a sum replace its left operand in one half of the
 * warp and its right operand in the other half.  Of k neighbouring sums the
 * first k/2 go left and the last k/2 go right, and so k lanes meet k banks, at
 * every level of the tree.
 *
 *     k = 4, n = 16; where the sums of each level are put:
 *
 *     bank      0   1   2   3   0   1   2   3   0   1   2   3   0   1   2   3
 *     cell      0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15
 *     level 1   L       L           R       R   L       L           R       R
 *     level 2   L                   L                   R                   R
 *     level 3   L                                       L
 *     level 4   L
 *
 * Node x of level m (the leaves are level 0) has the cell
 *
 *     A(x, 0) = x      A(x, m) = A(2x + b, m - 1),  b = bit log2k - 1 of x
 *
 * which is the cell of its left child (b = 0) or its right child (b = 1): in
 * place at every level.  Written out, it is x followed by m bits that repeat
 * the log2 k low bits of x from the top; its bank is those low bits rotated,
 * and a rotation maps k neighbours to k different banks.  (S0's eq. 2 gives the
 * same banks, but leaves the tree above level log2 k: see leftright-eq2.cu.)
 *
 * Both operands must be loaded without conflict too.  So the lanes load the
 * cell p of the parent first, which is some child's, then the cell q of the
 * other child; as A is linear over xor, q differs from p in the same bits all
 * over a level.  Loading "left, then right" would put two lanes on each bank:
 * see leftright-printed.cu.
 *
 * Going up, p receives the sum and q keeps the left operand for the way down.
 *
 * W = n - 1 sums a sweep.  T = log2 k + (n - k)/k for the stores of sums: not
 * one cycle lost.  N words: in place.
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
__global__ void leftright(T *out, const T *in, int n, int block_n,
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
            bool right = goes_right(i, log2k);
            int p = cell_of(i, d + 1, log2k);
            int q = p ^ cell_of(1, d, log2k);
            T u = s[p];
            T v = s[q];
            T x = right ? v : u;
            T y = right ? u : v;
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
            bool right = goes_right(i, log2k);
            int p = cell_of(i, d + 1, log2k);
            int q = p ^ cell_of(1, d, log2k);
            T before = s[p];
            T x = s[q];
            s[p] = right ? op(before, x) : before;
            s[q] = right ? before : op(before, x);
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

    leftright<<<1, threads, N * sizeof(int)>>>(out, in, n, n, false, Add());
    return check(out, in, n, false);
}

#ifdef UPSWEEP_CATALOG
CATALOG_ENTRY(leftright,
              .name = "leftright",
              .title = "LeftRight",
              .summary = "sums go left or right, so a warp accesses each bank "
                         "once",
              .idea = IDEA_TREES,
              .origin = "S0 Alg. 3",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .form = FORM_LEFTRIGHT,
              .conflict_free = true);
#endif
