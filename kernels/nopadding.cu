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

KERNEL(nopadding)
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

    STEP(CLEAR, log2n);
    if (thread == 0)
        STORE(N - 1, IDENTITY);

    for (int d = log2n - 1; d >= 0; --d) {
        STEP(DOWNSWEEP, d + 1);
        FOR_EACH (i, N >> (d + 1)) {
            int a = ((2 * i + 1) << d) - 1;
            int b = ((2 * i + 2) << d) - 1;
            Word x = LOAD(a);
            Word before = LOAD(b);
            STORE(a, before);
            STORE(b, OP(before, x));
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        Word x = LOAD(i);
        if (inclusive) {
            Word own = GLOAD(in, i);
            x = OP(x, own);
        }
        GSTORE(out, i, x);
    }
}

CATALOG_ENTRY(nopadding,
              .name = "nopadding",
              .title = "NoPadding",
              .summary = "a tree in place: its levels pile up in fewer banks",
              .origin = "S0 Alg. 2, S1, S2",
              .max_n = 32768,
              .words = catalog_padded_n,
              .workers = catalog_half_n,
              .form = FORM_NOPADDING);
