/* SPDX-License-Identifier: MIT
 *
 * trial_result - the result that a trace holds of runs on random inputs.
 */
#ifndef UPSWEEP_TRIAL_RESULT_H
#define UPSWEEP_TRIAL_RESULT_H

#include "program/compared_runs.h"
#include "program/launch_notes.h"
#include "trace/sum_result.h"

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
