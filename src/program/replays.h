/* SPDX-License-Identifier: MIT
 *
 * replays - what launches that work together compute, told from runs of them on
 * random inputs.  The program has made these, and its log has them; but where
 * its host code reads results between the launches, and may decide by them, the
 * program runs again.
 *
 *     group 0     launches of the program's trace, which gets the result
 *     group 1 ... others, as those of a test for other sizes: each has been
 *                 recorded, and its trace serves only to judge it
 */
#ifndef UPSWEEP_REPLAYS_H
#define UPSWEEP_REPLAYS_H

#include "program/interval_search.h"
#include "program/program_run.h"
#include "program/trials.h"

/* A program whose own run has ended. */
typedef struct {
    const ProgramOptions *options;
    const Build *build;
    const Symbols *symbols;
    const ProgramRun *first; /* its own run */
} WholeProgram;

typedef struct {
    TrialWhole trials; /* of group 0 */
    bool made;         /* there are such */
    TrialLog logs[TRIALS_MOST];
    ProgramRun runs[TRIALS_MOST]; /* of the whole program */
    uint32_t runs_count;
    char *unchecked;    /* that of TRIALS */
    SumResult *further; /* of launches that are not in the trace */
    size_t further_count, further_capacity;
} Replays;

/* Judges the further groups in the log of PROGRAM, and runs it again if that is
 * needed; nothing if launches were chosen.  Free them with replays_free.  False
 * if a signal asked to stop, or the log is damaged. */
bool replays_make(Replays *replays, const WholeProgram *program,
                  const ProgramSymbols *lines, const ProgramFacts *facts,
                  Error *error);
/* For trials_add_sums; NULL: there are none. */
const TrialWhole *replays_whole(const Replays *replays);
/* Moves the further results to TRACE. */
void replays_add_further(Replays *replays, Trace *trace);
void replays_free(Replays *replays);

#endif
