/* SPDX-License-Identifier: MIT */
#include "program/program.h"

#include "program/locals.h"
#include "program/program_run.h"
#include "program/program_trace.h"
#include "program/symbols.h"
#include "program/whole_runs.h"
#include "trace/limits.h"
#include "util/interrupt.h"
#include "util/printable.h"

#include <stdlib.h>
#include <string.h>

bool program_visit(const char *const files[], int count,
                   void (*take)(void *user, const char *name, const char *text),
                   void *user, Error *error)
{
    Build build = {0};
    bool good = build_read(&build, files, count, error);

    for (size_t i = 0; good && i < build.sources_count; ++i)
        take(user, build.sources[i].name, build.sources[i].text);
    build_free(&build);
    return good;
}

const char *program_may(void)
{
    return sandbox_says();
}

bool program_check(const char *name, Error *error)
{
    return sandbox_check(name, error);
}

/* ---- What went wrong ------------------------------------------------------*/

/* The record of the site of a fault; NULL: it has none. */
static const ProgramSite *fault_site(const ProgramRun *run)
{
    uint64_t at = sizeof(ProgramLog);

    while (run->head->fault_site && at + sizeof(ProgramSite) <= run->bytes) {
        const ProgramRecord *record =
            (const void *)((const char *)run->head + at);
        const ProgramSite *site = (const void *)record;
        if (record->bytes < sizeof *record || record->bytes % 8 != 0)
            break;
        if (record->kind == RECORD_SITE &&
            site->id + 1 == run->head->fault_site)
            return site;
        at += record->bytes;
    }
    return NULL;
}

/* Appends "FILE:LINE: " of the code behind the return address PC, which called
 * the function that CALLEE lies in (0: none); false if that is in none of the
 * user's files. */
static bool add_line(const Build *build, const Symbols *symbols, uint64_t pc,
                     uint64_t callee, Text *text)
{
    const char *file;
    uint32_t line;

    if (!symbols_line(symbols, pc - 1, callee, &file, &line))
        return false;
    for (size_t s = 0; s < build->sources_count; ++s) {
        const char *name = build->sources[s].name;
        size_t length = strlen(file), more = strlen(name);
        if (length < more || strcmp(file + length - more, name) != 0)
            continue;
        text_add(text, "%s:%u: ", name, line);
        return true;
    }
    return false;
}

/* The same of the first of FRAMES that is in the user's files. */
static void add_frame(const Build *build, const Symbols *symbols,
                      const uint64_t frames[PROGRAM_DEPTH], Text *text)
{
    for (uint32_t i = 0; i < PROGRAM_DEPTH && frames[i]; ++i)
        if (add_line(build, symbols, frames[i], i > 0 ? frames[i - 1] - 1 : 0,
                     text))
            return;
}

/* The same of the innermost frame in the user's files where the program was
 * ended; nothing if that is not known. */
static void add_place(const Build *build, const Symbols *symbols,
                      const ProgramRun *run, Text *text)
{
    const ProgramSite *site = fault_site(run);

    for (uint32_t i = site && site->depth <= PROGRAM_DEPTH ? site->depth : 0;
         i-- > 0;)
        if (add_line(build, symbols, site->frames[i],
                     i + 1 < site->depth ? site->frames[i + 1] - 1 : 0, text))
            return;
    add_frame(build, symbols, run->head->fault_frames, text);
}

/* True if the program was not given memory that it asked for, and then did not
 * end well. */
static bool lacked_memory(const ProgramRun *run)
{
    return run->head->short_bytes > 0 &&
           (run->result.ending != CHILD_ENDED || run->result.number != 0);
}

/* False, with ERROR; WHY is how the program ended then, or empty. */
static bool refuse_short(const ProgramOptions *options, const Build *build,
                         const Symbols *symbols, const ProgramRun *run,
                         const char *why, Error *error)
{
    const ProgramLog *head = run->head;
    Text place = {0};

    add_frame(build, symbols, head->short_frames, &place);
    error_set(
        error, ERROR_FAILED,
        "%.200s%.60s asks for %llu MB of memory when its arrays have %llu "
        "MB, and a program may have %d GB in all: it is given none, and "
        "gives up%s%.250s; give it less to do",
        place.text ? place.text : "", options->files[0],
        (unsigned long long)(head->short_bytes >> 20),
        (unsigned long long)(head->short_used >> 20), PROGRAM_GIGABYTES,
        why[0] ? ": " : "", why);
    text_free(&place);
    return false;
}

/* PLACE: see add_place. */
static bool refuse_end(const ProgramOptions *options, const ProgramRun *run,
                       const char *place, Error *error)
{
    const ChildResult *result = &run->result;
    const char *name = options->files[0];

    if (result->ending == CHILD_LATE)
        return error_set(
            error, ERROR_FAILED,
            "%.200s%.200s does not end within %d s of processor time, or "
            "%d s; give it less to do, or look for threads that "
            "wait for ever",
            place, name, PROGRAM_PROCESSOR_SECONDS, PROGRAM_RUN_SECONDS);
    if (result->ending == CHILD_WROTE)
        return error_set(error, ERROR_FAILED,
                         "%.200s was ended because the disk of its temporary "
                         "files was filling up; give it less to write",
                         name);
    if (run->head->ending == PROGRAM_FULL)
        return error_set(
            error, ERROR_FAILED,
            "%.200s makes more accesses than can be recorded; look "
            "for a loop that does not end, record fewer blocks "
            "with --block-range, or give it less to do",
            name);
    if (result->ending == CHILD_SIGNAL)
        return error_set(error, ERROR_FAILED,
                         "%.200s%.200s was ended by signal %d (%s) in its host "
                         "code",
                         place, name, result->number,
                         strsignal(result->number));
    return true;
}

/* True if the program was ended by a signal in its host code, as assert and
 * abort do, when each launch that it recorded was complete. */
static bool ended_behind(const ProgramRun *run)
{
    const ProgramLog *head = run->head;

    return !lacked_memory(run) && run->result.ending == CHILD_SIGNAL &&
           head->ending == PROGRAM_RUNS && head->recorded > 0 &&
           head->complete == head->recorded;
}

/* False, with ERROR, if the program did not come to its end.  What is complete
 * is kept all the same, if the error is that of ended_behind. */
static bool check_end(const ProgramOptions *options, const Build *build,
                      const Symbols *symbols, const ProgramRun *run,
                      Error *error)
{
    uint32_t ending = run->head->ending;
    Text place = {0};
    bool good = false;

    add_place(build, symbols, run, &place);
    if (ending == PROGRAM_FAULT || ending == PROGRAM_MISSING) {
        char what[sizeof run->head->fault];
        memcpy(what, run->head->fault, sizeof what);
        what[sizeof what - 1] = '\0';
        text_add(&place, "%s", what);
        error_set(error, ERROR_FAILED, "%.500s", place.text);
    } else {
        good = refuse_end(options, run, place.text ? place.text : "", error);
    }
    if (lacked_memory(run)) {
        Text why = {0};
        text_add(&why, "%s", good ? "" : error->text);
        good = refuse_short(options, build, symbols, run,
                            why.text ? why.text : "", error);
        text_free(&why);
    }
    text_free(&place);
    return good;
}

/* "a.cu:12: add does not run: ..."; the caller frees it. */
static char *refusal_of(const ProgramRun *run)
{
    char text[sizeof run->head->refusal];

    memcpy(text, run->head->refusal, sizeof text);
    text[sizeof text - 1] = '\0';
    return printable_line(text);
}

/* False, with ERROR: no launch of the program could be made. */
static bool refuse_launches(const char *name, const ProgramRun *run,
                            Error *error)
{
    char *refusal = refusal_of(run);

    error_set(error, ERROR_USAGE,
              "%.200s ran to its end and launched no kernel: %.300s", name,
              refusal);
    free(refusal);
    return false;
}

static bool check_launches(const ProgramOptions *options, const ProgramRun *run,
                           Error *error)
{
    const char *name = options->files[0];
    uint32_t launches = run->head->launches;

    if (run->head->recorded > 0)
        return true;
    if (launches == 0 && run->head->refused > 0)
        return refuse_launches(name, run, error);
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

/* Notes whose fault it is if nothing comes of what follows. */
static void blame(const ProgramOptions *options, bool program)
{
    if (options->at_fault)
        *options->at_fault = program;
}

/* ---- The trace ------------------------------------------------------------*/

static bool line_of(void *user, uint64_t pc, uint64_t callee, const char **file,
                    uint32_t *line)
{
    return symbols_line(user, pc, callee, file, line);
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

/* Notes in the trace of RUN that a launch was refused and nobody asked. */
static void note_refusal(Trace *trace, const ProgramRun *run)
{
    const ProgramLog *head = run->head;
    char *refusal = refusal_of(run);
    Text text = {0};

    if (head->unasked > 0) {
        text_add(&text, "%s", refusal);
        if (head->unasked > 1)
            text_add(&text, ", and %u more are refused", head->unasked - 1);
        text_add(&text, "; the program does not ask for the error "
                        "(cudaGetLastError)");
    }
    trace->refused = text.text;
    free(refusal);
}

/* The trace of RUN, with what the program computes. */
static Trace *make_trace(const ProgramOptions *options, Build *build,
                         Symbols *symbols, const LocalTable *locals,
                         const ProgramRun *run, Error *error)
{
    ProgramSource *sources = base_alloc(build->sources_count, sizeof *sources);
    char *command = command_of(options);
    ProgramSymbols lines = {.line = line_of, .user = symbols};
    ProgramOutputs outputs[LIMITS_GRIDS];
    ProgramWords *words = base_alloc(1, sizeof *words);
    ProgramFacts facts = {.sources = sources,
                          .sources_count = build->sources_count,
                          .command = command,
                          .compiler = build->compiler,
                          .locals = locals,
                          .words = words,
                          .outputs = outputs};
    TrialLog log = {run->head, run->bytes};
    WholeRuns whole = {0};

    for (size_t i = 0; i < build->sources_count; ++i)
        sources[i] =
            (ProgramSource){build->sources[i].name, build->sources[i].text};
    Trace *trace = program_trace(run->head, run->bytes, &lines, &facts, error);
    if (trace) {
        note_refusal(trace, run);
        blame(options, false);
    }
    bool good = trace && whole_runs_make(&whole, options, build, run, error);
    build_clear(build); /* what follows may take a while */
    if (good)
        blame(options, true);
    if (good && !options->every)
        good = trials_add_sums(trace, &log, whole_runs_trials(&whole), &lines,
                               &facts, error);
    if (!good) {
        trace_free(trace);
        trace = NULL;
    }
    whole_runs_free(&whole);
    free(words->places);
    free(words);
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
                           Error *error)
{
    ProgramRun run = {.log.file = -1};
    Trace *trace = NULL;
    Symbols *symbols = symbols_open(build->program, error);

    if (!symbols)
        return NULL;
    for (size_t i = 0; i < build->sources_count; ++i)
        symbols_add_source(symbols, build->sources[i].name,
                           build->sources[i].text);
    LocalTable locals = find_locals(build, symbols);
    if (build_furnish(build, options->arguments, options->arguments_count,
                      error) &&
        program_run(options, build, symbols, &locals, &run, error)) {
        blame(options, true);
        Error ended = {.text = ""};
        if (!check_end(options, build, symbols, &run, &ended) &&
            !ended_behind(&run))
            *error = ended;
        else if (check_launches(options, &run, error))
            trace = make_trace(options, build, symbols, &locals, &run, error);
        if (trace && ended.text[0])
            trace->ended = base_strdup(ended.text);
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
    blame(options, false);
    if (!program_run_fits(error))
        trace = NULL;
    else if (build_make(&build, options->files, options->files_count, error))
        trace = run_and_read(options, &build, error);
    else
        blame(options, error->kind == ERROR_USAGE);
    build_free(&build);
    interrupt_release();
    interrupt_obey();
    return trace;
}
