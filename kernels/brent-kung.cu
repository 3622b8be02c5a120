/* SPDX-License-Identifier: MIT
 *
 * Brent and Kung's scan: a reduction, then a post-scan that needs no clearing
 * (S1).
 *
 * Up, as in nopadding.cu: each node of the tree becomes the sum of its two
 * children and stands in the cell of the right one.  After that some cells hold
 * a final result already: the nodes on the left edge, such as cell 3
 * with the sum of elements 0 to 3.  Down: a node that is done, and so knows the
 * sum of all up to its end, adds it to the next node one level below, which
 * begins where it ends.
 *
 *     up      3   1   7   0   4   1   6   3
 *                 4       7       5       9
 *                        11              14
 *                                        25
 *     down                       16             11 + 5
 *                    11      15      22         4 + 7, 11 + 4, 16 + 6
 *     done    3   4  11  11  15  16  22  25
 *
 * Nothing is cleared and nothing is moved, so the scan is inclusive and takes
 * one store a sum.  The left edge has no work on the way down, and its first
 * level none at all.  Exclusive: the results are read one place to the left.
 *
 * W = n - 1 sums up and (n - 1) - log2 n down, in log2 n and log2 n - 1 rounds.
 * T = n(log2 k + 1)/k - 1 for the stores of sums going up: the cells are those
 * of nopadding.cu, and so are the queues.  N words: in place.
 */
#include "scan.h"

template <class T, class Op>
__global__ void brent_kung(T *out, const T *in, int n, int block_n,
                           bool inclusive, Op op)
{ // step: load
    T *s = shared<T>();
    int threads = blockDim.x;
    int first = blockIdx.x * block_n; /* of the block's elements */
    int N = padded(block_n), log2n = log2_of(N);

    in += first;
    out += first;
    n = min(block_n, n - first);
    for (int i = threadIdx.x; i < N; i += threads)
        s[i] = i < n ? in[i] : op.identity();

    for (int d = 0; d < log2n; ++d) {
        __syncthreads(); // step: up-sweep
        for (int i = threadIdx.x; i < N >> (d + 1); i += threads) {
            int a = ((2 * i + 1) << d) - 1;
            int b = ((2 * i + 2) << d) - 1;
            T x = s[a];
            T y = s[b];
            s[b] = op(x, y);
        }
    }

    for (int d = log2n - 2; d >= 0; --d) {
        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < (N >> (d + 1)) - 1; i += threads) {
            int a = ((2 * i + 2) << d) - 1;
            int b = ((2 * i + 3) << d) - 1;
            T before = s[a];
            T x = s[b];
            s[b] = op(before, x);
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads) {
        int from = inclusive ? i : i - 1;
        out[i] = from >= 0 ? s[from] : op.identity();
    }
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), N = padded(n);
    int threads = N < 2048 ? (N + 1) / 2 : 1024;
    int *in = device_input(n), *out = device_array<int>(n);

    brent_kung<<<1, threads, N * sizeof(int)>>>(out, in, n, n, true, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
CATALOG_ENTRY(brent_kung,
              .name = "brent-kung",
              .title = "Brent-Kung",
              .summary = "a tree of sums, then finished sums complete the "
                         "others",
              .idea = IDEA_CONFLICTS,
              .origin = "S1",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .inclusive = true,
              .form = FORM_BRENT_KUNG);
#endif
