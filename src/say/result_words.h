/* SPDX-License-Identifier: MIT
 *
 * result_words - what a program computes, and how sure that is, in words.
 *
 *     headline   out is the exclusive sum of in
 *     evidence   checked on 4 random inputs
 *                a wrong program passes with a chance below 10^-30
 */
#ifndef UPSWEEP_RESULT_WORDS_H
#define UPSWEEP_RESULT_WORDS_H

#include "analysis/wrong_path.h"
#include "say/statement.h"
#include "trace/trace.h"

/* "exclusive sum", "maximum", "permutation"; "" if KIND has no name.  OP: as in
 * SumResult. */
const char *result_kind(uint32_t kind, uint32_t op);

/* Adds what RESULT, one of TRACE's, is: "out is the exclusive sum of in".  A
 * result of launches that are not in the trace begins with them. */
void result_headline(const Trace *trace, const SumResult *result,
                     Statement *statement);
/* Adds how that is known; nothing if it was not checked. */
void result_evidence(const SumResult *result, Statement *statement);
/* Adds that TRACE does not compute what is expected of it, and the first output
 * that differs; nothing if it does, or nothing is expected. */
void result_expected(const Trace *trace, Statement *statement);
/* Appends headline and evidence without a full stop: "out is a copy of in
 * (checked on 4 random inputs)". */
void result_write(const Trace *trace, const SumResult *result, Text *text);

/* Appends "out[17] goes wrong in step 4" for output OUTPUT of RESULT; nothing
 * if PATH is empty. */
void result_path(const Trace *trace, const SumResult *result, uint32_t output,
                 const WrongPath *path, Text *text);

/* Appends "What should out be? Best guess: --expect inclusive, which 32 of 128
 * elements fit (other kinds: upsweep verify --help)" where no result of TRACE, a
 * program's, has a name and nothing is expected of it; else nothing. */
void result_ask(const Trace *trace, Text *text);

#endif
