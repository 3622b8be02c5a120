/* SPDX-License-Identifier: MIT
 *
 * Reduce and down-sweep with an array for each level (S3 Alg. 3 and 4).
 *
 * Made for graphics cards that read one texture and write another: each level
 * of the tree is a separate array, half as long as the one below.
 *
 *     a0    3   1   7   0   4   1   6   3
 *            \ /     \ /     \ /     \ /
 *     a1      4       7       5       9         up
 *              \_   _/         \_   _/
 *     a2         11              14
 *
 *     a1      4      11      16      25         down
 *     a0    3   4  11  11  15  16  22  25
 *
 * Down, from the top: element i of a level takes what lies before it from the
 * level above, which is done.  An odd i ends where its parent i/2 ends, so it
 * takes that as it is; an even i adds itself to what the parent's left
 * neighbour, i/2 - 1, has; and i = 0 is done already.  Both are element
 * (i - 1)/2, rounded down.
 *
 * S3 lets i begin at 1 in Alg. 3, line 2, and so never makes the first element
 * of a level; in Alg. 4 it begins at 0, and here in both.  Lines 3 and 7 name
 * the operands in the order own, earlier: earlier must be the left one.
 *
 * W = n - 1 sums up and (n - 1) - log2 n down, in log2 n and log2 n - 1 rounds:
 * as brent-kung.cu, although the down-sweep has a pass more, which only copies.
 * The sums of a level stand side by side, so their stores never wait, and T is
 * LeftRight's, log2 k + (n - k)/k; but operands 2i and 2i + 1 are two to
 * a bank.  2N - 1 words: a second array is the price.
 */
#include "scan.h"

/* The first cell of the array of level d. */
__device__ int array_of(int d, int N)
{
    return 2 * N - (2 * N >> d);
}

template <class T, class Op>
__global__ void reduce_downsweep(T *out, const T *in, int n, int block_n,
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

    for (int d = 1; d <= log2n; ++d) {
        T *own = s + array_of(d, N), *below = s + array_of(d - 1, N);

        __syncthreads(); // step: up-sweep
        for (int i = threadIdx.x; i < N >> d; i += threads) {
            T x = below[2 * i];
            T y = below[2 * i + 1];
            own[i] = op(x, y);
        }
    }

    for (int d = log2n - 1; d >= 0; --d) {
        T *own = s + array_of(d, N), *above = s + array_of(d + 1, N);

        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < N >> d; i += threads) {
            if (i > 0) {
                T sum = above[(i - 1) / 2];
                if (i % 2 == 0) {
                    T x = own[i];
                    sum = op(sum, x);
                }
                own[i] = sum;
            }
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
    int threads = N < 1024 ? N : 1024;
    int *in = device_input(n), *out = device_array<int>(n);

    reduce_downsweep<<<1, threads, (2 * N - 1) * sizeof(int)>>>(out, in, n, n,
                                                                true, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
/* N + N/2 + ... + 1. */
static uint32_t reduce_downsweep_words(uint32_t n, uint32_t k)
{
    return 2 * catalog_padded_n(n, k) - 1;
}

CATALOG_ENTRY(reduce_downsweep,
              .name = "reduce-downsweep",
              .title = "Reduce, Down-sweep",
              .summary = "a tree with one array for each level",
              .idea = IDEA_CONFLICTS,
              .origin = "S3 Alg. 3, 4",
              .max_n = 16384,
              .words = reduce_downsweep_words,
              .workers = catalog_padded_n,
              .inclusive = true,
              .form = FORM_REDUCE);
#endif
