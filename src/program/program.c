/* SPDX-License-Identifier: MIT */
#include "program/program.h"

#include "program/locals.h"
#include "program/program_end.h"
#include "program/program_run.h"
#include "program/program_trace.h"
#include "program/replays.h"
#include "program/structures.h"
#include "program/symbols.h"
#include "trace/limits.h"
#include "util/interrupt.h"

#include <stdlib.h>

const char *program_may(void)
{
    return sandbox_says();
}

bool program_check(const char *name, Error *error)
{
    return sandbox_check(name, error);
}

/* Notes why it is if nothing comes of what follows. */
static void blame(const ProgramOptions *options, ProgramBlame why)
{
    if (options->blame)
        *options->blame = why;
}

/* ---- The trace ------------------------------------------------------------*/

static bool line_of(void *user, uint64_t pc, const char **file, uint32_t *line)
{
    return symbols_line(user, pc, file, line);
}

static char *command_of(const ProgramOptions *options)
{
    Text text = {0};

    for (int i = 0; i < options->files_count; ++i)
        text_add(&text, "%s%s", i ? " " : "", options->files[i]);
    for (int i = 0; i < options->arguments_count; ++i)
        text_add(&text, "%s %s", i ? "" : " --", options->arguments[i]);
    return text.text;
}

/* The trace of RUN, with what the program computes.  WHY: see
 * program_end_note. */
static Trace *make_trace(const ProgramOptions *options, Build *build,
                         Symbols *symbols, const LocalTable *locals,
                         const StructureTable *structures,
                         const ProgramRun *run, const char *why, Error *error)
{
    char *command = command_of(options);
    ProgramSymbols lines = {.line = line_of, .user = symbols};
    ProgramOutputs outputs[LIMITS_GRIDS];
    ProgramWords *words = base_alloc(1, sizeof *words);
    ProgramFacts facts = {.sources = build->sources,
                          .sources_count = build->sources_count,
                          .command = command,
                          .compiler = build->compiler,
                          .lanes = options->lanes,
                          .locals = locals,
                          .structures = structures,
                          .words = words,
                          .outputs = outputs};
    Replays replays = {.options = options,
                       .build = build,
                       .symbols = symbols,
                       .first = run};

    Trace *trace = program_trace(run->head, run->bytes, &lines, &facts, error);
    if (trace) {
        program_end_note(trace, build, symbols, run, why);
        blame(options, BLAME_MACHINE);
    }
    bool good = trace && replays_make(&replays, trace, error);
    if (trace)
        build_clear(build); /* what follows may take a while */
    if (good) {
        blame(options, BLAME_LIMIT);
        replays_judge(&replays, trace, &lines, &facts);
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

/* The locals of the functions in the user's files. */
static LocalTable find_locals(const Build *build, const Symbols *symbols)
{
    const char **names = base_alloc(build->sources_count, sizeof *names);

    for (size_t i = 0; i < build->sources_count; ++i)
        names[i] = build->sources[i].name;
    LocalTable locals =
        locals_find(symbols_module(symbols), names, build->sources_count);
    free(names);
    return locals;
}

static Trace *run_and_read(const ProgramOptions *options, Build *build,
                           Error *error)
{
    ProgramRun run = {.log.file = -1};
    Trace *trace = NULL;
    Symbols *symbols = symbols_open(build->program, error);

    if (!symbols)
        return NULL;
    LocalTable locals = find_locals(build, symbols);
    StructureTable structures = structures_find(symbols_module(symbols));
    if (build_furnish(build, options->arguments, options->arguments_count,
                      error) &&
        program_run(options, build, symbols, &locals, &run, error)) {
        blame(options, BLAME_LIMIT);
        Error ended = {.text = ""};
        bool whole = program_end_check(options, build, symbols, &run, &ended);
        if ((whole || program_end_keep(&run)) &&
            program_end_check_launches(options, &run, error))
            trace = make_trace(options, build, symbols, &locals, &structures,
                               &run, ended.text, error);
        /* what was cut off may be more than a trace holds */
        if (!trace && run.head->cut && !interrupt_asked() &&
            program_end_keep_complete(&run))
            trace = make_trace(options, build, symbols, &locals, &structures,
                               &run, ended.text, error);
        if (!whole && !trace && !interrupt_asked())
            *error = ended;
        if (!whole)
            blame(options,
                  program_end_is_fault(&run) ? BLAME_FAULT : BLAME_LIMIT);
    }
    program_run_free(&run);
    structures_free(&structures);
    locals_free(&locals);
    symbols_free(symbols);
    return trace;
}

Trace *program_record(const ProgramOptions *options, Error *error)
{
    Build build = {0};
    Trace *trace = NULL;

    interrupt_catch();
    blame(options, BLAME_MACHINE);
    if (!program_run_fits(error))
        trace = NULL;
    else if (build_make(&build, options->snapshot, options->files,
                        options->files_count, error))
        trace = run_and_read(options, &build, error);
    else
        blame(options,
              error->kind == ERROR_USAGE ? BLAME_LIMIT : BLAME_MACHINE);
    build_free(&build);
    interrupt_release();
    interrupt_obey();
    return trace;
}
