/* SPDX-License-Identifier: MIT
 *
 * global_races - the data races in global memory (race.h).
 *
 * Most words are of one thread alone, or only read.  A first pass over a launch
 * finds the others; only their accesses are held against each other, pair by
 * pair.
 */
#ifndef UPSWEEP_GLOBAL_RACES_H
#define UPSWEEP_GLOBAL_RACES_H

#include "analysis/race_list.h"
#include "analysis/retried_load.h"

/* Appends the races of TRACE in global memory, in the order of RaceList; sets
 * its CUT if there may be more. */
void global_races_find(const Trace *trace, const RetriedLoads *retried,
                       RaceList *list);

#endif
