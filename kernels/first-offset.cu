/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: Hillis and Steele's scan with the index held
 * against 2^d, where the element to be added is 2^(d-1) places to the left.
 *
 *     for d = 1 to log2 n
 *         if 2^d <= i                     should be 2^(d-1) <= i
 *             x[i] = x[i - 2^(d-1)] + x[i]
 *
 * S0 prints it so in Alg. 1.  S3 Alg. 2 has the same test, and also adds the
 * element 2^d to the left, where the text beside it says 2^(d-1).  In each
 * round the elements from 2^(d-1) to 2^d - 1 go without what they need:
 *
 *     d = 1    8   3   5   7          3 gets nothing
 *              |   | \ | \ |
 *     d = 2    8   3   8  12          12 gets nothing: 4 <= 3 is false
 *     should   8  11  16  23
 *
 * Two elements have one round, and in it nobody adds anything.
 * hillis-steele.cu has the test as it should be.
 */
#include "scan.h"

template <class T, class Op>
__global__ void first_offset(T *out, const T *in, int n, int block_n,
                             bool inclusive, Op op)
{ // step: load
    T *s = shared<T>();
    int log2n = log2_of(padded(block_n)), threads = blockDim.x;
    int first = blockIdx.x * block_n; /* of the block's elements */

    in += first;
    out += first;
    n = min(block_n, n - first);
    for (int i = threadIdx.x; i < n; i += threads) {
        int from = inclusive ? i : i - 1;
        s[i] = from >= 0 ? in[from] : op.identity();
    }

    for (int d = 1; d <= log2n; ++d) {
        int start = 1 << d; /* to be changed; 1 << (d - 1) would be right */
        int stretches = (n - start + threads - 1) / threads;
        for (int j = stretches - 1; j >= 0; --j) {
            int i = start + j * threads + threadIdx.x;
            T left = op.identity();
            T own = op.identity();

            __syncthreads(); // step: read, from level 1
            if (i < n) {
                left = s[i - (1 << (d - 1))];
                own = s[i];
            }

            __syncthreads(); // step: write, from level 1
            if (i < n)
                s[i] = op(left, own);
        }
    }

    __syncthreads(); // step: write back
    for (int i = threadIdx.x; i < n; i += threads)
        out[i] = s[i];
}

int main(int argc, char **argv)
{
    int n = elements(argc, argv);
    int threads = n < 1024 ? n : 1024;
    int *in = device_input(n), *out = device_array<int>(n);

    first_offset<<<1, threads, n * sizeof(int)>>>(out, in, n, n, true, Add());
    return check(out, in, n, true);
}

#ifdef UPSWEEP_CATALOG
/* The second element is never added to. */
static uint32_t first_offset_from(uint32_t n, uint32_t k)
{
    (void)n;
    (void)k;
    return 2;
}

/* Exclusive, that one has only the identity to its left: it takes cell 3. */
static uint32_t first_offset_exclusive_from(uint32_t n, uint32_t k)
{
    (void)n;
    (void)k;
    return 4;
}

CATALOG_ENTRY(first_offset,
              .name = "first-offset",
              .title = "First offset 2, not 1",
              .summary = "compares the index with twice the stride",
              .origin = "S0 Alg. 1, S3 Alg. 2",
              .max_n = 2048,
              .words = catalog_n,
              .workers = catalog_n,
              .inclusive = true,
              .fault = FAULT_SUMS,
              .wrong = "compares the index with 2^d where 2^(d-1) is right, "
                       "so elements miss a sum in each iteration",
              .wrong_from = first_offset_from,
              .exclusive_from = first_offset_exclusive_from);
#endif
