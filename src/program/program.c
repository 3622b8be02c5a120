/* SPDX-License-Identifier: MIT */
#include "program/program.h"

#include "analysis/race.h"
#include "program/interval_search.h"
#include "program/program_run.h"
#include "program/program_trace.h"
#include "program/symbols.h"
#include "program/trials.h"
#include "trace/limits.h"
#include "util/interrupt.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Replays -------------------------------------------------------------*/

/* What the launches of a program compute, found by runs of them on random
 * inputs.  The program has made these, and its log has them.  Where its host
 * code reads results between launches that work together, and may decide by
 * them, the program runs again.
 *
 *     group 0     launches of the program's trace, which gets the result
 *     group 1 ... others, such as a test's launches for other sizes: each has
 *                 been recorded, and its trace serves only to judge it */
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

/* A program that takes longer is not run again. */
#define MOST_SECONDS 3.0
/* What a run on random inputs may take, compared with the program's own. */
#define TIMES_LONGER 2
enum { LEAST_SECONDS = 2 };

/* ---- Runs of the whole program --------------------------------------------*/

/* Appends why RUN did not come to its end, or nothing.  A program that has made
 * all LAUNCHES may find that its result does not fit its own inputs. */
static void explain_end(const ProgramRun *run, uint32_t launches, Text *why)
{
    const ProgramLog *head = run->head;
    bool asserts = run->result.ending == CHILD_SIGNAL &&
                   run->result.number == SIGABRT && head->launches == launches;

    if (head->ending == PROGRAM_FAULT || head->ending == PROGRAM_MISSING)
        text_add(why, "on random inputs %.*s", /* not what to do about it */
                 (int)strcspn(head->fault, ";"), head->fault);
    else if (head->ending == PROGRAM_FULL ||
             (run->result.ending != CHILD_ENDED && !asserts))
        text_add(why, "the program does not come to its end on random inputs");
    else if (head->ending == PROGRAM_RUNS && head->launches == 0)
        text_add(
            why,
            "the program cannot run again without its files on this system");
}

/* Appends why the program's own run and RUN, which NOTES describe, are not runs
 * of the same launches, or nothing. */
static void explain_difference(const Replays *replays, const LaunchNotes *notes,
                               Text *why)
{
    const ProgramLog *own = &replays->notes.head, *head = &notes->head;

    if (head->launches != own->launches)
        text_add(why,
                 "the number of launches differs: %u on random inputs, %u on "
                 "the program's own",
                 head->launches, own->launches);
    else if (head->shapes != own->shapes)
        text_add(why, "the program launches other kernels or sizes on random "
                      "inputs");
    else if (!launch_notes_whole(notes, 0, PROGRAM_WHOLE_GIVEN,
                                 replays->main.array,
                                 (uint32_t)head->given_seed))
        text_add(why, "the program has other arrays when it runs again");
}

/* Makes run number TRIAL, from 1, and takes it instead of what the log has;
 * appends to WHY what keeps it from use.  *SAME: the host gave the device what
 * it gave in the program's own run, and what the log has is of use. */
static bool make_run(Replays *replays, uint32_t trial, bool *same, Text *why,
                     Error *error)
{
    const ProgramRun *first = replays->first;
    ProgramRun *run = &replays->runs[replays->runs_count++];
    double seconds = LEAST_SECONDS + TIMES_LONGER * first->seconds;
    LaunchNotes notes;

    if (!program_run_trial(replays->options, replays->build, replays->symbols,
                           &replays->main, trial, seconds, run, error))
        return false;
    explain_end(run, first->head->launches, why);
    if (why->length > 0)
        return true;
    bool good = launch_notes_read(&notes, run->head, run->bytes, error);
    if (good) {
        explain_difference(replays, &notes, why);
        *same = trial == 1 && !replays->main.why[0] &&
                replays->main.host == notes.head.host;
        if (!*same)
            launch_notes_take(&replays->notes, &notes, trial == 1);
    }
    launch_notes_free(&notes);
    return good;
}

/* Runs the whole program again: once if the host then does what it did before,
 * so that the launches can be replayed without it; else as often as group 0
 * says. */
static bool make_runs(Replays *replays, Error *error)
{
    ProgramGroup *group = &replays->main;
    Text why = {0};
    bool good = true, same = false;

    if (replays->first->seconds > MOST_SECONDS)
        text_add(&why,
                 "the program takes %.0f s and would have to run %u more times",
                 replays->first->seconds, group->trials);
    for (uint32_t t = 1; t <= group->trials && good && !why.length && !same;
         ++t)
        good = make_run(replays, t, &same, &why, error);
    snprintf(group->why, sizeof group->why, "%s", why.text ? why.text : "");
    text_free(&why);
    return good;
}

/* Reads the log of which TRACE was made, and runs the program again if that is
 * needed.  Free REPLAYS with replays_free in any case.  False if a signal asked
 * to stop, or a log is damaged. */
static bool replays_make(Replays *replays, const Trace *trace, Error *error)
{
    const ProgramOptions *options = replays->options;
    ProgramGroup *group = &replays->main;

    if (!launch_notes_read(&replays->notes, replays->first->head,
                           replays->first->bytes, error))
        return false;
    replays->together = !trace->failed && !options->kernel &&
                        !options->launch && !options->every;
    if (!replays->together)
        return true;
    *group = launch_notes_main(&replays->notes);
    return group->trials == 0 || group->state != GROUP_HOSTED ||
           make_runs(replays, error);
}

/* ---- Further groups -------------------------------------------------------*/

/* Moves what FROM has of the launches FIRST to LAST to TRACE, MOST results at
 * most; false if there are none. */
static bool take_results(Trace *trace, size_t most, Trace *from, uint32_t first,
                         uint32_t last)
{
    bool taken = false;

    for (size_t i = 0; i < from->results_count; ++i) {
        SumResult *result = &from->results[i];
        if (result->first != first || result->last != last || most == 0)
            continue;
        base_push(trace, results, *result);
        *result = (SumResult){0};
        taken = true;
        --most;
    }
    return taken;
}

/* Adds what GROUP computes to TRACE, MOST results at most; false if nothing is
 * known. */
static bool judge_group(const Replays *replays, ProgramGroup group,
                        Trace *trace, size_t most, const ProgramSymbols *lines,
                        ProgramFacts facts)
{
    const ProgramRun *first = replays->first;
    ProgramOutputs *outputs = base_alloc(LIMITS_GRIDS, sizeof *outputs);
    ProgramWords words = {.places = NULL};
    Trace *own = NULL;
    bool told = false;
    Error none;

    facts.group = group.number;
    facts.words = &words;
    facts.outputs = outputs;
    if (!group.launch && group.first == group.last)
        group.launch = group.first; /* its result says why */
    if (group.launch)
        own = program_trace(first->head, first->bytes, lines, &facts, &none);
    if (own) {
        trials_add_sums(own, &replays->notes,
                        group.launch < group.last ? &group : NULL, lines,
                        &facts);
        told = take_results(trace, most, own, group.launch, group.last);
    }
    trace_free(own);
    free(words.places);
    free(outputs);
    return told;
}

/* Why the launches of a group of STATE are not judged, ONE or several. */
static const char *why_unjudged(uint32_t state, bool one)
{
    if (state == GROUP_REPEATS)
        return one ? "it repeats an earlier call" : "they repeat earlier calls";
    if (state == GROUP_LEFT)
        return "checking would take too long";
    return one ? "it cannot be recorded alone"
               : "they cannot be recorded alone";
}

/* Adds that the launches of GROUP are not judged, as STATE says. */
static void add_unjudged(Trace *trace, const ProgramGroup *group,
                         uint32_t state)
{
    bool one = group->first == group->last;
    SumResult result = {.input = base_strdup(""),
                        .output = base_strdup(""),
                        .unchecked = base_strdup(why_unjudged(state, one)),
                        .first = group->first,
                        .last = group->last};

    base_push(trace, results, result);
}

static void judge_further(const Replays *replays, Trace *trace,
                          const ProgramSymbols *lines,
                          const ProgramFacts *facts)
{
    enum { MOST = SUM_RESULT_FURTHER / 2, MOST_UNJUDGED = 16 };
    const LaunchNotes *notes = &replays->notes;
    size_t before = trace->results_count;

    for (size_t i = 0; i < notes->groups_count; ++i) {
        const ProgramGroup *group = &notes->groups[i];
        size_t count = trace->results_count - before;
        uint32_t state = group->state;
        if (group->number == 0 || !launch_notes_hold(notes, group) ||
            count >= MOST + MOST_UNJUDGED)
            continue;
        if (state == GROUP_JUDGED &&
            !judge_group(replays, *group, trace,
                         count < MOST ? MOST - count : 0, lines, *facts))
            state = GROUP_LOST;
        if (state != GROUP_JUDGED)
            add_unjudged(trace, group, state);
    }
}

/* ---- All of it ------------------------------------------------------------*/

/* Gives TRACE, made with FACTS, its results, and the results of further groups.
 */
static void replays_judge(Replays *replays, Trace *trace,
                          const ProgramSymbols *lines,
                          const ProgramFacts *facts)
{
    if (replays->options->every)
        return;
    trials_add_sums(trace, &replays->notes,
                    replays->main.trials ? &replays->main : NULL, lines, facts);
    if (replays->together)
        judge_further(replays, trace, lines, facts);
}

static void replays_free(Replays *replays)
{
    for (uint32_t i = 0; i < replays->runs_count; ++i)
        program_run_free(&replays->runs[i]);
    launch_notes_free(&replays->notes);
}

/* ---- Programs ------------------------------------------------------------*/

const char *program_may(void)
{
    return sandbox_says();
}

bool program_check(const char *name, Error *error)
{
    return sandbox_check(name, error);
}

/* ---- The trace ------------------------------------------------------------*/

static bool line_of(void *user, uint64_t pc, const char **file, uint32_t *line)
{
    const ProgramRun *run = user;

    return symbols_line(run->symbols, pc, file, line);
}

/* Tells the file of the trace which results are proved: none if threads race,
 * as another order might give others. */
static void note_proved(Trace *trace)
{
    Text digits = {0};
    bool any = false;

    for (size_t r = 0; r < trace->results_count; ++r) {
        text_add(&digits, "%u", trace->results[r].proved);
        any |= trace->results[r].proved != PROVED_NOT;
    }
    RaceList races = any ? race_find(trace) : (RaceList){0};
    if (races.races_count > 0 || races.cut)
        for (size_t r = 0; r < trace->results_count; ++r)
            trace->results[r].proved = PROVED_NOT;
    else if (any)
        trace->run.proved = base_strdup(digits.text);
    race_free(&races);
    text_free(&digits);
}

/* The trace of RUN, with what the program computes.  WHY: see
 * program_end_note. */
static Trace *make_trace(const ProgramRun *run, Build *build,
                         const LocalTable *locals, const char *why,
                         Error *error)
{
    const ProgramOptions *options = run->options;
    char *command = program_command(options);
    ProgramSymbols lines = {.line = line_of, .user = (void *)(uintptr_t)run};
    ProgramOutputs outputs[LIMITS_GRIDS];
    ProgramWords *words = base_alloc(1, sizeof *words);
    ProgramFacts facts = {.sources = build->sources,
                          .sources_count = build->sources_count,
                          .command = command,
                          .compiler = "clang++ -O0",
                          .lanes = options->lanes,
                          .locals = locals,
                          .structures =
                              &symbols_device(run->symbols)->structures,
                          .words = words,
                          .outputs = outputs};
    Replays replays = {.options = options,
                       .build = build,
                       .symbols = run->symbols,
                       .first = run};

    Trace *trace = program_trace(run->head, run->bytes, &lines, &facts, error);
    if (trace) {
        program_end_note(trace, run, why);
        program_blame(options, BLAME_MACHINE);
    }
    bool good = trace && replays_make(&replays, trace, error);
    if (trace)
        build_clear(build); /* what follows may take a while */
    if (good) {
        program_blame(options, BLAME_LIMIT);
        replays_judge(&replays, trace, &lines, &facts);
        note_proved(trace);
        trials_note_forms(trace);
    } else {
        trace_free(trace);
        trace = NULL;
    }
    replays_free(&replays);
    free(words->places);
    free(words);
    free(command);
    return trace;
}

static Trace *run_and_read(const ProgramOptions *options, Build *build,
                           Error *error)
{
    ProgramRun run = {.file = -1};
    Trace *trace = NULL;
    Symbols *symbols = symbols_open(build->program, error);

    if (!symbols)
        return NULL;
    LocalTable locals =
        locals_find(symbols, build->sources, build->sources_count);
    if (build_furnish(build, options->arguments, options->arguments_count,
                      error) &&
        program_run(options, build, symbols, &locals, &run, error)) {
        program_blame(options, BLAME_LIMIT);
        Error ended = {.text = ""};
        bool whole = program_end_check(&run, &ended);
        if ((whole || program_end_keep(&run)) &&
            program_end_check_launches(&run, error))
            trace = make_trace(&run, build, &locals, ended.text, error);
        /* what was cut off may be more than a trace holds */
        if (!trace && run.head->cut && !interrupt_asked() &&
            program_end_keep_complete(&run))
            trace = make_trace(&run, build, &locals, ended.text, error);
        if (!whole && !trace && !interrupt_asked())
            *error = ended;
        if (!whole)
            program_blame(options, program_end_is_fault(&run) ? BLAME_FAULT
                                                              : BLAME_LIMIT);
    }
    program_run_free(&run);
    locals_free(&locals);
    symbols_free(symbols);
    return trace;
}

Trace *program_record(const ProgramOptions *options, Error *error)
{
    Build build = {0};
    Trace *trace = NULL;

    interrupt_catch();
    program_blame(options, BLAME_MACHINE);
    if ((options->lanes && !trace_check_banks(options->lanes, error)) ||
        !program_run_fits(error))
        trace = NULL;
    else if (build_make(&build, options->snapshot, options->files,
                        options->files_count, error))
        trace = run_and_read(options, &build, error);
    else
        program_blame(options,
                      error->kind == ERROR_USAGE ? BLAME_LIMIT : BLAME_MACHINE);
    build_free(&build);
    interrupt_release();
    interrupt_obey();
    return trace;
}
