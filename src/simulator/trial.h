/* SPDX-License-Identifier: MIT
 *
 * trial - what runs on random inputs are given, and what they leave.
 *
 * A launch is tried in its place, by run.c.  Launches that work together are
 * tried by replay.c, when the program has ended.  Where the host reads results
 * between them, Upsweep runs the program again, and names an array and a
 * launch.  Each time the array gets random elements before the first launch,
 * and what the last one changes is logged.
 */
#ifndef UPSWEEP_SIMULATOR_TRIAL_H
#define UPSWEEP_SIMULATOR_TRIAL_H

#include "simulator/memory.h"

struct Launch;

/* *INPUT becomes the array whose elements a trial of the launch, run number
 * RUN, makes random: the one that it loads most of, before it stores to it; or
 * NULL, and the result says why. */
ProgramTrialKind trial_input(uint32_t run, GlobalArray **input);

/* Gives ARRAY random elements, and others to which nobody has stored something
 * that is no sum of these. */
void trial_fill(const GlobalArray *array, uint64_t *random);

/* So many trials that a wrong sum passes with a probability below 2^-40. */
uint32_t trial_count(const GlobalArray *input);

/* Launch NUMBER begins, or has ended.  In a run of the whole program arrays are
 * filled and logged; in any run it is noted what happens. */
void trial_before(uint32_t number, const struct Launch *launch);
void trial_after(uint32_t number);

/* Logs what ARRAY was given in run number TRIAL, from 1; and the arrays that
 * the last launch changed since memory_save(MEMORY_WHOLE). */
void trial_log_given(const GlobalArray *array, uint32_t trial);
void trial_log_left(uint32_t trial);

#endif
