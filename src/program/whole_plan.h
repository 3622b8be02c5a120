/* SPDX-License-Identifier: MIT
 *
 * whole_plan - a program of several launches is run again as a whole, on random
 * inputs: what it is given, and whether it did the same then.
 */
#ifndef UPSWEEP_WHOLE_PLAN_H
#define UPSWEEP_WHOLE_PLAN_H

#include "program/launch_notes.h"

typedef struct {
    const void *log;
    size_t bytes;
} TrialLog;

/* What a run of the whole program is given. */
typedef struct {
    uint32_t runs;        /* that are enough; 0: none are to be made */
    uint32_t launch;      /* before which, from 1 */
    uint32_t array;       /* ProgramArray.number */
    uint64_t array_bytes; /* of it */
    uint32_t last;        /* launch that is judged by what it leaves */
    bool part;            /* other launches take more, or less, of the array:
                             elements that are not loaded do not count */
} WholePlan;

/* Runs of the whole program. */
typedef struct {
    WholePlan plan;
    const TrialLog *logs;  /* of RUNS runs */
    const char *unchecked; /* why they were not made or are of no use, a clause;
                              NULL: they are */
} TrialWhole;

/* Plans runs of the whole program behind LOG, up to its last launch, from the
 * first one that is recorded and takes random elements; none if there is no
 * such launch.  False and
 * ERROR_FAILED if the log is damaged. */
bool whole_plan_make(const TrialLog *log, WholePlan *plan, Error *error);

/* What was given in a run of the whole program; NULL: nothing. */
const WholeNote *whole_plan_given(const LaunchNotes *notes,
                                  const WholePlan *plan);
/* What it left in array NUMBER; NULL: the last launch did not change that. */
const WholeNote *whole_plan_left(const LaunchNotes *notes, uint32_t number);

/* Why the run behind LOG, of which the plan was made, and OTHER, one on random
 * inputs, are not runs of the same launches: a clause, to be freed; NULL: they
 * are. */
char *whole_plan_differs(const TrialLog *log, const TrialLog *other,
                         const WholePlan *plan);

#endif
