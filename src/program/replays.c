/* SPDX-License-Identifier: MIT */
#include "program/replays.h"

#include "program/program_trace.h"
#include "trace/limits.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* A program that takes longer is not run again. */
#define MOST_SECONDS 3.0
/* What a run on random inputs may take, compared with the program's own. */
#define TIMES_LONGER 2
enum { LEAST_SECONDS = 2 };

/* ---- Runs of the whole program --------------------------------------------*/

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

/* Appends to WHY what keeps run number TRIAL, from 1, from use.  *SAME: in it
 * the host gave the device what it gave in the program's own run. */
static bool check_run(const Replays *replays, const WholeProgram *program,
                      uint32_t trial, bool *same, Text *why, Error *error)
{
    const ProgramRun *first = program->first, *run = &replays->runs[trial - 1];
    const ProgramGroup *group;
    LaunchNotes own, notes;

    bool good = launch_notes_read(&own, first->head, first->bytes, error) &&
                launch_notes_read(&notes, run->head, run->bytes, error);
    if (good) {
        char *differs =
            whole_plan_differs(&own.head, &notes, &replays->trials.plan);
        text_add(why, "%s", differs ? differs : "");
        free(differs);
        group = whole_plan_main(&own);
        *same = group && !group->why[0] && group->host == notes.head.host;
        launch_notes_free(&notes);
    }
    launch_notes_free(&own);
    return good;
}

/* Makes run number TRIAL, from 1; appends to WHY what keeps it from use. */
static bool make_run(Replays *replays, const WholeProgram *program,
                     uint32_t trial, bool *same, Text *why, Error *error)
{
    const ProgramRun *first = program->first;
    ProgramRun *run = &replays->runs[replays->runs_count++];
    double seconds = LEAST_SECONDS + TIMES_LONGER * first->seconds;

    if (!program_run_trial(program->options, program->build, program->symbols,
                           &replays->trials.plan, trial, seconds, run, error))
        return false;
    explain_end(run, first->head->launches, seconds, why);
    replays->logs[trial - 1] = (TrialLog){run->head, run->bytes};
    return why->length > 0 ||
           check_run(replays, program, trial, same, why, error);
}

/* Runs the whole program again: once if the host then does what it did before,
 * so that the launches can be replayed without it; else as often as the plan
 * says. */
static bool make_runs(Replays *replays, const WholeProgram *program,
                      Error *error)
{
    TrialWhole *trials = &replays->trials;
    Text why = {0};
    bool good = true, same = false;

    trials->logs = replays->logs;
    if (program->first->seconds > MOST_SECONDS)
        text_add(&why,
                 "the program takes %.0f s, and would have to be run %u times "
                 "more",
                 program->first->seconds, trials->plan.runs);
    for (uint32_t t = 1;
         t <= trials->plan.runs && good && why.length == 0 && !same; ++t)
        good = make_run(replays, program, t, &same, &why, error);
    if (why.length > 0)
        trials->unchecked = replays->unchecked = why.text;
    else
        text_free(&why);
    if (same)
        trials->logs = NULL;
    return good;
}

/* ---- Further groups -------------------------------------------------------*/

/* Moves the results of the launches FIRST to LAST from TRACE; none, and false,
 * if there are none. */
static bool take_results(Replays *to, Trace *trace, uint32_t first,
                         uint32_t last)
{
    bool taken = false;

    for (size_t i = 0; i < trace->results_count; ++i) {
        SumResult *result = &trace->results[i];
        if (result->first != first || result->last != last ||
            to->further_count == SUM_RESULT_FURTHER / 2)
            continue;
        base_push(to, further, *result);
        *result = (SumResult){0};
        taken = true;
    }
    return taken;
}

/* What GROUP computes; false if nothing can be told. */
static bool judge_group(Replays *replays, const LaunchNotes *notes,
                        const ProgramGroup *group, const WholeProgram *program,
                        const ProgramSymbols *lines, const ProgramFacts *of)
{
    TrialLog log = {program->first->head, program->first->bytes};
    TrialWhole whole = {.plan = whole_plan_of(notes, group),
                        .unchecked = group->why[0] ? group->why : NULL};
    ProgramFacts facts = *of;
    ProgramOutputs *outputs = base_alloc(LIMITS_GRIDS, sizeof *outputs);
    ProgramWords words = {.places = NULL};
    Trace *trace = NULL;
    bool told = false;
    Error none;

    facts.group = group->number;
    facts.words = &words;
    facts.outputs = outputs;
    if (!group->launch && group->first == group->last)
        whole.plan.launch = group->first; /* its result tells why */
    if (whole.plan.launch)
        trace = program_trace(log.log, log.bytes, lines, &facts, &none);
    if (trace)
        told =
            trials_add_sums(trace, &log,
                            whole.plan.launch < whole.plan.last ? &whole : NULL,
                            lines, &facts, &none) &&
            take_results(replays, trace, whole.plan.launch, whole.plan.last);
    trace_free(trace);
    free(words.places);
    free(outputs);
    return told;
}

/* Why the launches of a group of STATE are not judged, ONE or several. */
static const char *why_unjudged(uint32_t state, bool one)
{
    if (state == GROUP_REPEATS)
        return one ? "it makes a call that was made before"
                   : "they make calls that were made before";
    if (state == GROUP_LEFT)
        return "that would take too long";
    return one ? "it cannot be recorded by itself"
               : "they cannot be recorded by themselves";
}

/* Adds that the launches of GROUP are not judged, as STATE tells. */
static void add_unjudged(Replays *replays, const ProgramGroup *group,
                         uint32_t state)
{
    bool one = group->first == group->last;
    SumResult result = {.input = base_strdup(""),
                        .output = base_strdup(""),
                        .unchecked = base_strdup(why_unjudged(state, one)),
                        .first = group->first,
                        .last = group->last};

    base_push(replays, further, result);
}

/* True if the launches of GROUP are some that the program behind NOTES made. */
static bool is_sound(const LaunchNotes *notes, const ProgramGroup *group)
{
    return group->first >= 1 && group->first <= group->last &&
           group->last <= notes->head.launches &&
           (!group->launch ||
            (group->launch >= group->first && group->launch <= group->last));
}

static void judge_further(Replays *replays, const LaunchNotes *notes,
                          const WholeProgram *program,
                          const ProgramSymbols *lines,
                          const ProgramFacts *facts)
{
    for (size_t i = 0; i < notes->groups_count; ++i) {
        const ProgramGroup *group = &notes->groups[i];
        uint32_t state = group->state;
        if (group->number == 0 || !is_sound(notes, group) ||
            replays->further_count >= SUM_RESULT_FURTHER / 2 + 16)
            continue;
        if (state == GROUP_JUDGED &&
            !judge_group(replays, notes, group, program, lines, facts))
            state = GROUP_LOST;
        if (state != GROUP_JUDGED)
            add_unjudged(replays, group, state);
    }
}

/* ---- All of it ------------------------------------------------------------*/

/* Takes the runs of group 0, or makes them. */
static bool make_main(Replays *replays, const LaunchNotes *notes,
                      const WholeProgram *program, Error *error)
{
    const ProgramGroup *group = whole_plan_main(notes);

    replays->trials.plan = group && is_sound(notes, group)
                               ? whole_plan_of(notes, group)
                               : whole_plan_make(notes);
    replays->made = replays->trials.plan.runs > 0;
    if (!replays->made)
        return true;
    if (!group || group->state == GROUP_HOSTED)
        return make_runs(replays, program, error);
    if (group->why[0])
        replays->trials.unchecked = replays->unchecked =
            base_strdup(group->why);
    return true;
}

bool replays_make(Replays *replays, const WholeProgram *program,
                  const ProgramSymbols *lines, const ProgramFacts *facts,
                  Error *error)
{
    const ProgramOptions *options = program->options;
    LaunchNotes notes;

    *replays = (Replays){.made = false};
    if (options->kernel || options->launch || options->every)
        return true;
    bool good = launch_notes_read(&notes, program->first->head,
                                  program->first->bytes, error) &&
                make_main(replays, &notes, program, error);
    if (good)
        judge_further(replays, &notes, program, lines, facts);
    launch_notes_free(&notes);
    return good;
}

const TrialWhole *replays_whole(const Replays *replays)
{
    return replays->made ? &replays->trials : NULL;
}

void replays_add_further(Replays *replays, Trace *trace)
{
    for (size_t i = 0; i < replays->further_count; ++i)
        base_push(trace, results, replays->further[i]);
    replays->further_count = 0;
}

void replays_free(Replays *replays)
{
    for (uint32_t i = 0; i < replays->runs_count; ++i)
        program_run_free(&replays->runs[i]);
    for (size_t i = 0; i < replays->further_count; ++i)
        sum_result_free(&replays->further[i]);
    free(replays->further);
    free(replays->unchecked);
}
