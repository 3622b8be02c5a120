/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: Hillis and Steele's scan with one buffer and no
 * barrier between reading and writing.
 *
 *     thread 4 reads cells 3 and 4          ... and thread 3, has it
 *     thread 4 writes cell 4                written cell 3 already?
 *
 * Nobody knows.  On some machines, for some sizes, the results are right, which
 * is the worst kind of wrong.  hillis-steele.cu has the second barrier;
 * ping-pong.cu needs none, because it writes another buffer.
 */
#include "scan.h"

template <class T, class Op>
__global__ void hillis_steele_racy(T *out, const T *in, int n, int block_n,
                                   bool inclusive, Op op)
{ // step: load
    T *s = shared<T>();
    int threads = blockDim.x;
    int first = blockIdx.x * block_n; /* of the block's elements */

    in += first;
    out += first;
    n = min(block_n, n - first);
    for (int i = threadIdx.x; i < n; i += threads) {
        int from = inclusive ? i : i - 1;
        s[i] = from >= 0 ? in[from] : op.identity();
    }

    for (int d = 1; d < n; d *= 2) {
        __syncthreads(); // step: add, from level 1
        for (int i = threadIdx.x; i < n; i += threads) {
            T own = s[i];
            if (i >= d) {
                T left = s[i - d]; /* old or new? */
                own = op(left, own);
            }
            s[i] = own;
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads)
        out[i] = s[i];
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv), threads = n < 1024 ? n : 1024;
    int *in = device_input(n), *out = device_array<int>(n);

    hillis_steele_racy<<<1, threads, n * sizeof(int)>>>(out, in, n, n, true,
                                                        Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
/* Two threads with one cell between them. */
static uint32_t hillis_steele_racy_from(uint32_t n, uint32_t k)
{
    (void)n;
    (void)k;
    return 2;
}

CATALOG_ENTRY(hillis_steele_racy,
              .name = "hillis-steele-racy",
              .title = "Hillis-Steele without a barrier",
              .summary = "loads and stores of an iteration race",
              .origin = "S0 Alg. 1 taken literally",
              .max_n = 2048,
              .words = catalog_n,
              .workers = catalog_n,
              .inclusive = true,
              .fault = FAULT_RACE,
              .wrong = "has no barrier between loads and stores, so threads "
                       "race",
              .wrong_from = hillis_steele_racy_from);
#endif
