/* SPDX-License-Identifier: MIT */
#include "program/prebuilt.h"

#include "program/build.h"
#include "program/locals.h"
#include "program/program_run.h"
#include "program/program_trace.h"
#include "program/symbols.h"
#include "util/interrupt.h"
#include "util/work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What make puts here; see src/program/prebuilt_files.c. */
extern const char catalog_program[];
extern const char catalog_facts[];
extern const uint64_t catalog_program_bytes;
extern const uint64_t catalog_facts_bytes;

struct Prebuilt {
    Build build;
    Symbols *symbols;
};

void prebuilt_free(Prebuilt *prebuilt)
{
    if (!prebuilt)
        return;
    symbols_free(prebuilt->symbols);
    build_free(&prebuilt->build);
    free(prebuilt);
}

static bool unpack(Build *build, Error *error)
{
    build->folder = work_folder_new(error);
    if (!build->folder || !work_folder_write(build->folder, "program",
                                             catalog_program,
                                             (size_t)catalog_program_bytes,
                                             error))
        return false;
    build->program = work_folder_path(build->folder, "program");
    if (chmod(build->program, S_IRWXU) != 0)
        return error_set(error, ERROR_FAILED, "cannot make %s a program",
                         build->program);
    return source_facts_read(&build->facts, catalog_facts,
                             (size_t)catalog_facts_bytes, error);
}

Prebuilt *prebuilt_open(Error *error)
{
    Prebuilt *prebuilt = base_alloc(1, sizeof *prebuilt);

    if (unpack(&prebuilt->build, error))
        prebuilt->symbols = symbols_open(prebuilt->build.program, error);
    if (prebuilt->symbols)
        return prebuilt;
    prebuilt_free(prebuilt);
    return NULL;
}

/* ---- A run ----------------------------------------------------------------*/

static bool line_of(void *user, uint64_t pc, const char **file, uint32_t *line)
{
    const Prebuilt *prebuilt = user;

    return symbols_line(prebuilt->symbols, pc, file, line);
}

static Trace *read_run(const ProgramRun *from, Prebuilt *prebuilt,
                       const PrebuiltRun *run, const LocalTable *locals,
                       Error *error)
{
    ProgramSymbols lines = {.line = line_of, .user = prebuilt};
    ProgramFacts facts = {.sources = run->sources,
                          .sources_count = run->sources_count,
                          .lanes = run->lanes,
                          .locals = locals,
                          .structures =
                              &symbols_device(prebuilt->symbols)->structures,
                          .numbers = run->numbers};

    return program_trace(from->head, from->bytes, &lines, &facts, error);
}

Trace *prebuilt_run(Prebuilt *prebuilt, const PrebuiltRun *run, bool *fault,
                    Error *error)
{
    const char **arguments =
        base_alloc((size_t)run->count + 1, sizeof *arguments);
    ProgramOptions options = {.arguments = arguments,
                              .arguments_count = run->count + 1,
                              .every = true,
                              .last_block = UINT32_MAX,
                              .seed = run->seed,
                              .lanes = run->lanes};
    Build *build = &prebuilt->build;
    LocalTable table = {0}, *locals = run->locals ? &table : NULL;
    ProgramRun result = {.file = -1};
    Trace *trace = NULL;

    arguments[0] = build->program;
    for (int i = 0; i < run->count; ++i)
        arguments[i + 1] = run->arguments[i];
    build->sources = (ProgramSource *)(uintptr_t)run->sources;
    build->sources_count = run->sources_count;
    if (locals)
        table = locals_find(symbols_module(prebuilt->symbols), run->sources,
                            run->sources_count);
    interrupt_catch();
    bool good = program_run(&options, build, prebuilt->symbols, locals, &result,
                            error);
    *fault = good && program_end_is_fault(&result);
    if (good && program_end_check(&result, error) &&
        program_end_check_launches(&result, error))
        trace = read_run(&result, prebuilt, run, locals, error);
    build->sources = NULL;
    build->sources_count = 0;
    program_run_free(&result);
    locals_free(&table);
    free(arguments);
    interrupt_release();
    interrupt_obey();
    return trace;
}
