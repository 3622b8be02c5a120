/* SPDX-License-Identifier: MIT */
#include "program/program.h"

#include "analysis/race.h"
#include "program/locals.h"
#include "program/program_run.h"
#include "program/program_trace.h"
#include "program/replays.h"
#include "program/symbols.h"
#include "program/trials.h"
#include "trace/limits.h"
#include "util/interrupt.h"

#include <stdlib.h>
#include <string.h>

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
    LocalTable locals = locals_find(symbols_module(symbols), build->sources,
                                    build->sources_count);
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
