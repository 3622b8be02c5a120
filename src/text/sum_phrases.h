/* SPDX-License-Identifier: MIT
 *
 * sum_phrases - who stores which sums, where more is to be said than that they
 * do.
 *
 *     Threads 0 to 11 add to cells 4 to 15 the value 4 places to their left
 *     Threads 4 to 7 add the value 4 places to their left
 *     Threads 0 and 2 store their sums, threads 1 and 3 move a value each
 *
 * The first two are rounds of Hillis and Steele's: each element takes what is
 * so many places before it, as the intervals of the operands tell.
 */
#ifndef UPSWEEP_SUM_PHRASES_H
#define UPSWEEP_SUM_PHRASES_H

#include "trace/trace.h"

/* The places between the operands of a sum; USUAL if the left one stands for
 * nothing, as before the first element; 0 if it cannot be told. */
uint32_t sum_phrases_apart(const Sum *sum, uint32_t usual);

/* The places between the operands of each sum that instruction INDEX stores,
 * if its sums are those of elements that lie side by side; else 0. */
uint32_t sum_phrases_distance(const Trace *trace, size_t index);

/* Begins a sentence about instruction INDEX, a store of two lanes or more of
 * which some store a new sum and the others what they move.  False, and nothing
 * is said, if all store sums that are not so regular. */
bool sum_phrases_tell(const Trace *trace, size_t index, Text *text);

#endif
