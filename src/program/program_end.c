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

/* *PLACE becomes the place of the call that returns to PC; false if that is in
 * none of the user's files. */
static bool find_line(const ProgramRun *run, uint64_t pc, Place *place)
{
    const Build *build = run->build;
    const char *file;
    uint32_t line;

    if (!symbols_line(run->symbols, pc - 1, &file, &line))
        return false;
    for (size_t s = 0; s < build->sources_count; ++s)
        if (base_ends_with(file, build->sources[s].name)) {
            *place = (Place){s, line};
            return true;
        }
    return false;
}

/* That of the first of FRAMES that is in the user's files. */
static Place find_frame(const ProgramRun *run,
                        const uint64_t frames[PROGRAM_DEPTH])
{
    Place place = {0};

    for (uint32_t i = 0; i < PROGRAM_DEPTH && frames[i]; ++i)
        if (find_line(run, frames[i], &place))
            break;
    return place;
}

/* Appends "FILE:LINE: " for FRAMES; nothing if the line is not known. */
static void add_place(const ProgramRun *run,
                      const uint64_t frames[PROGRAM_DEPTH], Text *text)
{
    Place place = find_frame(run, frames);

    if (place.line)
        text_add(text, "%s:%u: ", run->build->sources[place.source].name,
                 place.line);
}

static const char *name_of(const ProgramRun *run)
{
    const ProgramOptions *options = run->options;

    return options->files_count ? options->files[0] : options->arguments[0];
}

/* ---- What is refused ------------------------------------------------------*/

/* True if the program was not given memory that it asked for, and then did not
 * end well. */
static bool lacked_memory(const ProgramRun *run)
{
    return run->head->short_bytes > 0 &&
           (run->result.ending != CHILD_ENDED || run->result.number != 0);
}

/* False, with ERROR; WHY is how the program ended then, or empty. */
static bool refuse_short(const ProgramRun *run, const char *why, Error *error)
{
    const ProgramLog *head = run->head;
    Text place = {0};

    add_place(run, head->short_frames, &place);
    error_set(
        error, ERROR_FAILED,
        "%.200s%.60s allocates %llu MB when its arrays have %llu MB, and the "
        "limit is %d GB: the allocation fails%s%.250s; give it less to do",
        place.text ? place.text : "", name_of(run),
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

/* True if what was running when the time was over, one launch or the host's
 * code after it, took much of the time. */
static bool took_long(const ProgramLog *head)
{
    return head->launch_time >= head->used_time / 2;
}

/* Says in TEXT that the time of the program was over, where it went, and what
 * to do about that.  PLACE: see add_place. */
static void tell_late(const ProgramRun *run, const char *place, Text *text)
{
    const ProgramLog *head = run->head;
    bool in_kernel = head->ending == PROGRAM_LATE && head->running &&
                     !head->is_trial && took_long(head);
    uint32_t seconds = head->used_time ? (head->used_time + 500) / 1000
                                       : PROGRAM_PROCESSOR_SECONDS;

    if (run->result.waited) {
        text_add(text,
                 "%.200s%.200s has waited for %d s; look for threads that wait "
                 "forever, or for missing input",
                 place, name_of(run), PROGRAM_WAITING_SECONDS);
        return;
    }
    /* of many launches it does not matter where one was */
    text_add(text, "%.200s%.120s still runs after %u s of processor time",
             in_kernel || (!head->running && took_long(head)) ? place : "",
             in_kernel && head->fault[0] ? head->fault : name_of(run), seconds);
    if (head->ending != PROGRAM_LATE)
        text_add(text, "; give it less to do, or look for threads that wait "
                       "forever");
    else if (head->is_trial)
        text_add(text, ": launch %u, %s, runs again on random inputs",
                 head->running, head->running_name);
    else if (in_kernel)
        text_add(text, ", in launch %u", head->running);
    else if (head->launches)
        text_add(text, ": %s launch %u; record one launch with --launch",
                 took_long(head) ? "its host code runs after"
                                 : "its last launch was",
                 head->launches);
    if (head->ending == PROGRAM_LATE)
        text_add(text, "; look for an endless loop, or give it fewer elements");
}

/* The same of the room for the log. */
static void tell_full(const ProgramRun *run, const char *place, Text *text)
{
    const ProgramLog *head = run->head;

    text_add(text, "%.120s%.120s makes too many accesses to record", place,
             name_of(run));
    if (head->running)
        text_add(text, ", in launch %u, %.60s%s", head->running,
                 head->running_name, head->cut ? " (the first are shown)" : "");
    text_add(text, "; look for an endless loop, " LOG_ADVICE);
}

/* Says in TEXT why the program, at PLACE, did not come to its end; nothing if
 * it did. */
static void tell_end(const ProgramRun *run, const char *place, Text *text)
{
    const ChildResult *result = &run->result;
    const char *name = name_of(run);

    if (was_late(run))
        tell_late(run, place, text);
    else if (result->ending == CHILD_WROTE)
        text_add(text,
                 "%.200s: ended because its temporary files filled the disk; "
                 "let it write less",
                 name);
    else if (result->ending == CHILD_GREW)
        text_add(text,
                 "%.200s: ended because it used more than %d GB of memory; "
                 "give it less to do",
                 name, PROGRAM_GIGABYTES);
    else if (result->ending == CHILD_STOPPED)
        text_add(text, "%.200s" PROGRAM_END_TERMINAL, name);
    else if (run->head->ending == PROGRAM_FULL)
        tell_full(run, place, text);
    else if (result->ending == CHILD_SIGNAL)
        text_add(text,
                 "%.200s%.200s was ended by signal %d (%s) in its host code",
                 place, name, result->number, strsignal(result->number));
}

/* The same of one that did wrong: a launch that is not recorded shows nothing.
 */
static void tell_fault(const ProgramLog *head, const char *place, Text *text)
{
    text_add(text, "%s%s", place, head->fault);
    if (head->running && !head->is_recorded && head->ending == PROGRAM_FAULT)
        text_add(text,
                 "; launch %u was not recorded; --launch %u shows its steps",
                 head->running, head->running);
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

bool program_end_check(const ProgramRun *run, Error *error)
{
    uint32_t ending = run->head->ending;
    Text place = {0}, why = {0};

    add_place(run, run->head->fault_frames, &place);
    text_add(&place, "%s", "");
    if (ending == PROGRAM_STOPPED && run->head->complete > 0)
        program_end_keep_complete(run);
    else if (ending == PROGRAM_FAULT || ending == PROGRAM_MISSING)
        tell_fault(run->head, place.text, &why);
    else
        tell_end(run, place.text, &why);
    bool good = why.length == 0;
    if (lacked_memory(run))
        good = refuse_short(run, good ? "" : why.text, error);
    else if (!good)
        error_set(error, ERROR_FAILED, "%.500s", why.text);
    text_free(&place);
    text_free(&why);
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
static bool refuse_no_launch(const ProgramRun *run, Error *error)
{
    char *refusal = printable_line(run->head->refusal),
         end[40] = "ran to its end";
    bool refused = run->head->refused > 0;

    if (run->result.ending == CHILD_ENDED && run->result.number != 0)
        snprintf(end, sizeof end, "ended with exit status %d",
                 run->result.number);
    error_set(error, ERROR_USAGE, "%.200s: %s and launched no kernel%s%.300s",
              name_of(run), end, refused ? ": " : "", refused ? refusal : "");
    free(refusal);
    return false;
}

bool program_end_check_launches(const ProgramRun *run, Error *error)
{
    const ProgramOptions *options = run->options;
    const char *name = name_of(run);
    uint32_t launches = run->head->launches;

    if (run->head->recorded > 0)
        return true;
    if (launches == 0)
        return refuse_no_launch(run, error);
    if (options->launch)
        return error_set(error, ERROR_USAGE,
                         "%.200s: its last launch is %u, but --launch is %u; "
                         "write a smaller number",
                         name, launches, options->launch);
    return error_set(error, ERROR_USAGE,
                     "%.200s: launched no kernel called %.100s; check the name",
                     name, options->kernel ? options->kernel : "?");
}

/* ---- What the trace says about it -----------------------------------------*/

/* What is noted of COUNT calls that were refused and nobody asked: PLACE, what
 * the first one did and what asks; NULL: there are none.  Free it. */
static char *unasked(uint32_t count, Text *place, const char *what,
                     const char *asks)
{
    char *line = printable_line(what);

    if (count > 0)
        text_add(place, "%s", line);
    if (count > 1)
        text_add(place, " (and %u more)", count - 1);
    if (count > 0)
        text_add(place, "; the program does not check the error%s", asks);
    free(line);
    return place->text;
}

/* Notes in the trace of RUN the launch and the other call that were refused. */
static void note_refusals(Trace *trace, const ProgramRun *run)
{
    const ProgramLog *head = run->head;
    Text launch = {0}, call = {0};

    if (head->uncopied > 0)
        add_place(run, head->copy_frames, &call);
    trace->run.refused =
        unasked(head->unasked, &launch, head->refusal, " (cudaGetLastError)");
    trace->run.uncopied = unasked(head->uncopied, &call, head->copy, "");
}

/* Notes in the trace of RUN what C++ leaves undefined, of each place once. */
static void note_operations(Trace *trace, const ProgramRun *run)
{
    Text text = {0};

    for (size_t i = 0; i < PROGRAM_OPERATIONS; ++i) {
        const ProgramOperation *operation = &run->head->operations[i];
        const uint64_t frames[PROGRAM_DEPTH] = {operation->pc};
        if (!operation->pc)
            break;
        Place place = find_frame(run, frames);
        char *line = printable_line(operation->what);
        text_add(&text, "%s%u %u %s", text.length ? "; " : "",
                 (unsigned)place.source, (unsigned)place.line, line);
        free(line);
    }
    trace->run.arithmetic = text.text;
}

/* Notes in the trace of RUN, which was stopped, where that was. */
static void note_stop(Trace *trace, const ProgramRun *run)
{
    const ProgramLog *head = run->head;
    Text text = {0};

    text_add(&text, "%s%sthe program was stopped after %u s of processor time",
             trace->run.left_out ? trace->run.left_out : "",
             trace->run.left_out ? "; " : "", (head->used_time + 500) / 1000);
    text_add(&text, ", in launch %u or after it", head->running);
    free(trace->run.left_out);
    trace->run.left_out = printable_line(text.text);
    text_free(&text);
}

/* Notes in the trace of RUN that the program ended early, as WHY says; "": it
 * did not. */
static void note_end(Trace *trace, const ProgramRun *run, const char *why)
{
    Place place = find_frame(run, run->head->fault_frames);

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

void program_end_note(Trace *trace, const ProgramRun *run, const char *why)
{
    note_refusals(trace, run);
    note_operations(trace, run);
    note_end(trace, run, why);
    if (run->head->ending == PROGRAM_STOPPED)
        note_stop(trace, run);
    else if (!why[0] && run->result.ending == CHILD_ENDED)
        trace->run.returned = (uint32_t)run->result.number & UINT8_MAX;
}
