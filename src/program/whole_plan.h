/* SPDX-License-Identifier: MIT
 *
 * whole_plan - launches that work together run again on random inputs: what
 * they are given, and whether they did the same then.
 */
#ifndef UPSWEEP_WHOLE_PLAN_H
#define UPSWEEP_WHOLE_PLAN_H

#include "program/launch_notes.h"

typedef struct {
    const void *log;
    size_t bytes;
} TrialLog;

/* What a run is given. */
typedef struct {
    uint32_t runs;        /* that are enough; 0: none are to be made */
    uint32_t launch;      /* before which, from 1 */
    uint32_t array;       /* ProgramArray.number */
    uint64_t array_bytes; /* of it */
    uint32_t last;        /* launch that is judged by what it leaves */
    bool part;            /* other launches take more, or less, of the array:
                             elements that are not loaded do not count */
} WholePlan;

/* Runs of launches that work together. */
typedef struct {
    WholePlan plan;
    const TrialLog *logs;  /* of RUNS runs of the whole program; NULL: the
                              launches were replayed, and the program's own log
                              has the runs */
    const char *unchecked; /* why they were not made or are of no use, a clause;
                              NULL: they are */
} TrialWhole;

/* The plan of GROUP of the program behind NOTES. */
WholePlan whole_plan_of(const LaunchNotes *notes, const ProgramGroup *group);
/* The group with the launches that the program behind NOTES has recorded; NULL:
 * nothing was replayed. */
const ProgramGroup *whole_plan_main(const LaunchNotes *notes);
/* Plans runs of the whole program behind NOTES, up to its last launch, from the
 * first one that is recorded and takes random elements; no runs if there is no
 * such launch, or no other one. */
WholePlan whole_plan_make(const LaunchNotes *notes);

/* Why the run of which the plan was made, with the log's head X, and the one
 * behind Y, on random inputs, are not runs of the same launches: a clause, to
 * be freed; NULL: they are. */
char *whole_plan_differs(const ProgramLog *x, const LaunchNotes *y,
                         const WholePlan *plan);

#endif
