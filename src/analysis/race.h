/* SPDX-License-Identifier: MIT
 *
 * race - the races of a list (order.h): which one is where, and what is said of
 * it.
 */
#ifndef UPSWEEP_RACE_H
#define UPSWEEP_RACE_H

#include "analysis/order.h"

/* The race of shared memory in a step, an index, at a cell; NULL if there is
 * none. */
const Race *race_at(const RaceList *list, uint32_t step, uint32_t cell);

/* The race of global memory in launch GRID at a word of ARRAY; NULL if there is
 * none. */
const Race *race_at_word(const Trace *trace, const RaceList *list,
                         uint32_t grid, uint8_t array, uint32_t word);

/* The access of AT to the word of RACE, from its access number *J on, which *J
 * becomes the number of; NULL: there is none. */
const Access *race_next_access(const Trace *trace, const Race *race,
                               const Instruction *at, int *j);

/* Appends what RACE is at: "s[5].x", of the catalog "cell 0" or "word 3 of
 * "sums 1"". */
void race_name(const Trace *trace, const Race *race, Text *text);

/* What would mend a race of a program:
 *
 *     count += x;              by several threads: an atomic operation
 *     s[0] = t;                by several threads: one of them stores
 *     lock = 0;                of a lock taken by atomicCAS: atomicExch
 *     s[t] = x; y = s[t + 1];  __syncthreads(), or __syncwarp() in a warp
 *     to[t] = from[t];         of buffers that overlap: start the second later
 */

/* Appends what would mend RACE, one of LIST: "add __syncthreads() before line
 * 16".  Nothing if nothing is known to. */
void race_remedy_explain(const Trace *trace, const Race *race,
                         const RaceList *list, Text *text);
/* What would order the sides of RACE: its missing edge, but nothing can where
 * buffers overlap. */
EdgeKind race_remedy_missing(const Trace *trace, const Race *race);

#endif
