/* SPDX-License-Identifier: MIT
 *
 * timing - measures how many cycles each step of a trace takes on a GPU, with
 * the timed version of the kernels (kernels/scan_cuda.h), which does not trace.
 * Called by record.c.
 *
 * A block reads the clock of its multiprocessor at each barrier.  A block never
 * moves, so a difference is of one clock; clocks of different blocks cannot be
 * compared.  All launches are run TIMING_ROUNDS times, and a
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
 * A step lasts from its barrier to the next one.  Its cycles include the time
 * that threads wait for each other and, in some kernels, for other blocks.
 * Blocks run concurrently, so the cycles of all blocks add up to more than the
 * elapsed time.
 *
 * Where blocks draw tickets, block 2 has another tile in each run.  There
 * blocks of different runs are matched by their ticket, not by their index.
 */
#ifndef UPSWEEP_TIMING_H
#define UPSWEEP_TIMING_H

#include "catalog/launch.h"

#define TIMING_ROUNDS 15

/* Measures the COUNT launches from which TRACE was recorded, on the arrays that
 * they have, and sets the cycles of its steps.  Timed kernels exist for sums of
 * integers with k = 32 only: other traces are left unchanged.  False and
 * ERROR_FAILED if the device fails, or a block's number of steps differs from
 * the trace. */
bool timing_measure(Trace *trace, const Launch launches[], int count,
                    Error *error);

#endif
