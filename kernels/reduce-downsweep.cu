/* SPDX-License-Identifier: MIT
 *
 * Reduce and down-sweep with an array for each level (S3 Alg. 3 and 4).
 *
 * Made for graphics cards that read one texture and write another: each level
 * of the tree is an array of its own, half as long as the one below.
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
 * that of LeftRight, log2 k + (n - k)/k; but operands 2i and 2i + 1 are two to
 * a bank.  2N - 1 words: a second array is the price.
 */
#include "scan.h"

/* The first cell of the array of level d. */
SCAN_FUNCTION int array_of(int d, int N)
{
    return 2 * N - (2 * N >> d);
}

KERNEL(reduce_downsweep)
{
    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, N) {
        Word x = IDENTITY;
        if (i < n)
            x = GLOAD(in, i);
        STORE(i, x);
    }

    for (int d = 1; d <= log2n; ++d) {
        int own = array_of(d, N);
        int below = array_of(d - 1, N);

        STEP(UPSWEEP, d);
        FOR_EACH (i, N >> d) {
            Word x = LOAD(below + 2 * i);
            Word y = LOAD(below + 2 * i + 1);
            STORE(own + i, OP(x, y));
        }
    }

    for (int d = log2n - 1; d >= 0; --d) {
        int own = array_of(d, N);
        int above = array_of(d + 1, N);

        STEP(DOWNSWEEP, d + 1);
        FOR_EACH (i, N >> d) {
            if (i > 0) {
                Word sum = LOAD(above + (i - 1) / 2);
                if (i % 2 == 0) {
                    Word x = LOAD(own + i);
                    sum = OP(sum, x);
                }
                STORE(own + i, sum);
            }
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        int from = inclusive ? i : i - 1;
        Word x = IDENTITY;
        if (from >= 0)
            x = LOAD(from);
        GSTORE(out, i, x);
    }
}

/* N + N/2 + ... + 1. */
#ifndef __CUDACC__
static uint32_t reduce_downsweep_words(uint32_t n, uint32_t k)
{
    return 2 * catalog_padded_n(n, k) - 1;
}
#endif

CATALOG_ENTRY(reduce_downsweep,
              .name = "reduce-downsweep",
              .title = "Reduce, Down-sweep",
              .summary = "a tree with an array for each of its levels",
              .origin = "S3 Alg. 3, 4",
              .max_n = 16384,
              .words = reduce_downsweep_words,
              .workers = catalog_padded_n,
              .inclusive = true,
              .form = FORM_REDUCE);
