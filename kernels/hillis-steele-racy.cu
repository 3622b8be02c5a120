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

KERNEL(hillis_steele_racy)
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
        STEP(ADD_SUMS, round);
        FOR_EACH (i, n) {
            Word own = LOAD(i);
            if (i >= d) {
                Word left = LOAD(i - d);
                own = OP(left, own);
            }
            STORE(i, own);
        }
    }

    STEP(WRITE_BACK, 0);
    FOR_EACH (i, n) {
        Word x = LOAD(i);
        GSTORE(out, i, x);
    }
}

/* Two threads with one cell between them. */
#ifndef __CUDACC__
static uint32_t hillis_steele_racy_from(uint32_t n, uint32_t k)
{
    (void)n;
    (void)k;
    return 2;
}
#endif

CATALOG_ENTRY(hillis_steele_racy,
              .name = "hillis-steele-racy",
              .title = "Hillis-Steele without a barrier",
              .summary = "reads and writes of a round race for the same cells",
              .origin = "S0 Alg. 1 taken literally",
              .max_n = 2048,
              .words = catalog_n,
              .workers = catalog_n,
              .inclusive = true,
              .fault = FAULT_RACE,
              .wrong = "has no barrier between reading and writing, so "
                       "threads race",
              .wrong_from = hillis_steele_racy_from);
