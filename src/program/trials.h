/* SPDX-License-Identifier: MIT
 *
 * trials - what the launches of a program compute, told from runs on random
 * inputs: those of each launch by itself, which a log holds beside the launches
 * as the program made them, and those of the whole program, each of which has a
 * log of its own.
 *
 *     log          LAUNCH 1   trial 1 ... trial 4   LAUNCH 2   trial 1 ...
 *     whole[0]     in <- random   LAUNCH 1   LAUNCH 2   out
 *     whole[1]     in <- random   LAUNCH 1   LAUNCH 2   out
 */
#ifndef UPSWEEP_TRIALS_H
#define UPSWEEP_TRIALS_H

#include "program/program_facts.h"
#include "program/whole_plan.h"
#include "trace/trace.h"

/* Compares the runs on random inputs in LOG, and those in WHOLE or NULL, and
 * gives TRACE, which program_trace made of LOG, its results, intervals and
 * sums. False and ERROR_FAILED if the log is damaged. */
bool trials_add_sums(Trace *trace, const TrialLog *log, const TrialWhole *whole,
                     const ProgramSymbols *symbols, const ProgramFacts *facts,
                     Error *error);

#endif
