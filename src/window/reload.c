/* SPDX-License-Identifier: MIT */
#include "window/reload.h"

#include "cli/consent.h"
#include "cli/request.h"
#include "program/background.h"
#include "program/compiler.h"
#include "program/watch.h"
#include "trace/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds between two looks at a process that works. */
static const double often = 0.02;

typedef struct {
    const Options *options;
    int operand;
    Watch *watch; /* NULL: the operand is no program */
    Background *job;
    FILE *list;   /* what the job has read, to be watched; NULL: nobody knows */
    bool saved;   /* and to be recorded, once JOB has ended */
    Trace *fresh; /* recorded, and not shown yet */
    ReloadFault fault; /* of its last version; title NULL: none */
} Program;

struct Reload {
    Wanted *wanted; /* what is opened; NULL: the operands are the caller's */
    Trace *read[PLAYER_MAX_TRACES]; /* what is opened and is no program */
    bool opens;                     /* nothing of it is shown yet */
    bool keeps;                     /* it is shown at the same place */
    Program programs[PLAYER_MAX_TRACES];
    int count;
    bool waits; /* something was recorded, or failed, and is not reported yet */
    bool started; /* CHANGES is the session's */
    uint64_t changes;
    bool again;         /* what was saved last is shown */
    ReloadFault cannot; /* show what was recorded; title NULL: one can */
};

/* ---- Faults ---------------------------------------------------------------*/

static void fault_clear(ReloadFault *fault)
{
    free(fault->title);
    free(fault->lines);
    *fault = (ReloadFault){0};
}

static bool ends_in(const char *text, const char *ending)
{
    size_t length = strlen(text), more = strlen(ending);

    return length >= more && strcmp(text + length - more, ending) == 0;
}

/* Of a source that does not compile: that, and what the compiler SAID. */
static ReloadFault fault_of(const Error *error, const char *said)
{
    bool compiler = ends_in(error->text, TOOL_SAID_WHY);
    ReloadFault fault = {.title = printable_line(error->text),
                         .lines = printable_lines(compiler ? said : "")};
    char *end = compiler ? strrchr(fault.title, ';') : NULL;

    if (end)
        *end = '\0';
    return fault;
}

/* ---- Recording ------------------------------------------------------------*/

static const char *name_of(const Program *program)
{
    return base_name(program->options->operands[program->operand]);
}

/* In another process. */
static bool record_one(void *user, int file, Error *error)
{
    Program *program = user;
    Options options = *program->options;
    options.follows = true;
    const Snapshot *snapshot =
        consent_snapshot(&options, program->operand, error);

    if (snapshot && program->list) {
        watch_follow(program->watch, snapshot);
        watch_send(program->watch, program->list);
    }
    Trace *trace =
        snapshot ? request_program(&options, program->operand, NULL, error)
                 : NULL;

    return trace && store_send(trace, file, name_of(program), error);
}

static void start(Program *program)
{
    Error error;

    program->saved = false;
    program->list = tmpfile();
    program->job = background_start(record_one, program, &error);
    if (program->job)
        return;
    fault_clear(&program->fault);
    program->fault = fault_of(&error, "");
}

static void take(Program *program)
{
    Error error;
    Trace *trace = background_good(program->job, &error)
                       ? store_receive(background_file(program->job),
                                       name_of(program), &error)
                       : NULL;

    fault_clear(&program->fault);
    trace_free(program->fresh);
    program->fresh = trace;
    if (trace)
        request_expect(program->options, trace);
    else
        program->fault = fault_of(&error, background_said(program->job));
    if (trace && trace_ended(trace))
        program->fault = (ReloadFault){.title = base_strdup(trace_ended(trace)),
                                       .lines = base_strdup(""),
                                       .ended = true};
}

/* Watches what the job has read. */
static void end_list(Program *program)
{
    if (program->list) {
        watch_receive(program->watch, program->list);
        fclose(program->list);
    }
    program->list = NULL;
}

/* Starts and ends what is to be done for a program.  A version that was saved
 * while an older one is recorded ends that.  True if there is news. */
static bool go_on(Reload *reload, Program *program, double seconds)
{
    bool news = false;

    if (watch_saved(program->watch, seconds)) {
        program->saved = news = true;
        reload->again = false;
    }
    if (program->job && program->saved)
        background_stop(program->job);
    if (program->job && background_ended(program->job)) {
        end_list(program);
        if (!program->saved) {
            take(program);
            reload->waits = news = true;
        }
        background_free(program->job);
        program->job = NULL;
    }
    if (!program->job && program->saved) {
        start(program);
        reload->waits |= !program->job;
    }
    return news;
}

/* ---- Showing --------------------------------------------------------------*/

static bool works(const Reload *reload)
{
    for (int t = 0; t < reload->count; ++t)
        if (reload->programs[t].job || reload->programs[t].saved)
            return true;
    return false;
}

/* Shows all that was recorded.  Where one program fails, another may compare
 * only with its next version, which is waited for. */
static ReloadEvent show(Reload *reload, Session *session)
{
    Trace *fresh[PLAYER_MAX_TRACES] = {NULL};
    bool fails = false, some = false;
    Error error;

    reload->waits = false;
    fault_clear(&reload->cannot);
    for (int t = 0; t < reload->count; ++t) {
        fresh[t] = reload->programs[t].fresh;
        some |= fresh[t] != NULL;
        fails |= reload->programs[t].fault.title != NULL &&
                 !reload->programs[t].fault.ended;
    }
    if (some &&
        session_replace(session, fresh, session->player.count, &error)) {
        for (int t = 0; t < reload->count; ++t)
            reload->programs[t].fresh = NULL;
        reload->changes = session->changes;
        reload->again = true;
        return RELOAD_SHOWN;
    }
    if (some && !fails)
        reload->cannot = fault_of(&error, "");
    return RELOAD_FAILED;
}

/* Shows what was opened. */
static ReloadEvent show_opened(Reload *reload, Session *session)
{
    Trace *traces[PLAYER_MAX_TRACES];
    Error error;

    reload->waits = false;
    fault_clear(&reload->cannot);
    for (int t = 0; t < reload->count; ++t) {
        const Program *program = reload->programs + t;
        traces[t] = program->watch ? program->fresh : reload->read[t];
        if (!traces[t])
            return RELOAD_FAILED;
    }
    const Options *options = &reload->wanted->options;
    if (!(reload->keeps ? session_replace : session_show)(session, traces,
                                                          reload->count,
                                                          &error)) {
        reload->cannot = fault_of(&error, "");
        return RELOAD_FAILED;
    }
    for (int t = 0; t < reload->count; ++t)
        reload->programs[t].fresh = reload->read[t] = NULL;
    session_ask(session, options);
    reload->opens = false;
    reload->changes = session->changes;
    return RELOAD_SHOWN;
}

static void program_free(Program *program)
{
    watch_free(program->watch);
    background_free(program->job);
    if (program->list)
        fclose(program->list);
    trace_free(program->fresh);
    fault_clear(&program->fault);
    *program = (Program){0};
}

static void forget_all(Reload *reload)
{
    /* All at once, so that they end at the same time. */
    for (int t = 0; t < reload->count; ++t)
        if (reload->programs[t].job)
            background_stop(reload->programs[t].job);
    for (int t = 0; t < reload->count; ++t)
        program_free(reload->programs + t);
    fault_clear(&reload->cannot);
    reload->count = 0;
}

ReloadEvent reload_tick(Reload *reload, Session *session, double seconds)
{
    bool news = false;

    if (reload->started && !reload->opens &&
        session->changes != reload->changes) {
        bool told = reload->count > 0;
        forget_all(reload);
        return told ? RELOAD_TOLD : RELOAD_NOTHING;
    }
    reload->started = true;
    reload->changes = session->changes;
    for (int t = 0; t < reload->count; ++t)
        if (reload->programs[t].watch)
            news |= go_on(reload, reload->programs + t, seconds);
    if (reload->waits && !works(reload))
        return reload->opens ? show_opened(reload, session)
                             : show(reload, session);
    return news ? RELOAD_TOLD : RELOAD_NOTHING;
}

double reload_due(const Reload *reload)
{
    double due = -1;

    if (reload->waits && !works(reload))
        return 0;
    for (int t = 0; t < reload->count; ++t) {
        const Program *program = reload->programs + t;
        double its = !program->watch  ? -1
                     : program->job   ? often
                     : program->saved ? 0
                                      : watch_due(program->watch);
        if (its >= 0 && (due < 0 || its < due))
            due = its;
    }
    return due;
}

/* ---- Opening and closing --------------------------------------------------*/

Reload *reload_new(const Options *options)
{
    Reload *reload = NULL;

    for (int i = 0; i < options->operands_count && i < PLAYER_MAX_TRACES; ++i) {
        int first = options->programs[i].first;
        int count = options->programs[i].count;
        if (count == 0)
            continue;
        if (!reload)
            reload = base_alloc(1, sizeof *reload);
        reload->count = i + 1;
        reload->programs[i] =
            (Program){.options = options,
                      .operand = i,
                      .watch = watch_new(options->sources + first, count)};
        const Snapshot *snapshot = consent_read(options, i);
        if (snapshot)
            watch_follow(reload->programs[i].watch, snapshot);
    }
    return reload;
}

static bool read_traces(Reload *reload, Error *error)
{
    const Options *options = &reload->wanted->options;

    if (options->operands_count > PLAYER_MAX_TRACES)
        return error_set(error, ERROR_USAGE,
                         "needs 1 to %d programs or traces, got %d",
                         PLAYER_MAX_TRACES, options->operands_count);
    for (int i = 0; i < options->operands_count; ++i)
        if (options->programs[i].count == 0 &&
            !(reload->read[i] = store_read(options->operands[i], error)))
            return false;
    return true;
}

Reload *reload_open(Wanted *wanted, bool keeps, Error *error)
{
    Reload *reload = reload_new(&wanted->options);

    if (!reload)
        reload = base_alloc(1, sizeof *reload);
    reload->wanted = wanted;
    if (!read_traces(reload, error)) {
        reload_free(reload);
        return NULL;
    }
    reload->opens = reload->waits = true;
    reload->keeps = keeps;
    reload->count = wanted->options.operands_count;
    for (int t = 0; t < reload->count; ++t)
        reload->programs[t].saved = reload->programs[t].watch != NULL;
    return reload;
}

void reload_free(Reload *reload)
{
    if (!reload)
        return;
    forget_all(reload);
    for (int t = 0; t < PLAYER_MAX_TRACES; ++t)
        trace_free(reload->read[t]);
    wanted_free(reload->wanted);
    free(reload);
}

/* ---- What there is to say -------------------------------------------------*/

/* How many programs are being built, if BUILDS, or else watched; *FIRST is the
 * first of them. */
static int count(const Reload *reload, bool builds, const Program **first)
{
    int found = 0;

    for (int t = reload->count; t-- > 0;) {
        const Program *program = reload->programs + t;
        if (!program->watch || (builds && !program->job && !program->saved))
            continue;
        *first = program;
        ++found;
    }
    return found;
}

static const Program *at_fault(const Reload *reload)
{
    for (int t = 0; t < reload->count; ++t)
        if (reload->programs[t].watch && reload->programs[t].fault.title)
            return reload->programs + t;
    return NULL;
}

static void add_names(const Program *program, int number, Text *text)
{
    if (number > 1)
        text_add(text, "%d programs", number);
    else
        text_add(text, "%s", name_of(program));
}

bool reload_note(const Reload *reload, Text *text)
{
    const Program *program, *fault = at_fault(reload);
    int number = count(reload, true, &program);

    if (number) {
        text_add(text, reload->opens ? "opening " : "building and running ");
        add_names(program, number, text);
        text_add(text, " ...");
        return false;
    }
    if (fault)
        text_add(text,
                 fault->fault.ended      ? "%s ended early"
                 : fault->fault.lines[0] ? "%s does not compile"
                                         : "%s was not recorded",
                 name_of(fault));
    else if (reload->cannot.title)
        text_add(text, "cannot compare");
    else if (reload->again)
        text_add(text, "saved, recorded again");
    else if ((number = count(reload, false, &program))) {
        text_add(text, "watching ");
        add_names(program, number, text);
    }
    return fault || reload->cannot.title;
}

const ReloadFault *reload_fault(const Reload *reload)
{
    const Program *program = at_fault(reload);

    return program                ? &program->fault
           : reload->cannot.title ? &reload->cannot
                                  : NULL;
}
