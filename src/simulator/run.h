/* SPDX-License-Identifier: MIT
 *
 * run - runs a launch: in the fast way or in lockstep, recorded or not, and
 * again on random inputs if it was recorded.
 */
#ifndef UPSWEEP_SIMULATOR_RUN_H
#define UPSWEEP_SIMULATOR_RUN_H

#include "simulator/launch.h"
#include "simulator/machine.h"

/* Runs launch NUMBER of the history again, on what is in memory; RECORDS: it is
 * recorded, with runs on random inputs of its own. */
void run_again(uint32_t number, bool records);
/* The same of run number TRIAL, from 1, of a group on random inputs, where
 * undefined values come from RANDOM.  The values of a launch that was recorded
 * are logged, unless TRIAL is 0. */
Halt run_trial(uint32_t number, uint32_t trial, uint64_t random);

#endif
