/* SPDX-License-Identifier: MIT
 *
 * Brent and Kung's scan: a reduction, then a post-scan that needs no clearing
 * (S1).
 *
 * Up, as in nopadding.cu: each node of the tree becomes the sum of its two
 * children and stands in the cell of the right one.  After that some cells hold
 * a final result already: those of the nodes on the left edge, such as cell 3
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

KERNEL(brent_kung)
{
    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, N) {
        Word x = IDENTITY;
        if (i < n)
            x = GLOAD(in, i);
        STORE(i, x);
    }

    for (int d = 0; d < log2n; ++d) {
        STEP(UPSWEEP, d + 1);
        FOR_EACH (i, N >> (d + 1)) {
            int a = ((2 * i + 1) << d) - 1;
            int b = ((2 * i + 2) << d) - 1;
            Word x = LOAD(a);
            Word y = LOAD(b);
            STORE(b, OP(x, y));
        }
    }

    for (int d = log2n - 2; d >= 0; --d) {
        STEP(DOWNSWEEP, d + 1);
        FOR_EACH (i, (N >> (d + 1)) - 1) {
            int a = ((2 * i + 2) << d) - 1;
            int b = ((2 * i + 3) << d) - 1;
            Word before = LOAD(a);
            Word x = LOAD(b);
            STORE(b, OP(before, x));
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

CATALOG_ENTRY(brent_kung,
              .name = "brent-kung",
              .title = "Brent-Kung",
              .summary = "a tree up, then each node that is done helps the "
                         "next",
              .origin = "S1",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .inclusive = true,
              .form = FORM_BRENT_KUNG);
