/* SPDX-License-Identifier: MIT
 *
 * race_remedy - what would mend a race of a program:
 *
 *     count += x;              by several threads: an atomic operation
 *     s[0] = t;                by several threads: one of them stores
 *     lock = 0;                of a lock taken by atomicCAS: atomicExch
 *     s[t] = x; y = s[t + 1];  __syncthreads(), or __syncwarp() in a warp
 *     to[t] = from[t];         of buffers that overlap: start the second later
 */
#ifndef UPSWEEP_RACE_REMEDY_H
#define UPSWEEP_RACE_REMEDY_H

#include "analysis/order.h"

/* Appends what would mend RACE, one of LIST: "__syncthreads() between the two
 * would order them".  Nothing if the race is not of a program, or if a fence
 * orders the two, as race_explain says. */
void race_remedy_explain(const Trace *trace, const Race *race,
                         const RaceList *list, Text *text);

/* What would order the sides of RACE: its missing edge, but nothing can where
 * buffers overlap. */
EdgeKind race_remedy_missing(const Trace *trace, const Race *race);

#endif
