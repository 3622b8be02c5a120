/* SPDX-License-Identifier: MIT
 *
 * trace_builder - two Logs of each launch of a run, as a Trace.
 *
 * The first log is of the operator that was asked for, the second of the shadow
 * run, with intervals.  Control flow does not depend on data, so the two agree
 * event for event but for values; they are checked to.  Threads' logs become
 * instructions by the rule of lockstep.c:
 *
 *     lane 0   LOAD:41  OP:42  STORE:42 |  barrier
 *     lane 1   LOAD:41  OP:42  STORE:42 |
 *              ───────  ─────────────── |
 *              instr.   Sums, instr.    |  next step
 */
#ifndef UPSWEEP_TRACE_BUILDER_H
#define UPSWEEP_TRACE_BUILDER_H

#include "catalog/launch.h"

/* Which blocks of each grid the trace shall hold: first to last, from 0. */
typedef struct {
    uint32_t first, last;
} BlockRange;

/* A trace to which launches are added, in their order: the sizes of its run are
 * those of the first, and words and threads the most of any. */
Trace *trace_builder_begin(const Launch *launches, size_t count);

/* Adds the grid, blocks, steps, instructions, accesses, sums and snapshots of a
 * launch whose words are in VALUES and whose intervals are in SHADOW.  False
 * and ERROR_FAILED if the two logs differ in more than values, or a log is not
 * what a machine can have done. */
bool trace_builder_add(Trace *trace, const Launch *launch, BlockRange window,
                       const Log *values, const Log *shadow, Error *error);

#endif
