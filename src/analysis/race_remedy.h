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

/* Appends what would mend RACE, one of LIST: "add __syncthreads() before line
 * 16".  Nothing if nothing is known to. */
void race_remedy_explain(const Trace *trace, const Race *race,
                         const RaceList *list, Text *text);

/* What would order the sides of RACE: its missing edge, but nothing can where
 * buffers overlap. */
EdgeKind race_remedy_missing(const Trace *trace, const Race *race);

#endif
