/* SPDX-License-Identifier: MIT
 *
 * sum_phrases - sentences about stores of sums that follow a pattern, and of
 * stores in which only some lanes store sums.  Called by narrate.c.
 *
 *     Threads 0 to 11 add to cells 4 to 15 the value 4 places to their left
 *     Threads 4 to 7 add the value 4 places to their left
 *     Threads 0 and 2 store their sums, threads 1 and 3 move a value each
 *
 * The first two are rounds of the Hillis-Steele scan: each element adds the
 * value that is DISTANCE places before it.  The distance is computed from the
 * intervals of the operands.
 */
#ifndef UPSWEEP_SUM_PHRASES_H
#define UPSWEEP_SUM_PHRASES_H

#include "trace/trace.h"

/* The distance in elements between the operands of SUM; USUAL if the left
 * operand is the identity, as before the first element; 0 if unknown. */
uint32_t sum_phrases_apart(const Sum *sum, uint32_t usual);

/* The distance in elements between the operands, if it is the same in all sums
 * that instruction INDEX stores and the sums belong to adjacent elements; else
 * 0. */
uint32_t sum_phrases_distance(const Trace *trace, size_t index);

/* Adds the beginning of a sentence about instruction INDEX, a store by at least
 * two lanes, of which some store new sums.  False, and TEXT is unchanged, if
 * all lanes store sums and sum_phrases_distance is 0. */
bool sum_phrases_tell(const Trace *trace, size_t index, Text *text);

#endif
