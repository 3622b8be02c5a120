/* SPDX-License-Identifier: MIT
 *
 * trial - one run of an algorithm, which must be right and proved: for the
 * tests that try them all.
 */
#ifndef UPSWEEP_TRIAL_H
#define UPSWEEP_TRIAL_H

#include "record/record.h"

enum { TRIAL_MAX_N = 32768, TRIAL_COMBINATIONS = 2 * OP_COUNT };

/* N random words of all signs, floats of all sizes. */
void trial_fill(Op op, uint64_t seed, Word *input, uint32_t n);

/* Runs OPTIONS with combination C of operator and kind, and of a hybrid with
 * some number of passes, on random input; dies if the result is not right, or
 * not proved. */
void trial_combination(Recorder *recorder, RecordOptions options, int c,
                       uint64_t seed);

#endif
