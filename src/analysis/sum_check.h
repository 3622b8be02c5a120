/* SPDX-License-Identifier: MIT
 *
 * sum_check - which scan, sum or copy the outputs of a program make, told from
 * the intervals of inputs that they are sums of, and how to say so.
 *
 * The kind is found and not asked for.  It is checked, on random inputs, and
 * not proved; the odds say how improbable a mistake is.
 */
#ifndef UPSWEEP_SUM_CHECK_H
#define UPSWEEP_SUM_CHECK_H

#include "trace/trace.h"

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

/* What grid G of TRACE, a program's, computes; and what all launches of the
 * program do together, NULL if nothing is said of that. */
const SumResult *sum_result_of(const Trace *trace, uint32_t g);
const SumResult *sum_result_whole(const Trace *trace);

/* What launches do that are not in TRACE, nor judged with those that are: the
 * I-th of them; NULL: there is none. */
const SumResult *sum_result_further(const Trace *trace, size_t i);
/* The first of them that keeps TRACE from computing KIND, see sum_result_has;
 * NULL: none does. */
const SumResult *sum_result_further_not(const Trace *trace, SumKind kind);
/* True if RESULT, one of the trace's, is of launches that are not in it. */
bool sum_result_is_further(const Trace *trace, const SumResult *result);

/* What the launches of RESULT, one of those above, do in another array: the
 * I-th of them; NULL: there is none. */
const SumResult *sum_result_other(const Trace *trace, const SumResult *result,
                                  size_t i);
/* The one of RESULT and these that a picture tells: the first of which outputs
 * are wrong; else what is expected of TRACE; else RESULT. */
const SumResult *sum_result_told(const Trace *trace, const SumResult *result);

/* True if RESULT is known, and of parts of the input, each by itself. */
bool sum_result_in_parts(const SumResult *result);

/* True if RESULT is right, and there is nothing to add to what it is: it is of
 * all elements of the input, from the first one on. */
bool sum_result_is_plain(const SumResult *result);

/* True if TRACE computes KIND, of all elements together and not of parts of
 * them: all launches together where these are known, as what the last one
 * leaves is the result; else one of the launches by itself, if no other one has
 * made its input or changes its output.  Launches that are not in the trace
 * must do the same, or what others do that are. */
bool sum_result_has(const Trace *trace, SumKind kind);
/* True if something is known of what the program computes: all launches
 * together, where they work together; or that some of them do not compute what
 * is expected. */
bool sum_result_known(const Trace *trace);

/* The decimal logarithm of the probability that a different program passes for
 * this one; 0: not checked. */
double sum_result_odds(const SumResult *result);

/* Appends a sentence without a full stop: "d_out is the exclusive sum of d_in,
 * checked by 4 runs on random inputs (by chance less than once in 10^15)", or
 * "not checked: launch 2 loads no array". */
void sum_result_explain(const SumResult *result, Text *text);

/* The same of a further result, which begins with its launches: "launch 2: out
 * is ..." */
void sum_result_explain_further(const SumResult *result, Text *text);

/* True, with *RESULT, if TRACE, of one launch, does not compute what is
 * expected of it, and nothing else that has a name, or for parts only: the
 * result is what is expected, with the outputs that are wrong then.  What it
 * points to is the trace's. */
bool sum_result_expected(const Trace *trace, SumResult *result);

/* Appends "; asked for was inclusive, of all elements together: out[32] is
 * in[32] where the sum of in[0] to in[32] belongs, and 95 more are wrong", as
 * far as that is known; nothing if TRACE computes what is expected. */
void sum_result_explain_expected(const Trace *trace, Text *text);

#endif
