/* SPDX-License-Identifier: MIT
 *
 * trial_result - the result that a trace holds of runs on random inputs.
 */
#ifndef UPSWEEP_TRIAL_RESULT_H
#define UPSWEEP_TRIAL_RESULT_H

#include "program/compared_runs.h"
#include "trace/sum_result.h"

/* A result of the launches FIRST to LAST that tells nothing but WHY, which it
 * takes over: array INPUT, array OUTPUT. */
SumResult trial_result_unchecked(const char *input, const char *output,
                                 uint32_t first, uint32_t last, Text *why);

/* The result of outputs that are sums of the spans OUTPUTS, which SEARCH has
 * found. */
SumResult trial_result_checked(const char *input, const char *output,
                               uint32_t first, uint32_t last,
                               const ComparedRuns *compared,
                               IntervalSearch *search,
                               const InputSpan *outputs);

/* True if RESULT names nothing, and nothing that is near. */
bool trial_result_is_empty(const SumResult *result);

#endif
