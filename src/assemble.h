/* SPDX-License-Identifier: MIT
 *
 * assemble - two Logs of one launch, as a Trace.
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
#ifndef UPSWEEP_ASSEMBLE_H
#define UPSWEEP_ASSEMBLE_H

#include "launch.h"

/* The steps, instructions, accesses, sums and snapshots of a launch whose words
 * are in VALUES and whose intervals are in SHADOW.  Fills in run.n, k, threads,
 * blocks, words, op, inclusive and seed; who calls adds the rest.  NULL and
 * ERROR_FAILED if the two logs differ in more than values, or a log is not what
 * a machine can have done. */
Trace *assemble(const Launch *launch, const Log *values, const Log *shadow,
                Error *error);

#endif
