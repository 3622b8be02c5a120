/* SPDX-License-Identifier: MIT
 *
 * trial_reasons - why what a launch computes is not checked, as clauses:
 * "launch 2 loads no array".  Each function appends one, or nothing.
 */
#ifndef UPSWEEP_TRIAL_REASONS_H
#define UPSWEEP_TRIAL_REASONS_H

#include "program/launch_notes.h"

/* LAUNCH was not run again on random inputs. */
void trial_explain_untried(const LaunchNote *launch, Text *why);

/* A run of LAUNCH with random elements in the array INPUT ended so:
 * ProgramTrialEnding. */
void trial_explain_ending(const LaunchNote *launch, const char *input,
                          uint32_t ending, Text *why);

/* Words of the array OUT, of kind OUTPUT (ElementKind), cannot be told to be
 * sums of elements of IN, of kind INPUT. */
void trial_explain_types(const char *in, uint32_t input, const char *out,
                         uint32_t output, Text *why);

#endif
