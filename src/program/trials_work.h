/* SPDX-License-Identifier: MIT
 *
 * trials_work - what trials.c, which judges each launch by itself, and
 * whole_trials.c, which judges the whole program, share.  Others do not ask.
 */
#ifndef UPSWEEP_TRIALS_WORK_H
#define UPSWEEP_TRIALS_WORK_H

#include "program/compared_runs.h"
#include "program/launch_notes.h"
#include "program/sums.h"
#include "program/program_facts.h"
#include "program/whole_plan.h"
#include "trace/trace.h"

/* The traces of further runs, each made when it is asked for. */
typedef struct {
    Trace *traces[TRIALS_MOST];
    bool asked[TRIALS_MOST];
} Traces;

typedef struct {
    Trace *trace;
    const TrialLog *log;
    const TrialWhole *whole;
    const ProgramSymbols *symbols;
    const ProgramFacts *facts;
    LaunchNotes notes;
    ProgramOutputs outputs[LIMITS_GRIDS];
    uint32_t whole_output; /* ProgramArray.number of the program's result */
    Traces own;
    LaunchNotes whole_notes[TRIALS_MOST]; /* of runs of the whole program */
    ComparedRuns compared_wholes;
    IntervalSearch *whole_search; /* of these */
    Sums *sums;
} Trials;

/* ---- trials.c -------------------------------------------------------------*/

/* True if grid G loads from array NUMBER of the program, to which it stores. */
bool trials_loads_from(const Trials *trials, uint32_t g, uint32_t number);

/* Adds RESULT to the trace, if it tells something: one without a name does not
 * where the array is WORKING memory, which the launch loads from as well.
 * IN_PLACE: the array is the input. */
void trials_add_other(Trials *trials, SumResult *result, bool in_place,
                      bool working);

/* ---- whole_trials.c -------------------------------------------------------*/

/* The result of the whole program, and the search behind it. */
SumResult whole_trials_judge(Trials *trials);

/* Adds what it leaves in other arrays. */
void whole_trials_judge_others(Trials *trials);

#endif
