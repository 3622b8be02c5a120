/* SPDX-License-Identifier: MIT
 *
 * trial - a run of a launch on random inputs, on a GPU.
 */
#ifndef UPSWEEP_INJECT_TRIAL_H
#define UPSWEEP_INJECT_TRIAL_H

#include "inject/allocations.h"
#include "inject/api.h"
#include "program/program_log.h"

/* *INPUT becomes the array whose elements trials of the launch, run number RUN,
 * make random: of the arrays of numbers that it loads before it stores to them
 * the one with most loads; NULL, and why, if there is none. */
ProgramTrialKind trial_input(uint32_t run, Allocation **input);

/* Waits until the trial on STREAM ends; false if it fails, or takes more than
 * some seconds. */
bool trial_wait(CUstream stream);

#endif
