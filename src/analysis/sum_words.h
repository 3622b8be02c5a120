/* SPDX-License-Identifier: MIT
 *
 * sum_words - how to say what a program computes, and how sure that is.
 */
#ifndef UPSWEEP_SUM_WORDS_H
#define UPSWEEP_SUM_WORDS_H

#include "trace/trace.h"

/* Appends a sentence on RESULT, one of TRACE's, without a full stop: "d_out is
 * the exclusive sum of d_in, checked by 4 runs on random inputs (by chance less
 * than once in 10^15)", or "not checked: launch 2 loads no array". */
void sum_result_explain(const Trace *trace, const SumResult *result,
                        Text *text);

/* Appends ", with b as the program has it": the arrays of numbers that the
 * launches of RESULT only load, and that were not random in the runs behind it.
 * Nothing where RESULT, one of TRACE's, says nothing of its input, or is not
 * that of a launch in it nor of all of them. */
void sum_result_explain_kept(const Trace *trace, const SumResult *result,
                             Text *text);

/* The same of a further result, which begins with its launches: "launch 2: out
 * is ..." */
void sum_result_explain_further(const Trace *trace, const SumResult *result,
                                Text *text);

/* Appends "asked for was inclusive, of all elements together: out[32] is
 * in[32] where the sum of in[0] to in[32] belongs, and 95 more are wrong", as
 * far as that is known; nothing if TRACE computes what is expected. */
void sum_result_explain_expected(const Trace *trace, Text *text);

/* Appends "What should out be? Best guess: inclusive, which 32 of 128 elements
 * fit. Say --expect exclusive, ..." where no result of TRACE, a program's, has
 * a name and nothing is expected of it; else nothing. */
void sum_result_ask(const Trace *trace, Text *text);

#endif
