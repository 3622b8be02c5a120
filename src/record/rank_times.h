/* SPDX-License-Identifier: MIT
 *
 * rank_times - the order of issue of a launch's instructions, without gaps.
 */
#ifndef UPSWEEP_RANK_TIMES_H
#define UPSWEEP_RANK_TIMES_H

#include "trace/trace.h"

/* Replaces the times of the machine's clock, which also counts accesses of
 * blocks that TRACE does not hold, by ranks: of the instructions from number
 * FIRST on, the earliest gets FIRST, and so on.  Equal times stay in order. */
void rank_times(Trace *trace, size_t first);

#endif
