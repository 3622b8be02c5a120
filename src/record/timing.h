/* SPDX-License-Identifier: MIT
 *
 * timing - how many cycles each step of a trace takes on a GPU, measured by
 * the kernels without tracing (the timed way, kernels/scan_cuda.h).
 *
 * A block reads the clock of its multiprocessor at each barrier.  It stays
 * there until it ends, so a difference is of one clock; what two blocks read
 * says nothing of each other.  All launches are run TIMING_ROUNDS times, and a
 * step's cycles are the median over the rounds:
 *
 *     block 2       load   up-sweep 1   up-sweep 2   ...   end
 *     round 0         100     1080         1190
 *     round 1         700     1650         1770
 *     round 2         300     1310         1412
 *                         980,     110,         median of 980, 950, 1010 and
 *                         950,     120,         of 110, 120, 102
 *                        1010      102
 *
 * A step begins when its block has come to its barrier, and ends at the next:
 * it holds the waiting of the block's threads for each other, and, of a kernel
 * that waits for other blocks, that as well.  Blocks run beside each other, as
 * many as fit, so that the cycles of all blocks add up to more than the time
 * that has passed.
 *
 * Which block is which?  Where blocks draw tickets, block 2 has another tile
 * in each run.  There a block is known by its ticket: the step of a traced
 * block is measured on the blocks that drew the same.
 */
#ifndef UPSWEEP_TIMING_H
#define UPSWEEP_TIMING_H

#include "catalog/launch.h"

#define TIMING_ROUNDS 15

/* Measures the COUNT launches that TRACE was recorded of, on the arrays that
 * they have, and puts cycles into its steps.  The timed way exists for sums of
 * integers on 32 banks only: others stay as they are.  ERROR_FAILED if the
 * device fails, or a block has another number of steps than in the trace. */
bool timing_measure(Trace *trace, const Launch launches[], int count,
                    Error *error);

#endif
