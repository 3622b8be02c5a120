/* SPDX-License-Identifier: MIT
 *
 * sum_results - what a trace says that the launches of its program compute:
 * each by itself, all together, and in which arrays.
 */
#ifndef UPSWEEP_SUM_RESULTS_H
#define UPSWEEP_SUM_RESULTS_H

#include "trace/limits.h"
#include "trace/trace.h"

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
/* The one of RESULT and these that a picture names: the first of which outputs
 * are wrong; else what is expected of TRACE; else RESULT. */
const SumResult *sum_result_told(const Trace *trace, const SumResult *result);

/* True if some outputs of RESULT, one of TRACE's, are wrong: others than what
 * most of them are, a scan or sums, unless later launches work on with them.
 * That all should be a copy is not known unless it is expected. */
bool sum_result_is_wrong(const Trace *trace, const SumResult *result);
/* The first result of TRACE that is wrong, and nearly what is expected of it,
 * if anything is; NULL: none is, or TRACE computes what is expected. */
const SumResult *sum_result_wrong_one(const Trace *trace);

/* RESULT or another one of the same launches that is KIND, of all elements
 * together; NULL: none is. */
const SumResult *sum_result_all_of(const Trace *trace, const SumResult *result,
                                   SumKind kind);

/* True if the launches in TRACE compute KIND, of all elements together and not
 * of parts of them: all launches together where these are known, as what the
 * last one leaves is the result; else one of the launches by itself, if no
 * other one has made its input or changes its output. */
bool sum_result_recorded_have(const Trace *trace, SumKind kind);
/* True if they do, and launches that are not in the trace do the same, or what
 * others do that are. */
bool sum_result_has(const Trace *trace, SumKind kind);
/* True if something is known of what the program computes: all launches
 * together, where they work together; or that some of them do not compute what
 * is expected. */
bool sum_result_known(const Trace *trace);

/* True if all sums in TRACE were found, so that they can be counted: always for
 * the catalog, for a program unless its threads store words that are no
 * sums of neighbours, or were not run on random inputs. */
bool sum_results_tell_work(const Trace *trace);

/* True, with *RESULT, if TRACE, of one launch, does not compute what is
 * expected of it, and nothing else that has a name, or for parts only: the
 * result is what is expected, with the outputs that are wrong then.  What it
 * points to is the trace's. */
bool sum_result_expected(const Trace *trace, SumResult *result);

/* Which arrays of global memory a launch loads from, and which it stores to. */

typedef struct {
    bool loaded[LIMITS_ARRAYS], stored[LIMITS_ARRAYS];
} ArrayUses;

/* Adds the uses in launch G of TRACE, by the blocks that the trace holds. */
void array_uses_add(const Trace *trace, uint32_t g, ArrayUses *uses);

/* recorded_launches - which launches of a program its trace holds.
 *
 * A trace has the first launch of each kernel, or the one that was chosen.
 * Nothing is known of the races of the others.
 */

/* The launches of the trace that were not cut off, see trace_is_cut: the first
 * ones. */
uint32_t recorded_launches_complete(const Trace *trace);

/* The number of launch G of the trace among those that the program made, from
 * 1; G + 1 where that is not known, and of the catalog's. */
uint32_t recorded_launches_number(const Trace *trace, uint32_t g);

/* How many launches the program made, so that launches are numbered up to this;
 * if that is not known, and for the catalog, the launches of the trace. */
uint32_t recorded_launches_made(const Trace *trace);

/* The launch of the trace that has that number; grids_count: none has. */
uint32_t recorded_launches_find(const Trace *trace, uint32_t number);

/* Appends "launch 4 of 6", of launch G of the trace. */
void recorded_launches_place(const Trace *trace, uint32_t g, Text *text);

/* True if the trace has all launches that the program made, or if it is not
 * known how many it made; one that was cut off does not count. */
bool recorded_launches_are_all(const Trace *trace);

/* Appends "launches 1 and 2 of 5", those that are complete; there must be such
 * launches, and more that are not recorded or not complete. */
void recorded_launches_explain(const Trace *trace, Text *text);

/* Appends "launch 3 ended early and was not checked", of a trace with one that
 * was cut off. */
void recorded_launches_explain_cut(const Trace *trace, Text *text);

#endif
