/* SPDX-License-Identifier: MIT
 *
 * trace_builder - makes a Trace from two Logs of each launch.  Called by
 * record.c.
 *
 * The first log is of the run with the operator, the second of the shadow run,
 * with intervals.  Control flow does not depend on data, so the two must agree
 * event for event except in values; this is checked, unless the CPU machine
 * made both logs at once.  Accesses of a warp's
 * threads are grouped into instructions by the rule of convergence.h:
 *
 *     lane 0   LOAD:41  OP:42  STORE:42 |  barrier
 *     lane 1   LOAD:41  OP:42  STORE:42 |
 *              ───────  ─────────────── |
 *              instr.   Sums, instr.    |  next step
 */
#ifndef UPSWEEP_TRACE_BUILDER_H
#define UPSWEEP_TRACE_BUILDER_H

#include "catalog/launch.h"

/* The blocks of each grid that the trace holds, both included, from 0. */
typedef struct {
    uint32_t first, last;
} BlockRange;

/* An empty trace for the COUNT launches, which the caller adds in order and
 * frees.  Its sizes are those of the first launch; its words and threads are
 * the maximum over all launches. */
Trace *trace_builder_begin(const Launch *launches, size_t count);

/* Adds the grid, blocks, steps, instructions, accesses, sums and snapshots of
 * LAUNCH, for the blocks in WINDOW; words come from the log VALUES, intervals
 * from the log SHADOW.  False and ERROR_FAILED if the logs differ in more than
 * values, or a log is one that no machine can have made. */
bool trace_builder_add(Trace *trace, const Launch *launch, BlockRange window,
                       const Log *values, const Log *shadow, Error *error);

#endif
