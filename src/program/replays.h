/* SPDX-License-Identifier: MIT
 *
 * replays - what the launches of a program compute, found by runs of them on
 * random inputs.  The program has made these, and its log has them.  Where its
 * host code reads results between launches that work together, and may decide
 * by them, the program runs again.
 *
 *     group 0     launches of the program's trace, which gets the result
 *     group 1 ... others, such as a test's launches for other sizes: each has
 *                 been recorded, and its trace serves only to judge it
 */
#ifndef UPSWEEP_REPLAYS_H
#define UPSWEEP_REPLAYS_H

#include "program/interval_search.h"
#include "program/launch_notes.h"
#include "program/program_run.h"
#include "trace/trace.h"

typedef struct {
    /* set by the caller: a program whose own run has ended */
    const ProgramOptions *options;
    const Build *build;
    const Symbols *symbols;
    const ProgramRun *first; /* its own run */
    /* set by replays_make */
    LaunchNotes notes;
    bool together;     /* launches are judged together, too */
    ProgramGroup main; /* group 0; no trials: there is nothing to judge */
    ProgramRun runs[TRIALS_MOST]; /* of the whole program */
    uint32_t runs_count;
} Replays;

/* Reads the log of which TRACE was made, and runs the program again if that is
 * needed.  Free REPLAYS with replays_free in any case.  False if a signal asked
 * to stop, or a log is damaged. */
bool replays_make(Replays *replays, const Trace *trace, Error *error);
/* Gives TRACE, made with FACTS, its results, and the results of further groups.
 */
void replays_judge(Replays *replays, Trace *trace, const ProgramSymbols *lines,
                   const ProgramFacts *facts);
void replays_free(Replays *replays);

#endif
