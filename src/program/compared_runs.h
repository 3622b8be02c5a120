/* SPDX-License-Identifier: MIT
 *
 * compared_runs - runs of a launch, or of a whole program, on random inputs,
 * side by side: what each was given and what each left, which of the inputs
 * count, and which outputs were stored.
 */
#ifndef UPSWEEP_COMPARED_RUNS_H
#define UPSWEEP_COMPARED_RUNS_H

#include "program/interval_search.h"
#include "program/launch_notes.h"
#include "trace/sum_result.h"
#include "trace/trace.h"

/* What launches leave in an array: the launches of a grid by itself, or the
 * launches that work together. */
typedef struct {
    bool together;
    bool part; /* other launches take more, or less, of the input: elements that
                  are not loaded do not count */
    uint32_t first, last;     /* launches */
    uint32_t grid, end;       /* their grids, as far as they are in the trace */
    uint32_t number;          /* ProgramArray.number of the array */
    uint8_t array;            /* in the trace, of a grid by itself */
    const char *given, *left; /* names of the input and of the array */
    const NoteArray *in, *out; /* as recorded; NULL: they were not */
} Question;

typedef struct {
    TrialInput input;
    uint32_t given_width, width;            /* bytes of an input, an output */
    const unsigned char *left[TRIALS_MOST]; /* the output in each */
    uint32_t outputs;                       /* elements of it, or 0 */
    bool outputs_cut;                       /* there may be more */
    uint64_t all;                           /* elements of the input ... */
    uint32_t first, end; /* ... that count: FIRST to END - 1 */
    bool cut;            /* elements behind these count, and are not known */
} ComparedRuns;

/* A set of no runs yet, on an input of BYTES bytes, whose elements are of the
 * kind GIVEN, with outputs of the kind LEFT.  Sums of integers are as wide as
 * the outputs, if these are wider. */
ComparedRuns compared_none(uint32_t given, uint64_t bytes, uint32_t left);
/* Adds a run with the elements GIVEN and what it LEFT; false if they do not
 * fit. */
bool compared_add(ComparedRuns *compared, const NoteBytes *given,
                  const NoteBytes *left);

/* Finds which inputs of the launches of QUESTION, in TRACE, count.  Of OUTPUTS,
 * spans of inputs, those become INTERVAL_UNSET that were not stored, and those
 * INTERVAL_TOP that are not what they are in the recorded run. */
void compared_settle(ComparedRuns *compared, const Question *question,
                     Trace *trace, InputSpan *outputs);

/* True if all runs left output I as undefined memory is. */
bool compared_undefined(const ComparedRuns *compared, uint32_t i);
/* True if the runs left the same for all inputs, as where the program gives the
 * last launch another input. */
bool compared_is_constant(const ComparedRuns *compared);

/* ---- trial_result.c: the result that a trace holds of such runs -----------*/

/* A result that has nothing but WHY, which it takes over. */
SumResult trial_result_unchecked(const Question *question, Text *why);

/* The answer to QUESTION: the outputs are sums of the spans OUTPUTS, which
 * SEARCH has found. */
SumResult trial_result_checked(const Question *question,
                               const ComparedRuns *compared,
                               IntervalSearch *search,
                               const InputSpan *outputs);

/* True if RESULT names nothing, and nothing that is near. */
bool trial_result_is_empty(const SumResult *result);

/* LAUNCH was not run again on random inputs. */
void trial_explain_untried(const LaunchNote *launch, Text *why);

/* A run of LAUNCH with random elements in the array INPUT ended so:
 * ProgramTrialEnding. */
void trial_explain_ending(const LaunchNote *launch, const char *input,
                          uint32_t ending, Text *why);

/* Words of the array OUT, of kind OUTPUT (ElementKind), cannot be seen to be
 * sums of elements of IN, of kind INPUT. */
void trial_explain_types(const char *in, uint32_t input, const char *out,
                         uint32_t output, Text *why);

#endif
