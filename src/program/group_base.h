/* SPDX-License-Identifier: MIT
 *
 * group_base - a run of a program that records the launches of a group, which
 * the program's trace does not tell of, and what they compute.
 */
#ifndef UPSWEEP_GROUP_BASE_H
#define UPSWEEP_GROUP_BASE_H

#include "program/launch_groups.h"
#include "trace/trace.h"

typedef struct {
    SumResult *items; /* of launches that are not in the program's trace */
    size_t items_count, items_capacity;
} FurtherResults;

/* What groups are judged by. */
typedef struct {
    RunBudget *budget;
    const ProgramSymbols *lines;
    const ProgramFacts *facts;
    Error *error;
} GroupJudge;

typedef struct {
    ProgramRun run;
    TrialLog log;   /* its log */
    WholePlan plan; /* what the first launch is given; no runs: nothing */
} GroupBase;

/* Makes a run that records the first launch of each kernel in GROUP; free it
 * with group_base_free in any case.  False if nothing was recorded or, as
 * *STOPPED tells, a signal asked to stop. */
bool group_base_make(GroupJudge *judge, LaunchGroup group, GroupBase *base,
                     bool *stopped);
void group_base_free(GroupBase *base);

/* Adds to TO what GROUP computes, without launches at its end that change
 * nothing if it is not known what it does with them.  *TOLD is false if nothing
 * can be told.  False if a signal asked to stop. */
bool group_base_judge(GroupJudge *judge, GroupBase *base, LaunchGroup group,
                      FurtherResults *to, bool *told);

#endif
