/* SPDX-License-Identifier: MIT
 *
 * Large arrays in three phases (S0 VIII ii, S1, S2).
 *
 * One block can scan as much as its shared memory holds.  For more, many blocks
 * scan a part each, and then they learn what came before them:
 *
 *     in        3  1  7  0 | 4  1  6  3 | 2  5  1  1     12 elements, 3 blocks
 *
 *     scan      0  3  4 11 | 0  4  5 11 | 0  2  7  8     each block, by itself
 *     collect          11          14           9        the sums of blocks
 *     scan              0          11          25        ... scanned
 *     add       0  3  4 11 |11 15 16 22 |25 27 32 33     in front of each block
 *
 * Are there more sums than a block takes?  They are an array like any other:
 * again three phases.  Any scan of one block serves, "three-phase:padding" has
 * another one; it is launched, and this file has what is done in between.
 *
 * A launch is a barrier for all blocks.  There is no other: they do not run all
 * at once.
 *
 * W = n more than the scans of blocks.  Each word goes through global memory
 * four times, twice to scan and twice to add: look-back.cu needs half of that.
 */
#include "scan.h"

/* The parts, each a launch; see src/catalog/plan.h. */
enum { COLLECT, ADD };

KERNEL(three_phase)
{
    if (part == COLLECT) {
        STEP("collect", 0);
        if (thread == 0) {
            Word sum = GLOAD(out, n - 1);
            if (!inclusive) {
                Word own = GLOAD(in, n - 1);
                sum = OP(sum, own);
            }
            GSTORE(SCRATCH(0), block, sum);
        }
    }

    if (part == ADD) {
        STEP(ADD_SUMS, 0);
        if (block > 0) {
            Word before = GLOAD(SCRATCH(0), block);
            FOR_EACH (i, n) {
                Word x = GLOAD(out, i);
                GSTORE(out, i, OP(before, x));
            }
        }
    }
}

#ifndef __CUDACC__
extern const Algorithm algorithm_leftright;
_Static_assert((int)COLLECT == PLAN_SUMS && (int)ADD == PLAN_ADD,
               "the parts that the plan launches");
#endif

CATALOG_ENTRY(three_phase,
              .name = "three-phase",
              .title = "Three Phases",
              .summary = "blocks scan, their sums are scanned, and added",
              .origin = "S0 VIII ii, S1, S2",
              .max_n = INTERVAL_MAX_N,
              .words = catalog_none,
              .workers = catalog_n,
              .plan = plan_three_phase,
              .inner = &algorithm_leftright);
