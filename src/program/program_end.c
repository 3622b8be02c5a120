/* SPDX-License-Identifier: MIT */
#include "program/program_run.h"

#include "program/log_reader.h"
#include "trace/limits.h"
#include "util/printable.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where ----------------------------------------------------------------*/

/* A line of the user's files; line 0: not known. */
typedef struct {
    size_t source;
    uint32_t line;
} Place;

/* *PLACE becomes that of the call that returns to PC; false if that is in none
 * of the user's files. */
static bool find_line(const Build *build, const Symbols *symbols, uint64_t pc,
                      Place *place)
{
    const char *file;
    uint32_t line;

    if (!symbols_line(symbols, pc - 1, &file, &line))
        return false;
    for (size_t s = 0; s < build->sources_count; ++s) {
        const char *name = build->sources[s].name;
        size_t length = strlen(file), more = strlen(name);
        if (length < more || strcmp(file + length - more, name) != 0)
            continue;
        *place = (Place){s, line};
        return true;
    }
    return false;
}

/* That of the first of FRAMES that is in the user's files. */
static Place find_frame(const Build *build, const Symbols *symbols,
                        const uint64_t frames[PROGRAM_DEPTH])
{
    Place place = {0};

    for (uint32_t i = 0; i < PROGRAM_DEPTH && frames[i]; ++i)
        if (find_line(build, symbols, frames[i], &place))
            break;
    return place;
}

/* Appends "FILE:LINE: "; nothing if the line is not known. */
static void add_place(const Build *build, Place place, Text *text)
{
    if (place.line)
        text_add(text, "%s:%u: ", build->sources[place.source].name,
                 place.line);
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

    add_place(build, find_frame(build, symbols, head->short_frames), &place);
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

/* True if the program did not end within its time. */
static bool was_late(const ProgramRun *run)
{
    return run->result.ending == CHILD_LATE ||
           run->head->ending == PROGRAM_LATE;
}

/* Appends "30 s of processor time". */
static void add_limit(const ProgramRun *run, Text *text)
{
    uint32_t used = run->head->used_time;

    text_add(text, "%u s of processor time",
             used ? (used + 500) / 1000 : PROGRAM_PROCESSOR_SECONDS);
}

/* True if what was going on when the time was over, one launch or the host's
 * code behind it, took much of the time. */
static bool took_long(const ProgramLog *head)
{
    return head->launch_time >= head->used_time / 2;
}

/* Appends where the time went, and what to do about that. */
static void add_where(const ProgramLog *head, Text *text)
{
    const char *kernel = head->running_name;

    if (head->ending != PROGRAM_LATE)
        text_add(text, "; give it less to do, or look for threads that wait "
                       "for ever");
    else if (head->launches == 0)
        text_add(text, ", and makes no launch before; look for a loop that "
                       "does not end, or give it less to do");
    else if (head->is_trial)
        text_add(text,
                 ": launch %u, %s, is run again on random inputs; give it "
                 "fewer elements",
                 head->running, kernel);
    else
        text_add(text,
                 took_long(head)
                     ? ": its host code is busy behind launch %u; look for a "
                       "loop that does not end, record one launch with "
                       "--launch, or give it fewer elements"
                     : ", and it has made %u of its launches; record one "
                       "launch with --launch, or give it fewer elements",
                 head->launches);
}

/* True if one launch of the kernel took most of the time. */
static bool is_launch_late(const ProgramLog *head)
{
    return head->ending == PROGRAM_LATE && head->running && !head->is_trial &&
           took_long(head);
}

/* False, with ERROR: the time of the program was over.  PLACE: see add_place.
 */
static bool refuse_late(const char *name, const ProgramRun *run,
                        const char *place, Error *error)
{
    const ProgramLog *head = run->head;
    const char *thread = head->fault;
    Text limit = {0}, where = {0};

    if (run->result.waited)
        return error_set(error, ERROR_FAILED,
                         "%.200s%.200s has waited for %d s; look for threads "
                         "that wait for ever, or for input that does not come",
                         place, name, PROGRAM_WAITING_SECONDS);
    add_limit(run, &limit);
    if (is_launch_late(head)) {
        error_set(error, ERROR_FAILED,
                  "%.200s%.120s still runs when the time is over, after %s, in "
                  "launch %u; look for a loop that does not end, or give it "
                  "fewer elements",
                  place, thread[0] ? thread : "the kernel", limit.text,
                  head->running);
    } else { /* of many launches it does not matter where one was */
        add_where(head, &where);
        error_set(error, ERROR_FAILED,
                  "%.120s%.120s does not end within %s%.200s",
                  head->running || !took_long(head) ? "" : place, name,
                  limit.text, where.text);
    }
    text_free(&limit);
    text_free(&where);
    return false;
}

/* The same of the room for the log. */
static bool refuse_full(const char *name, const ProgramRun *run,
                        const char *place, Error *error)
{
    const ProgramLog *head = run->head;
    Text where = {0};

    if (head->running)
        text_add(&where, ", in launch %u, %s%s", head->running,
                 head->running_name,
                 head->cut ? ", of which the first are shown" : "");
    error_set(
        error, ERROR_FAILED,
        "%.120s%.120s makes more accesses than can be recorded%.110s; look "
        "for a loop that does not end, %s",
        place, name, where.text ? where.text : "",
        log_advice(head, run->bytes));
    text_free(&where);
    return false;
}

/* PLACE: see add_place. */
static bool refuse_end(const ProgramOptions *options, const ProgramRun *run,
                       const char *place, Error *error)
{
    const ChildResult *result = &run->result;
    const char *name = options->files[0];

    if (was_late(run))
        return refuse_late(name, run, place, error);
    if (result->ending == CHILD_WROTE)
        return error_set(error, ERROR_FAILED,
                         "%.200s was ended because the disk of its temporary "
                         "files was filling up; give it less to write",
                         name);
    if (result->ending == CHILD_GREW)
        return error_set(error, ERROR_FAILED,
                         "%.200s was ended because it used more than %d GB of "
                         "memory, with what it shares; give it less to do",
                         name, PROGRAM_GIGABYTES);
    if (result->ending == CHILD_STOPPED)
        return error_set(error, ERROR_FAILED,
                         "%.200s waits for the terminal, and Upsweep runs in "
                         "the background; run Upsweep in the foreground, or "
                         "give the program a file with <",
                         name);
    if (run->head->ending == PROGRAM_FULL)
        return refuse_full(name, run, place, error);
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

bool program_end_keep_complete(const ProgramRun *run)
{
    ProgramLog *head = run->head;

    head->cut = 0;
    if (head->complete == 0 || head->complete_bytes < sizeof *head ||
        head->complete_bytes > head->used)
        return false;
    head->used = head->complete_bytes;
    head->recorded = head->complete;
    return true;
}

bool program_end_keep(const ProgramRun *run)
{
    const ProgramLog *head = run->head;

    if (lacked_memory(run))
        return false;
    return ended_behind(run) ||
           (head->cut && head->recorded > head->complete) ||
           program_end_keep_complete(run);
}

/* Appends that a launch which did wrong is not recorded. */
static void add_unrecorded(const ProgramLog *head, Text *text)
{
    if (head->running && !head->is_recorded)
        text_add(text,
                 "; launch %u is not recorded: --launch %u shows its steps",
                 head->running, head->running);
}

bool program_end_check(const ProgramOptions *options, const Build *build,
                       const Symbols *symbols, const ProgramRun *run,
                       Error *error)
{
    uint32_t ending = run->head->ending;
    Text place = {0};
    bool good = false;

    add_place(build, find_frame(build, symbols, run->head->fault_frames),
              &place);
    if (ending == PROGRAM_FAULT || ending == PROGRAM_MISSING) {
        text_add(&place, "%s", run->head->fault);
        add_unrecorded(run->head, &place);
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

bool program_end_is_fault(const ProgramRun *run)
{
    uint32_t ending = run->head->ending;

    if (lacked_memory(run) || was_late(run) || ending == PROGRAM_MISSING)
        return false;
    return ending == PROGRAM_FAULT ||
           (ending != PROGRAM_FULL && run->result.ending == CHILD_SIGNAL);
}

/* False, with ERROR: the program made no launch, or none that could be made. A
 * program that does not end well has said why, or knows. */
static bool refuse_no_launch(const char *name, const ProgramRun *run,
                             Error *error)
{
    char *refusal = printable_line(run->head->refusal),
         end[40] = "ran to its end";
    bool refused = run->head->refused > 0;

    if (run->result.ending == CHILD_ENDED && run->result.number != 0)
        snprintf(end, sizeof end, "ended with exit status %d",
                 run->result.number);
    error_set(error, ERROR_USAGE, "%.200s %s and launched no kernel%s%.300s",
              name, end, refused ? ": " : "", refused ? refusal : "");
    free(refusal);
    return false;
}

bool program_end_check_launches(const ProgramOptions *options,
                                const ProgramRun *run, Error *error)
{
    const char *name =
        options->files_count ? options->files[0] : options->arguments[0];
    uint32_t launches = run->head->launches;

    if (run->head->recorded > 0)
        return true;
    if (launches == 0)
        return refuse_no_launch(name, run, error);
    if (options->launch)
        return error_set(error, ERROR_USAGE,
                         "%.200s made %u launches, and --launch asks for "
                         "number %u",
                         name, launches, options->launch);
    return error_set(error, ERROR_USAGE,
                     "%.200s launched no kernel called %.100s", name,
                     options->kernel ? options->kernel : "?");
}

/* ---- What the trace tells of it -------------------------------------------*/

/* What is noted of COUNT calls that were refused and nobody asked: PLACE, what
 * the first one did and what asks; NULL: there are none.  Free it. */
static char *unasked(uint32_t count, Text *place, const char *what,
                     const char *asks)
{
    char *line = printable_line(what);

    if (count > 0)
        text_add(place, "%s", line);
    if (count > 1)
        text_add(place, ", and %u more are refused", count - 1);
    if (count > 0)
        text_add(place, "; the program does not ask for the error%s", asks);
    free(line);
    return place->text;
}

/* Notes in the trace of RUN the launch and the other call that were refused. */
static void note_refusals(Trace *trace, const Build *build,
                          const Symbols *symbols, const ProgramRun *run)
{
    const ProgramLog *head = run->head;
    Text launch = {0}, call = {0};

    if (head->uncopied > 0)
        add_place(build, find_frame(build, symbols, head->copy_frames), &call);
    trace->run.refused =
        unasked(head->unasked, &launch, head->refusal, " (cudaGetLastError)");
    trace->run.uncopied = unasked(head->uncopied, &call, head->copy, "");
}

/* Notes in the trace of RUN what C++ leaves undefined, of each place once. */
static void note_operations(Trace *trace, const Build *build,
                            const Symbols *symbols, const ProgramRun *run)
{
    Text text = {0};

    for (size_t i = 0; i < PROGRAM_OPERATIONS; ++i) {
        const ProgramOperation *operation = &run->head->operations[i];
        const uint64_t frames[PROGRAM_DEPTH] = {operation->pc};
        if (!operation->pc)
            break;
        char *line = printable_line(operation->what);
        text_add(&text, "%s", text.length ? "; " : "");
        add_place(build, find_frame(build, symbols, frames), &text);
        text_add(&text, "%s", line);
        free(line);
    }
    if (text.length)
        text_add(&text, " (undefined in C++)");
    trace->run.arithmetic = text.text;
}

/* Notes in the trace of RUN that the program ended early, as WHY says; "": it
 * did not. */
static void note_end(Trace *trace, const Build *build, const Symbols *symbols,
                     const ProgramRun *run, const char *why)
{
    Place place = find_frame(build, symbols, run->head->fault_frames);

    if (!why[0])
        return;
    trace->run.ended = printable_line(why);
    trace->run.unfinished = run->head->cut != 0;
    trace->failed = !ended_behind(run);
    if (place.line > 0 && place.line <= LIMITS_LINES) {
        trace->run.ended_line = place.line;
        trace->run.ended_source = (uint32_t)place.source;
    }
}

void program_end_note(Trace *trace, const Build *build, const Symbols *symbols,
                      const ProgramRun *run, const char *why)
{
    note_refusals(trace, build, symbols, run);
    note_operations(trace, build, symbols, run);
    note_end(trace, build, symbols, run, why);
    if (!why[0] && run->result.ending == CHILD_ENDED)
        trace->run.returned = (uint32_t)run->result.number & UINT8_MAX;
}
