/* SPDX-License-Identifier: MIT */
#include "program/program.h"

#include "program/build.h"
#include "program/child.h"
#include "program/locals.h"
#include "program/log_reader.h"
#include "program/program_log.h"
#include "program/program_trace.h"
#include "program/rewrite.h"
#include "program/symbols.h"
#include "program/trials.h"
#include "util/interrupt.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOG_LIMIT    ((uint64_t)1 << 30)
#define MEMORY_LIMIT ((uint64_t)8 << 30)
enum { RUN_SECONDS = 120, PROCESSOR_SECONDS = 30 };

bool program_is_source(const char *name)
{
    static const char *const endings[] = {".cu", ".cpp", ".cc", ".cxx",
                                          ".c",  ".cuh", ".h",  ".hpp"};
    const char *dot = strrchr(name, '.');

    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; ++i)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return false;
}

bool program_has_main(const char *name, bool *main, Error *error)
{
    size_t bytes;
    char *text = base_read_file(name, BUILD_MOST_BYTES, &bytes, error);

    if (!text)
        return false;
    *main = rewrite_has_main(text);
    free(text);
    return true;
}

/* ---- The log --------------------------------------------------------------*/

typedef struct {
    int file;
    const ProgramLog *head; /* all of the log */
    size_t bytes;
} Log;

/* Appends the records of the functions whose locals the program is to log. */
static void add_functions(const LocalTable *locals, Text *log)
{
    for (size_t i = 0; i < locals->functions_count; ++i) {
        const LocalFunction *from = locals->functions + i;
        ProgramFunction function = {
            .head = {RECORD_FUNCTION,
                     (uint32_t)(sizeof function +
                                from->count * sizeof(ProgramPlace))},
            .low = from->low,
            .high = from->high,
            .count = from->count};
        text_add_bytes(log, (const char *)&function, sizeof function);
        for (uint32_t p = 0; p < from->count; ++p) {
            const LocalPlace *item = locals->items + from->first + p;
            ProgramPlace place = {.low = item->low,
                                  .high = item->high,
                                  .local = from->first + p,
                                  .offset = item->offset,
                                  .bytes = item->bytes,
                                  .bare = item->bare};
            text_add_bytes(log, (const char *)&place, sizeof place);
        }
    }
}

/* An empty log with what the program is asked. */
static bool log_new(Log *log, const ProgramOptions *options,
                    const LocalTable *locals, Error *error)
{
    Text text = {0};
    ProgramLog head = {.limit = LOG_LIMIT,
                       .seed = options->seed,
                       .first_kept = options->first_block,
                       .last_kept = options->last_block,
                       .launch = options->launch,
                       .trials = SUMS_MOST_TRIALS,
                       .used = sizeof head};

    if (options->kernel)
        strncpy(head.kernel, options->kernel, sizeof head.kernel - 1);
    text_add_bytes(&text, (const char *)&head, sizeof head);
    add_functions(locals, &text);
    head.used = text.length;
    memcpy(text.text, &head, sizeof head);
    *log = (Log){.file = memfd_create("upsweep-log", MFD_CLOEXEC)};
    bool good = log->file >= 0 && write(log->file, text.text, text.length) ==
                                      (ssize_t)text.length;
    text_free(&text);
    return good || error_set(error, ERROR_FAILED,
                             "out of memory: no room for the program's log");
}

static bool log_map(Log *log, Error *error)
{
    struct stat status;

    if (fstat(log->file, &status) != 0 ||
        status.st_size < (off_t)sizeof(ProgramLog))
        return error_set(error, ERROR_FAILED, "the program cut its log off");
    log->bytes = (size_t)status.st_size;
    void *base = mmap(NULL, log->bytes, PROT_READ, MAP_PRIVATE, log->file, 0);
    if (base == MAP_FAILED)
        return error_set(error, ERROR_FAILED,
                         "out of memory: no room for the program's log of %zu "
                         "MB; record fewer blocks with --block-range",
                         log->bytes >> 20);
    log->head = base;
    return true;
}

static void log_free(Log *log)
{
    if (log->head)
        munmap((void *)(uintptr_t)log->head, log->bytes);
    if (log->file >= 0)
        close(log->file);
}

/* ---- The run --------------------------------------------------------------*/

static bool run(const ProgramOptions *options, const Build *build,
                const Log *log, ChildResult *result, Error *error)
{
    const char **words =
        base_alloc((size_t)options->arguments_count + 2, sizeof *words);
    Text setting = {0};

    words[0] = build->program;
    for (int i = 0; i < options->arguments_count; ++i)
        words[1 + i] = options->arguments[i];
    text_add(&setting, "%d %llu", log->file, (unsigned long long)LOG_LIMIT);
    const char *settings[] = {"UPSWEEP_LOG", setting.text, NULL};
    ChildSpec spec = {.arguments = words,
                      .settings = settings,
                      .keep = log->file,
                      .seconds = RUN_SECONDS,
                      .processor = PROCESSOR_SECONDS,
                      .memory = MEMORY_LIMIT};
    bool good = child_run(&spec, result, error);
    text_free(&setting);
    free(words);
    return good;
}

/* ---- What went wrong ------------------------------------------------------*/

/* The innermost frame of a fault that lies in one of the user's files. */
static void add_place(const Build *build, const Symbols *symbols,
                      const Log *log, Text *text)
{
    uint64_t at = sizeof(ProgramLog);
    const ProgramSite *found = NULL;

    while (log->head->fault_site && at + sizeof(ProgramSite) <= log->bytes) {
        const ProgramRecord *record =
            (const void *)((const char *)log->head + at);
        const ProgramSite *site = (const void *)record;
        if (record->bytes < sizeof *record || record->bytes % 8 != 0)
            break;
        if (record->kind == RECORD_SITE &&
            site->id + 1 == log->head->fault_site)
            found = site;
        at += record->bytes;
    }
    if (!found || found->depth > PROGRAM_DEPTH)
        return;
    for (uint32_t i = found->depth; i-- > 0;) {
        const char *file;
        uint32_t line;
        if (!symbols_line(symbols, found->frames[i] - 1, &file, &line))
            continue;
        for (size_t s = 0; s < build->sources_count; ++s) {
            const char *name = build->sources[s].name;
            size_t length = strlen(file), more = strlen(name);
            if (length < more || strcmp(file + length - more, name) != 0)
                continue;
            text_add(text, "%s:%u: ", name, line);
            return;
        }
    }
}

static bool refuse_end(const ProgramOptions *options, const Build *build,
                       const Log *log, const ChildResult *result, Error *error)
{
    const char *name = options->files[0];

    if (result->ending == CHILD_LATE)
        return error_set(
            error, ERROR_FAILED,
            "%.200s does not end within %d s of processor time, or "
            "%d s; give it less to do, or look for threads that "
            "wait for ever",
            name, PROCESSOR_SECONDS, RUN_SECONDS);
    if (log->head->ending == PROGRAM_FULL)
        return error_set(error, ERROR_FAILED,
                         "%.200s makes more accesses than can be recorded; "
                         "record fewer blocks with --block-range, or give it "
                         "less to do",
                         name);
    if (result->ending == CHILD_SIGNAL)
        return error_set(error, ERROR_FAILED,
                         "%.200s was ended by signal %d (%s) in its host code",
                         name, result->number, strsignal(result->number));
    (void)build;
    return true;
}

/* False, with ERROR, if the program did not come to its end. */
static bool check_end(const ProgramOptions *options, const Build *build,
                      const Symbols *symbols, const Log *log,
                      const ChildResult *result, Error *error)
{
    uint32_t ending = log->head->ending;

    if (ending == PROGRAM_FAULT || ending == PROGRAM_MISSING) {
        Text text = {0};
        char what[sizeof log->head->fault];
        memcpy(what, log->head->fault, sizeof what);
        what[sizeof what - 1] = '\0';
        add_place(build, symbols, log, &text);
        text_add(&text, "%s", what);
        error_set(error, ERROR_FAILED, "%.500s", text.text);
        text_free(&text);
        return false;
    }
    return refuse_end(options, build, log, result, error);
}

static bool check_launches(const ProgramOptions *options, const Log *log,
                           Error *error)
{
    const char *name = options->files[0];
    uint32_t launches = log->head->launches;

    if (log->head->recorded > 0)
        return true;
    if (launches == 0)
        return error_set(error, ERROR_USAGE,
                         "%.200s ran to its end and launched no kernel", name);
    if (options->launch)
        return error_set(error, ERROR_USAGE,
                         "%.200s made %u launches, and --launch asks for "
                         "number %u",
                         name, launches, options->launch);
    return error_set(error, ERROR_USAGE,
                     "%.200s launched no kernel called %.100s", name,
                     options->kernel ? options->kernel : "?");
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

static Trace *make_trace(const ProgramOptions *options, const Build *build,
                         Symbols *symbols, const LocalTable *locals,
                         const Log *log, Error *error)
{
    ProgramSource *sources = base_alloc(build->sources_count, sizeof *sources);
    char *command = command_of(options);
    ProgramSymbols lines = {.line = line_of, .user = symbols};
    ProgramFacts facts = {.sources = sources,
                          .sources_count = build->sources_count,
                          .command = command,
                          .compiler = build->compiler,
                          .locals = locals};

    for (size_t i = 0; i < build->sources_count; ++i)
        sources[i] =
            (ProgramSource){build->sources[i].name, build->sources[i].text};
    Trace *trace = program_trace(log->head, log->bytes, &lines, &facts, error);
    if (trace &&
        !trials_add_sums(trace, log->head, log->bytes, &lines, &facts, error)) {
        trace_free(trace);
        trace = NULL;
    }
    free(command);
    free(sources);
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
                           Log *log, Error *error)
{
    ChildResult result;
    Trace *trace = NULL;
    Symbols *symbols = symbols_open(build->program, error);

    if (!symbols)
        return NULL;
    LocalTable locals = find_locals(build, symbols);
    bool ran = log_new(log, options, &locals, error) &&
               run(options, build, log, &result, error) && log_map(log, error);
    build_clear(build); /* what follows may take a while */
    if (ran && check_end(options, build, symbols, log, &result, error) &&
        check_launches(options, log, error))
        trace = make_trace(options, build, symbols, &locals, log, error);
    locals_free(&locals);
    symbols_free(symbols);
    return trace;
}

Trace *program_record(const ProgramOptions *options, Error *error)
{
    Build build = {0};
    Log log = {.file = -1};
    Trace *trace = NULL;

    interrupt_catch();
    if (build_make(&build, options->files, options->files_count, error))
        trace = run_and_read(options, &build, &log, error);
    log_free(&log);
    build_free(&build);
    interrupt_release();
    interrupt_obey();
    return trace;
}
