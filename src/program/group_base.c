/* SPDX-License-Identifier: MIT */
#include "program/group_base.h"

#include "program/program_trace.h"
#include "program/trials.h"
#include "trace/limits.h"

#include <stdlib.h>

bool group_base_make(GroupJudge *judge, LaunchGroup group, GroupBase *base,
                     bool *stopped)
{
    const WholeProgram *program = judge->budget->program;
    Error error;

    *base = (GroupBase){.run.log.file = -1};
    *stopped =
        !program_run_launches(program->options, program->build,
                              program->symbols, program->locals, group.first,
                              group.last, whole_runs_seconds(program),
                              &base->run, judge->error);
    if (*stopped)
        return false;
    judge->budget->seconds -= base->run.seconds;
    base->log = (TrialLog){base->run.head, base->run.bytes};
    return base->run.head->launches == program->first->head->launches &&
           base->run.head->complete > 0 &&
           base->run.head->complete == base->run.head->recorded &&
           whole_plan_make(&base->log, &base->plan, &error);
}

/* Moves the results of the launches FIRST to LAST from TRACE; none, and false,
 * if they are not known and MUST be. */
static bool take_results(FurtherResults *to, Trace *trace, uint32_t first,
                         uint32_t last, bool must)
{
    bool taken = false;

    for (size_t i = 0; i < trace->results_count; ++i) {
        SumResult *result = &trace->results[i];
        if (result->first != first || result->last != last ||
            (!taken && must && result->kind == SUM_UNKNOWN) ||
            to->items_count == SUM_RESULT_FURTHER / 2)
            continue;
        base_push(to, items, *result);
        *result = (SumResult){0};
        taken = true;
    }
    return taken;
}

/* Gives TRACE, of the launches of BASE, its results, as *SUMMED tells. */
static bool judge_trace(GroupJudge *judge, const GroupBase *base, Trace *trace,
                        const ProgramFacts *facts, bool *summed)
{
    bool several = base->plan.launch < base->plan.last;
    WholeRuns whole = {.made = 0};
    bool good = true;
    Error error;

    if (several)
        good = whole_runs_make(&whole, judge->budget->program, &base->plan,
                               judge->error);
    *summed =
        good && trials_add_sums(trace, &base->log,
                                several ? whole_runs_trials(&whole) : NULL,
                                judge->lines, facts, &error);
    whole_runs_free(&whole);
    return good;
}

/* Judges GROUP, which BASE has recorded; *TOLD becomes false if nothing can be
 * said of it, or what it does is not known and MUST be.  False if a signal
 * asked to stop. */
static bool judge_by(GroupJudge *judge, GroupBase *base, LaunchGroup group,
                     FurtherResults *to, bool must, bool *told)
{
    ProgramFacts facts = *judge->facts;
    ProgramOutputs *outputs = base_alloc(LIMITS_GRIDS, sizeof *outputs);
    ProgramWords words = {.places = NULL};
    WholePlan *plan = &base->plan;
    Trace *trace = NULL;
    Error error;
    bool good = true, summed = false;

    facts.words = &words;
    facts.outputs = outputs;
    if (plan->runs == 0 && group.first == group.last)
        plan->launch = group.first; /* its result tells why */
    plan->last = group.last;
    if (plan->launch >= group.first && plan->launch <= group.last)
        trace = program_trace(base->run.head, base->run.bytes, judge->lines,
                              &facts, &error);
    if (trace)
        good = judge_trace(judge, base, trace, &facts, &summed);
    *told = summed && take_results(to, trace, plan->launch, group.last, must);
    trace_free(trace);
    free(words.places);
    free(outputs);
    return good;
}

bool group_base_judge(GroupJudge *judge, GroupBase *base, LaunchGroup group,
                      FurtherResults *to, bool *told)
{
    for (;; --group.last) {
        bool idle = group.reached < group.last;
        double begun = base_wall_seconds();
        if (!judge_by(judge, base, group, to, idle, told))
            return false;
        judge->budget->seconds -= base_wall_seconds() - begun;
        if (*told || !idle || judge->budget->seconds <= 0)
            return true;
    }
}

void group_base_free(GroupBase *base)
{
    program_run_free(&base->run);
}
