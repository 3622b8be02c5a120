/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: LeftRight with the cells of S0's equation 2, word
 * for word.
 *
 *     LEFTRIGHT(x, m) = RST(x 2^m) + ROT^m(x)
 *
 * RST clears the log2 k low bits, ROT^m rotates the log2 k low bits of x to the
 * left m times.  Up to level log2 k this is the cell of one of the children.
 * Above, where bit log2 k - 1 of x is 1, it is a cell of neither child, and the
 * sum put there destroys a partial sum that the way down still needs:
 *
 *     k = 4, level 3, node 2:   its children stand in cells 16 and 21, it
 *                               should take 21 and is put in 17, where level 1
 *                               keeps an operand for the way down
 *
 * The reduction stays right, so the mistake hides; scans are wrong from trees
 * of 2 k^2 leaves on.  leftright.cu repeats the low bits instead of rotating
 * them, and stays in place.
 */
#include "scan.h"

/* x with its h low bits rotated left by m. */
__device__ int rotated(int x, int m, int h)
{
    int low = x & ((1 << h) - 1);

    m %= h;
    return (low << m | low >> (h - m)) & ((1 << h) - 1);
}

/* Equation 2. */
__device__ int cell_of(int x, int m, int log2k)
{
    return ((x << m) >> log2k << log2k) + rotated(x, m, log2k);
}

template <class T, class Op>
__global__ void leftright_eq2(T *out, const T *in, int n, int block_n,
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
            int right = i >> (log2k - 1) & 1;
            int same = cell_of(2 * i + right, d, log2k);
            int other = cell_of(2 * i + 1 - right, d, log2k);
            T u = s[same];
            T v = s[other];
            T x = right ? v : u;
            T y = right ? u : v;
            s[cell_of(i, d + 1, log2k)] = op(x, y);
            s[other] = x;
        }
    }

    __syncthreads(); // step: clear
    if (threadIdx.x == 0)
        s[cell_of(0, log2n, log2k)] = op.identity();

    for (int d = log2n - 1; d >= 0; --d) {
        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < N >> (d + 1); i += threads) {
            int right = i >> (log2k - 1) & 1;
            int same = cell_of(2 * i + right, d, log2k);
            int other = cell_of(2 * i + 1 - right, d, log2k);
            T before = s[cell_of(i, d + 1, log2k)];
            T x = s[other];
            s[same] = right ? op(before, x) : before;
            s[other] = right ? before : op(before, x);
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

    leftright_eq2<<<1, threads, N * sizeof(int)>>>(out, in, n, n, false, Add());
    return check(out, in, n, false);
}

#ifdef UPSWEEP_CATALOG
/* In a tree of 2 k^2 leaves output k^2 + 1 is the first to be wrong, so it
 * takes k^2 + 2 elements to see it. */
static uint32_t leftright_eq2_from(uint32_t n, uint32_t k)
{
    (void)n;
    return k * k + 2;
}

CATALOG_ENTRY(leftright_eq2,
              .name = "leftright-eq2",
              .title = "LeftRight by equation 2",
              .summary = "above level log2 k a sum overwrites another",
              .origin = "S0 eq. 2",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .conflict_free = true,
              .fault = FAULT_SUMS,
              .wrong = "equation 2 leaves the tree above level log2 k, so a "
                       "sum overwrites one that is still needed",
              .wrong_from = leftright_eq2_from);
#endif
