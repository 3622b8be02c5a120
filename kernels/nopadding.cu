/* SPDX-License-Identifier: MIT
 *
 * The work-efficient scan on a tree, nothing done about banks (S0 Alg. 2, S1,
 * S2; Blelloch, Harris).
 *
 * Up: each node of the tree becomes the sum of its two children and stands in
 * the cell of the right one.  Then the root is cleared.  Down: each node hands
 * what lies before it to its left child, and that plus the left child's sum to
 * its right child.
 *
 *     up      3   1   7   0   4   1   6   3
 *                 4       7       5       9
 *                        11              14
 *                                        25
 *     clear                               0
 *     down                0              11
 *                 0       4      11      16
 *             0   3   4  11  11  15  16  22
 *
 * The cells of a level are 2^d apart, so with k banks the lanes of a warp meet
 * in k / 2^d of them and wait for each other: the queue doubles with each level
 * until all k lanes stand at one bank.
 *
 * W = n - 1 sums a sweep.  T = n(log2 k + 1)/k - 1 for the stores of sums.
 * N words: in place.
 */
#include "scan.h"

template <class T, class Op>
__global__ void nopadding(T *out, const T *in, int n, int block_n,
                          bool inclusive, Op op)
{ // step: load
    T *s = shared<T>();
    int threads = blockDim.x;
    int N = padded(block_n), log2n = log2_of(N);
    int first = blockIdx.x * block_n; /* of the block's elements */

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

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        s[N - 1] = op.identity();

    for (int d = log2n - 1; d >= 0; --d) {
        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < N >> (d + 1); i += threads) {
            int a = ((2 * i + 1) << d) - 1;
            int b = ((2 * i + 2) << d) - 1;
            T x = s[a];
            T before = s[b];
            s[a] = before;
            s[b] = op(before, x);
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

    nopadding<<<1, threads, N * sizeof(int)>>>(out, in, n, n, false, Add());
    return check(out, in, n, false);
}

#ifdef UPSWEEP_CATALOG
CATALOG_ENTRY(nopadding,
              .name = "nopadding",
              .title = "NoPadding",
              .summary = "Blelloch's in-place tree; its stride doubles at each "
                         "level, so lanes conflict",
              .idea = IDEA_CONFLICTS,
              .origin = "S0 Alg. 2, S1, S2",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .form = FORM_NOPADDING);
#endif
