/* SPDX-License-Identifier: MIT
 *
 * Stream compaction: what is to be kept moves together (S2, S3).
 *
 * A flag says of each element whether it is kept.  The exclusive sum of the
 * flags counts how many are kept before it, and that is where it goes:
 *
 *     in       3   1   7   0   4   1   6   3        keep x > 2
 *     flag     1   0   1   0   1   0   1   1
 *     scan     0   1   1   2   2   3   3   4
 *              |      /      /       /   /
 *     out      3   7   4   6   3                    size = 4 + 1 = 5
 *
 * The size is scan[n-1] + flag[n-1], since an exclusive scan leaves out the
 * last flag.  The order stays.  A thread that is not to store does not, so this
 * is the one kernel here in which data decide what is stored where: its words
 * go through NUMBER.
 *
 * Any scan would do; this one is ping-pong's, in which neighbours load and
 * store neighbours, and no lane ever waits.
 *
 * W = n log2 n - n + 1 for the scan of all but the last flag, and 1 for the
 * size.  2n words.  The flags are read twice, and what is kept once.
 */
#include "scan.h"

KERNEL(compact)
{
    int source = 0; /* first cell of the buffer that is read */
    int target = n;

    STEP(LOAD_INPUT, 0);
    FOR_EACH (i, n) {
        Word flag = IDENTITY;
        if (i > 0)
            flag = GLOAD(SCRATCH(0), i - 1);
        STORE(source + i, flag);
    }

    for (int d = 1, round = 1; d < n; d *= 2, ++round) {
        STEP(ADD_SUMS, round);
        FOR_EACH (i, n) {
            Word own = LOAD(source + i);
            if (i >= d) {
                Word left = LOAD(source + i - d);
                own = OP(left, own);
            }
            STORE(target + i, own);
        }
        int swap = source;
        source = target;
        target = swap;
    }

    STEP("scatter", 0);
    FOR_EACH (i, n) {
        Word flag = GLOAD(SCRATCH(0), i);
        Word before = LOAD(source + i);
        if (NUMBER(flag)) {
            Word x = GLOAD(in, i);
            GSTORE(out, NUMBER(before), x);
        }
        if (i == n - 1) {
            int size = NUMBER(OP(before, flag));
            GSTORE(SCRATCH(1), 0, FROM_INT(size));
        }
    }
}

#ifndef __CUDACC__
#include <stdio.h>

/* Two buffers. */
static uint32_t compact_words(uint32_t n, uint32_t k)
{
    return 2 * catalog_n(n, k);
}

static void compact_plan(Plan *plan)
{
    PlanGrid *grid = plan_one_block(plan);

    snprintf(grid->title, sizeof grid->title, "compact");
    grid->own[0] = plan_array(plan, "flags", grid->n, HOLDS_FLAGS);
    grid->own[1] = plan_array(plan, "size", 1, HOLDS_NUMBERS);
}
#endif

CATALOG_ENTRY(compact,
              .name = "compact",
              .title = "Compaction",
              .summary = "a scan of flags tells each element that is kept "
                         "where to go",
              .origin = "S2, S3",
              .max_n = 4096,
              .words = compact_words,
              .workers = catalog_n,
              .conflict_free = true,
              .result = RESULT_COMPACT,
              .plan = compact_plan);
