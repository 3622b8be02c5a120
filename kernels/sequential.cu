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
 * loaded once, and nobody ever waits.  n words of shared memory.
 */
#include "scan.h"

KERNEL(sequential)
{
    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, n) {
        Word x = GLOAD(in, i);
        STORE(i, x);
    }

    STEP("scan", 0);
    if (thread == 0) {
        Word sum = LOAD(0);
        if (!inclusive)
            STORE(0, IDENTITY);
        for (int i = 1; i < n; ++i) {
            Word x = LOAD(i);
            Word before = sum;
            sum = OP(sum, x);
            STORE(i, inclusive ? sum : before);
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        Word x = LOAD(i);
        GSTORE(out, i, x);
    }
}

CATALOG_ENTRY(sequential,
              .name = "sequential",
              .title = "Sequential",
              .summary = "one thread adds everything up, one element at a "
                         "time",
              .origin = "S3 Alg. 1",
              .max_n = 32768,
              .words = catalog_n,
              .workers = catalog_one,
              .inclusive = true,
              .form = FORM_SEQUENTIAL);
