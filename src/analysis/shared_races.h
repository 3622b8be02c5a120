/* SPDX-License-Identifier: MIT
 *
 * shared_races - the data races in shared memory (race.h).
 *
 * A step has none unless several threads access a cell which one of them
 * writes.  In such a step, each cell (or each byte, in a trace with accesses to
 * parts of words) remembers what happened to it in the step that last touched
 * it: of each way to access it, to load, to store, to change atomically,
 * accesses of one warp, and one of another warp.  Any access is thus compared
 * with one that it races with, if there is one, and a step needs no clearing.
 */
#ifndef UPSWEEP_SHARED_RACES_H
#define UPSWEEP_SHARED_RACES_H

#include "analysis/race_list.h"
#include "analysis/retried_load.h"

/* Appends the races of TRACE in shared memory, in the order of RaceList. */
void shared_races_find(const Trace *trace, const RetriedLoads *retried,
                       RaceList *list);

/* True if ACCESS of AT, which is one of shared memory, races with another
 * access.  Works it out from the trace, so ask only where there is a race
 * (race_at). */
bool shared_races_has(const Trace *trace, const Instruction *at,
                      const Access *access);

#endif
