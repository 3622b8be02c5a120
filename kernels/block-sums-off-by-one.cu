/* SPDX-License-Identifier: MIT
 *
 * A mistake worth teaching: three phases, and each block adds its neighbour's
 * word (S2's add step).
 *
 *     sums of blocks               11    14     9
 *     scanned, inclusive           11    25    34     before block b: word b-1
 *     scanned, exclusive            0    11    25     before block b: word b
 *
 * S2 scans the sums with the same kernel as the blocks, whose scan is
 * exclusive, and then takes word b-1, which would be right for the other kind.
 * So block 1 adds nothing, and block 2 what belongs to block 1:
 *
 *     in        3  1  7  0 | 4  1  6  3 | 2  5  1  1
 *     should    0  3  4 11 |11 15 16 22 |25 27 32 33
 *     is        0  3  4 11 | 0  4  5 11 |11 13 18 19
 *
 * With one block all is well: small tests do not see it.  three-phase.cu has it
 * right, and differs in one line.
 */
#include "scan.h"

/* The parts, each a launch; see src/catalog/plan.h. */
enum { COLLECT, ADD };

KERNEL(block_sums_off_by_one)
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
            Word before = GLOAD(SCRATCH(0), block - 1);
            FOR_EACH (i, n) {
                Word x = GLOAD(out, i);
                GSTORE(out, i, OP(before, x));
            }
        }
    }
}

#ifndef __CUDACC__
extern const Algorithm algorithm_leftright;

/* Two blocks: unless it is told otherwise, a block has at least k elements. */
static uint32_t block_sums_off_by_one_from(uint32_t n, uint32_t k)
{
    (void)n;
    return k + 1;
}
#endif

CATALOG_ENTRY(block_sums_off_by_one,
              .name = "block-sums-off-by-one",
              .title = "Three Phases off by one",
              .summary = "each block adds what belongs to its neighbour",
              .origin = "S2",
              .max_n = INTERVAL_MAX_N,
              .words = catalog_none,
              .workers = catalog_n,
              .fault = FAULT_SUMS,
              .wrong = "takes the sum before block b-1 for the one before b",
              .wrong_from = block_sums_off_by_one_from,
              .plan = plan_three_phase,
              .inner = &algorithm_leftright);
