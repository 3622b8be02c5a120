/* SPDX-License-Identifier: MIT */
#include "program/whole_runs.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* A program that takes longer is not run again. */
#define MOST_SECONDS 3.0
/* What a run on random inputs may take, compared with the program's own. */
#define TIMES_LONGER 2
enum { LEAST_SECONDS = 2 };

/* Appends why RUN did not come to its end, or nothing.  A program that has made
 * all LAUNCHES may find that its result is not that of its own inputs. */
static void explain_end(const ProgramRun *run, uint32_t launches,
                        double seconds, Text *why)
{
    uint32_t ending = run->head->ending;
    char fault[sizeof run->head->fault];
    bool asserts = run->result.ending == CHILD_SIGNAL &&
                   run->result.number == SIGABRT &&
                   run->head->launches == launches;

    memcpy(fault, run->head->fault, sizeof fault);
    fault[sizeof fault - 1] = '\0';
    fault[strcspn(fault, ";")] = '\0'; /* what to do about it is left out */
    if (run->result.ending == CHILD_LATE)
        text_add(why, "the program does not end in %.0f s on random inputs",
                 seconds);
    else if (run->result.ending == CHILD_GREW)
        text_add(why, "the program needs too much memory on random inputs");
    else if (ending == PROGRAM_FAULT || ending == PROGRAM_MISSING)
        text_add(why, "on random inputs %s", fault);
    else if (ending == PROGRAM_FULL)
        text_add(why, "the program makes too many accesses on random inputs");
    else if (run->result.ending == CHILD_SIGNAL && !asserts)
        text_add(why, "the program is ended by signal %d (%s) on random inputs",
                 run->result.number, strsignal(run->result.number));
    else if (ending == PROGRAM_RUNS && run->head->launches == 0)
        text_add(why, "the program cannot be run again apart from its files "
                      "on this system");
}

/* Makes run number TRIAL, from 1; appends to WHY what keeps it from use. */
static bool make_run(WholeRuns *whole, const WholeProgram *program,
                     uint32_t trial, Text *why, Error *error)
{
    const ProgramRun *first = program->first;
    ProgramRun *run = &whole->runs[whole->made++];
    const WholePlan *plan = &whole->trials.plan;
    WholeRequest request = {.plan = plan,
                            .trial = trial,
                            .compares = trial <= WHOLE_COMPARED};
    double seconds = whole_runs_seconds(program);

    if (!program_run_trial(program->options, program->build, program->symbols,
                           &request, seconds, run, error))
        return false;
    explain_end(run, first->head->launches, seconds, why);
    TrialLog own = {first->head, first->bytes};
    whole->logs[trial - 1] = (TrialLog){run->head, run->bytes};
    if (why->length == 0) {
        char *differs = whole_plan_differs(&own, &whole->logs[trial - 1], plan);
        text_add(why, "%s", differs ? differs : "");
        free(differs);
    }
    return true;
}

double whole_runs_seconds(const WholeProgram *program)
{
    return LEAST_SECONDS + TIMES_LONGER * program->first->seconds;
}

bool whole_runs_make(WholeRuns *whole, const WholeProgram *program,
                     const WholePlan *plan, Error *error)
{
    Text why = {0};
    bool good = true;

    *whole = (WholeRuns){.trials = {.plan = *plan, .logs = whole->logs}};
    if (plan->runs > 0 && program->first->seconds > MOST_SECONDS)
        text_add(&why,
                 "the program takes %.0f s, and would have to be run %u times "
                 "more",
                 program->first->seconds, plan->runs);
    for (uint32_t t = 1; t <= plan->runs && good && why.length == 0; ++t)
        good = make_run(whole, program, t, &why, error);
    if (why.length > 0)
        whole->trials.unchecked = whole->unchecked = why.text;
    else
        text_free(&why);
    return good;
}

bool whole_runs_make_all(WholeRuns *whole, const WholeProgram *program,
                         Error *error)
{
    const ProgramOptions *options = program->options;
    TrialLog log = {program->first->head, program->first->bytes};
    WholePlan plan = {0};

    *whole = (WholeRuns){.made = 0};
    if (options->kernel || options->launch || options->every)
        return true;
    if (!whole_plan_make(&log, &plan, error))
        return false;
    if (plan.launch == plan.last)
        plan.runs = 0;
    return whole_runs_make(whole, program, &plan, error);
}

const TrialWhole *whole_runs_trials(const WholeRuns *whole)
{
    return whole->trials.plan.runs > 0 ? &whole->trials : NULL;
}

void whole_runs_free(WholeRuns *whole)
{
    for (uint32_t i = 0; i < whole->made; ++i)
        program_run_free(&whole->runs[i]);
    free(whole->unchecked);
}
