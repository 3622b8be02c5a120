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

/* A program whose own run is behind it. */
typedef struct {
    const ProgramOptions *options;
    const Build *build;
    const Symbols *symbols;
    const LocalTable *locals;
    const ProgramRun *first; /* its own run */
} WholeProgram;

/* So many runs compare the launches, see ProgramLog.compares. */
enum { WHOLE_COMPARED = 2 };

/* Makes the runs of PLAN.  Free them with whole_runs_free.  False if a signal
 * asked to stop, or the log is damaged. */
bool whole_runs_make(WholeRuns *whole, const WholeProgram *program,
                     const WholePlan *plan, Error *error);
/* The same of all launches of the program; none if launches were chosen, or
 * there is one only, or nothing to make random. */
bool whole_runs_make_all(WholeRuns *whole, const WholeProgram *program,
                         Error *error);
/* The seconds that a run may take. */
double whole_runs_seconds(const WholeProgram *program);
/* For trials_add_sums; NULL: none were to be made. */
const TrialWhole *whole_runs_trials(const WholeRuns *whole);
void whole_runs_free(WholeRuns *whole);

#endif
