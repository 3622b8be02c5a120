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

KERNEL(hillis_steele)
{
    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, n) {
        int from = inclusive ? i : i - 1;
        Word x = IDENTITY;
        if (from >= 0)
            x = GLOAD(in, from);
        STORE(i, x);
    }

    for (int d = 1, round = 1; d < n; d *= 2, ++round) {
        int rightmost = (n - 1) / threads;
        for (int s = rightmost; s >= d / threads; --s) {
            int i = s * threads + thread;
            Word left = IDENTITY;
            Word own = IDENTITY;

            STEP("read", round);
            if (i >= d && i < n) {
                left = LOAD(i - d);
                own = LOAD(i);
            }

            STEP("write", round);
            if (i >= d && i < n)
                STORE(i, OP(left, own));
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        Word x = LOAD(i);
        GSTORE(out, i, x);
    }
}

CATALOG_ENTRY(hillis_steele,
              .name = "hillis-steele",
              .title = "Hillis-Steele",
              .summary = "everyone adds the element 1, 2, 4, ... to the left",
              .origin = "S0 Alg. 1, S2, S4",
              .max_n = 2048,
              .words = catalog_n,
              .workers = catalog_n,
              .inclusive = true,
              .form = FORM_HILLIS_STEELE);
