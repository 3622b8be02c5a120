/* SPDX-License-Identifier: MIT
 *
 * sum_check - which scan, sum or copy the outputs of a program make, found from
 * the intervals of inputs that they are sums of.
 *
 * The kind is found and not asked for.  It is checked, on random inputs, and
 * not proved; the odds say how improbable a mistake is.
 */
#ifndef UPSWEEP_SUM_CHECK_H
#define UPSWEEP_SUM_CHECK_H

#include "trace/sum_result.h"

/* Finds the kind of COUNT outputs, which are sums of the spans OUTPUTS,
 * INTERVAL_UNSET for one that was not stored.  RESULT says which
 * inputs count, in first_input and n, and what the outputs were checked by:
 * trials, bits and cut. */
void sum_check(const InputSpan *outputs, uint32_t count, SumResult *result);

/* RESULT is of a launch whose outputs are its inputs: those that it did not
 * change are no copies of which others are wrong. */
void sum_result_in_place(SumResult *result);

/* Output 0 was not stored, and what it holds is undefined: of an exclusive sum,
 * where it is to be 0, it is wrong. */
void sum_result_lacks_first(SumResult *result);

/* The outputs of RESULT, of which no kind is known, are all inputs that count,
 * in the order ORDER, SUM_ASCENDING or another; nothing is changed if that is
 * SUM_OTHER. */
void sum_result_in_order(SumResult *result, SumKind order);

/* All outputs of RESULT together, of which there are several, though fewer than
 * inputs that count, are the sum of all these: each is the sum of a part, as of
 * every 64th element, unless they are a scan, a copy or sums of neighbours in
 * all places. */
void sum_result_adds_up(SumResult *result);

/* Which of COUNT outputs, sums of the spans OUTPUTS, RESULT calls wrong: of
 * each output 1 or 0, freed by the caller; NULL if RESULT was found of other
 * outputs. */
uint8_t *sum_result_wrong(const SumResult *result, const InputSpan *outputs,
                          uint32_t count);

/* How many outputs a result of its kind has, or were stored. */
uint32_t sum_result_outputs(const SumResult *result);

/* True if RESULT is known, and of parts of the input, each by itself. */
bool sum_result_in_parts(const SumResult *result);

/* True if RESULT is right, and there is nothing to add to what it is: it is of
 * all elements of the input, from the first one on. */
bool sum_result_is_plain(const SumResult *result);

/* True if a launch stored fewer elements of a scan or a copy than its input
 * has. The first one of an exclusive scan may have been 0 before. */
bool sum_result_lacks_outputs(const SumResult *result);

/* What output I is where RESULT is to be KIND; INTERVAL_UNSET: it is the sum of
 * elements beyond those that are known.  An exclusive scan may have the sum of
 * all behind its last element. */
InputSpan sum_result_wanted(const SumResult *result, SumKind kind, uint32_t i);

/* RESULT, of which n, first_input, segment and first_output are known, becomes
 * what COUNT outputs are if they are to be KIND: how many are wrong then, and
 * the first of these. */
void sum_check_as(const InputSpan *outputs, uint32_t count, SumKind kind,
                  SumResult *result);

/* The decimal logarithm of the probability that a different program passes for
 * this one; 0: not checked. */
double sum_result_odds(const SumResult *result);

#endif
