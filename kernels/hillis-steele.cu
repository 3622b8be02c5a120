/* SPDX-License-Identifier: MIT
 *
 * Hillis and Steele's scan, in place (S0 Alg. 1, S2, S4).
 *
 * At distance d = 1, 2, 4, ... every element from d on adds the element d
 * places to its left.  After log2 n rounds each has added all before it.
 *
 *     d = 1    8   3   5   7          8 + 3, 3 + 5, 5 + 7
 *              | \ | \ | \ |
 *     d = 2    8  11   8  12          8 + 8, 11 + 12
 *              |   \ \ |   |
 *              |  __\_\|   |
 *     done     8  11  16  23
 *
 * Thread i has element i; in a round the d lowest threads have nothing to do.
 *
 * In place, so every thread first reads into registers, then all wait, then all
 * write.  When there are more elements than threads, thread i also has element
 * i + threads and so on, and a round runs from the right end to the left, a
 * stretch of as many elements as there are threads at a time: what a stretch
 * reads lies in itself or to its left, where nothing is written yet.
 *
 * W = n log2 n - n + 1 sums: more than the n - 1 of one thread, in far fewer
 * steps.  T = W/k and a little, where warps are partly filled.  Neighbouring
 * lanes meet neighbouring banks, so nobody waits.  n words.
 */
#include "scan.h"

template <class T, class Op>
__global__ void hillis_steele(T *out, const T *in, int n, int block_n,
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
        int rightmost = (n - 1) / threads;
        for (int stretch = rightmost; stretch >= d / threads; --stretch) {
            int i = stretch * threads + threadIdx.x;
            T left = op.identity(), own = op.identity();

            __syncthreads(); // step: read, from level 1
            if (i >= d && i < n) {
                left = s[i - d];
                own = s[i];
            }

            __syncthreads(); // step: write, from level 1
            if (i >= d && i < n)
                s[i] = op(left, own);
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

    hillis_steele<<<1, threads, n * sizeof(int)>>>(out, in, n, n, true, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
CATALOG_ENTRY(hillis_steele,
              .name = "hillis-steele",
              .title = "Hillis-Steele",
              .summary = "each thread adds the element 1, 2, 4, ... to its "
                         "left",
              .idea = IDEA_ROWS,
              .origin = "S0 Alg. 1, S2, S4",
              .max_n = 2048,
              .words = catalog_n,
              .workers = catalog_n,
              .inclusive = true,
              .form = FORM_HILLIS_STEELE);
#endif
