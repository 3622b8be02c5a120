/* SPDX-License-Identifier: MIT
 *
 * trials - what the launches of a program compute, found by runs on random
 * inputs: each launch by itself, and launches that work together.
 *
 *     LAUNCH 1   trial 1 ... trial 4   LAUNCH 2   trial 1 ... trial 4   ...
 *     GROUP 0    in <- random   launch 1   launch 2   what is left in out   ...
 */
#ifndef UPSWEEP_TRIALS_H
#define UPSWEEP_TRIALS_H

#include "program/launch_notes.h"
#include "program/program_facts.h"
#include "trace/trace.h"

/* Compares the runs on random inputs in NOTES, and gives TRACE, which
 * program_trace made of their log with FACTS, its results, intervals and sums.
 * GROUP: launches that work together, with runs or WHY there are none; or NULL.
 */
void trials_add_sums(Trace *trace, const LaunchNotes *notes,
                     const ProgramGroup *group, const ProgramSymbols *symbols,
                     const ProgramFacts *facts);

/* Sets Run.forms, by which a file has the results that are no sums of numbers;
 * those for which there is no room get no name.  Again after a further result.
 */
void trials_note_forms(Trace *trace);

#endif
