/* SPDX-License-Identifier: MIT
 *
 * whole_runs - runs a program of several launches again, as a whole, on random
 * inputs, so that it can be told what all of its launches do together.
 */
#ifndef UPSWEEP_WHOLE_RUNS_H
#define UPSWEEP_WHOLE_RUNS_H

#include "program/interval_search.h"
#include "program/program_run.h"
#include "program/trials.h"

typedef struct {
    TrialWhole trials;
    TrialLog logs[TRIALS_MOST];
    ProgramRun runs[TRIALS_MOST];
    uint32_t made;
    char *unchecked; /* that of TRIALS */
} WholeRuns;

/* Makes the runs behind FIRST, the program's own run, of the program that BUILD
 * has; none if launches were chosen, or there is one only, or nothing to make
 * random.  Free them with whole_runs_free.  False if a signal asked to stop, or
 * the log is damaged. */
bool whole_runs_make(WholeRuns *whole, const ProgramOptions *options,
                     const Build *build, const Symbols *symbols,
                     const ProgramRun *first, Error *error);
/* For trials_add_sums; NULL: none were to be made. */
const TrialWhole *whole_runs_trials(const WholeRuns *whole);
void whole_runs_free(WholeRuns *whole);

#endif
