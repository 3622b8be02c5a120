/* SPDX-License-Identifier: MIT
 *
 * Sequential scan: one thread, a running sum (S3 Alg. 1).
 *
 * Every parallel scan is held against this one.  It does the least work that
 * can be done, and takes as many steps as there are elements.
 *
 *     in    3   1   7   0   4   1   6   3
 *           |   |   |   |   |   |   |   |
 *     sum   3 ► 4 ► 11► 11► 15► 16► 22► 25
 *
 * W = n - 1 sums.  T = 4n - 1: each element is stored, loaded, stored and
 * loaded once, and nobody ever waits.  n cells of shared memory.
 */
#include "scan.h"

template <class T, class Op>
__global__ void sequential(T *out, const T *in, int n, int block_n,
                           bool inclusive, Op op)
{ // step: load
    T *s = shared<T>();
    int threads = blockDim.x;
    int first = blockIdx.x * block_n; /* of the block's elements */

    in += first;
    out += first;
    n = min(block_n, n - first);
    for (int i = threadIdx.x; i < n; i += threads)
        s[i] = in[i];

    __syncthreads(); // step: scan
    if (threadIdx.x == 0) {
        T sum = s[0];
        if (!inclusive)
            s[0] = op.identity();
        for (int i = 1; i < n; ++i) {
            T x = s[i];
            T before = sum;
            sum = op(sum, x);
            s[i] = inclusive ? sum : before;
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads)
        out[i] = s[i];
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv);
    int *in = device_input(n), *out = device_array<int>(n);

    sequential<<<1, 1, n * sizeof(int)>>>(out, in, n, n, true, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
CATALOG_ENTRY(sequential,
              .name = "sequential",
              .title = "Sequential",
              .summary = "one thread adds one element after the other",
              .idea = IDEA_ROWS,
              .origin = "S3 Alg. 1",
              .max_n = 32768,
              .words = catalog_n,
              .workers = catalog_one,
              .inclusive = true,
              .form = FORM_SEQUENTIAL);
#endif
