/* SPDX-License-Identifier: MIT
 *
 * race_remedy - what would mend a race of a program:
 *
 *     count += x;              by several threads: an atomic operation
 *     s[0] = t;                by several threads: one of them stores
 *     lock = 0;                of a lock taken by atomicCAS: atomicExch
 *     s[t] = x; y = s[t + 1];  __syncthreads(), or __syncwarp() in a warp
 *     to[t] = from[t];         of buffers that overlap: move the second one
 */
#ifndef UPSWEEP_RACE_REMEDY_H
#define UPSWEEP_RACE_REMEDY_H

#include "analysis/race_list.h"

/* Appends a clause on the first race of LIST, that begins with "; ": what would
 * mend it.  Nothing if the race is
 * not of a program, or if a fence mends it, as race_explain says. */
void race_remedy_explain(const Trace *trace, const RaceList *list, Text *text);

#endif
