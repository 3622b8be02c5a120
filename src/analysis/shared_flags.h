/* SPDX-License-Identifier: MIT
 *
 * shared_flags - accesses of one step to shared memory that are no race, as a
 * flag orders them that one thread sets and another one waits for:
 *
 *     warp 0   s[0] = sum;  __threadfence_block();  flag = 1;
 *     warp 1                                 while (flag == 0) ;  x = s[0];
 *
 * A lock in shared memory does the same.  The flag is volatile, or changed by
 * atomic operations; see happens_before.h and polled_load.h.
 */
#ifndef UPSWEEP_SHARED_FLAGS_H
#define UPSWEEP_SHARED_FLAGS_H

#include "analysis/race_list.h"
#include "analysis/retried_load.h"

/* Takes those away from LIST, the races of shared memory in TRACE, that such an
 * order forbids.  Where it does not order two other accesses to the same cell,
 * these are the race.  Sets LIST's CUT if not all were compared. */
void shared_flags_drop(const Trace *trace, const RetriedLoads *retried,
                       RaceList *list);

#endif
