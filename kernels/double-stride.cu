/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: the loops of S1's reduction and post-scan, which
 * double (and halve) the stride twice a round.
 *
 *     for (stride = 1; ...; stride = stride * 2) {
 *         ...
 *         stride = stride * 2;       once more
 *     }
 *
 * Every second level of the tree is left out:
 *
 *     stride 1     3   1   7   0   4   1   6   3
 *                  3   4   7   7   4   5   6   9
 *     stride 2     never
 *     stride 4     3   4   7   7   4   5   6  16     7 + 9: of elements 2, 3
 *                                                    and 6, 7
 *     back, 2      3   4   7   7   4  12   6  16     7 + 5
 *     stride 1     never
 *     should be    3   4  11  11  15  16  22  25
 *
 * With up to three elements there is one level to speak of, and all is well.
 * brent-kung.cu has the loops as they should be.
 *
 * Exclusive: the elements are loaded one place to the right (S1).
 */
#include "scan.h"

template <class T, class Op>
__global__ void double_stride(T *out, const T *in, int n, int block_n,
                              bool inclusive, Op op)
{ // step: load
    T *s = shared<T>();
    int threads = blockDim.x;
    int N = padded(block_n);
    int first = blockIdx.x * block_n; /* of the block's elements */

    in += first;
    out += first;
    n = min(block_n, n - first);
    for (int i = threadIdx.x; i < N; i += threads) {
        int from = inclusive ? i : i - 1;
        s[i] = from >= 0 && from < n ? in[from] : op.identity();
    }

    for (int stride = 1; stride <= N / 2; stride = stride * 2) {
        __syncthreads(); // step: up-sweep
        for (int i = threadIdx.x; i < N / (2 * stride); i += threads) {
            int index = (i + 1) * stride * 2 - 1;
            T x = s[index - stride];
            T y = s[index];
            s[index] = op(x, y);
        }
        stride = stride * 2;
    }

    for (int stride = N / 4; stride > 0; stride = stride / 2) {
        __syncthreads(); // step: down-sweep
        for (int i = threadIdx.x; i < N / (2 * stride) - 1; i += threads) {
            int index = (i + 1) * stride * 2 - 1;
            T before = s[index];
            T x = s[index + stride];
            s[index + stride] = op(before, x);
        }
        stride = stride / 2;
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads)
        out[i] = s[i];
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), N = padded(n);
    int threads = N < 2048 ? (N + 1) / 2 : 1024;
    int *in = device_input(n), *out = device_array<int>(n);

    double_stride<<<1, threads, N * sizeof(int)>>>(out, in, n, n, true, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
/* Output 3 lacks the level that joins 0, 1 and 2, 3. */
static uint32_t double_stride_from(uint32_t n, uint32_t k)
{
    (void)n;
    (void)k;
    return 4;
}

CATALOG_ENTRY(double_stride,
              .name = "double-stride",
              .title = "Stride doubled twice",
              .summary = "the loops skip every second level",
              .origin = "S1",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .inclusive = true,
              .fault = FAULT_SUMS,
              .wrong = "doubles and halves the stride twice an iteration, so "
                       "every second level of the tree is skipped",
              .wrong_from = double_stride_from);
#endif
