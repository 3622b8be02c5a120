/* SPDX-License-Identifier: MIT */
#include "lesson/lesson_stage.h"

#include "analysis/issue_order.h"
#include "cli/command_line.h"
#include "cli/consent.h"
#include "cli/request.h"
#include "lesson/lesson_list.h"
#include "lesson/lesson_fill.h"
#include "program/prebuilt.h"
#include "program/program.h"
#include "program/snapshot.h"
#include "record/input.h"
#include "trace/store.h"
#include "util/atomic_file.h"
#include "util/resources.h"
#include "util/work_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a stop may ask for: a recording on the CPU machine, where each run is
 * the same. */
#define ALLOWED                                                                \
    ((OPTIONS_RUN & ~(OPTION(DEVICE) | OPTION(PLAIN) | OPTION(CXXFLAGS))) |    \
     OPTION(THREAD) | OPTION(EXPECT))

/* The files of a stop's programs, as they are compiled. */
typedef struct {
    const Lesson *lesson;
    const LessonStop *stop;
    char *folder; /* temporary; NULL: none was needed */
    char *paths[LESSON_MOST_WORDS];
    int paths_count;
    bool edited;
    Error *error;
} Files;

static bool wrong(const Files *files, const char *why, const char *what)
{
    return lesson_error(files->lesson, files->stop->show_line, files->error,
                        "show: %.60s: %s", what, why);
}

/* ---- Files -------------------------------------------------------------- */

/* Makes the folder, with the header of the catalog's kernels. */
static bool make_folder(Files *files)
{
    size_t bytes;
    const char *header = resource_find("kernels/scan.h", &bytes);
    Text path = {0};

    if (files->folder)
        return true;
    files->folder = work_folder_new(files->error);
    if (!files->folder)
        return false;
    text_add(&path, "%s/scan.h", files->folder);
    bool good = atomic_file_save(path.text, header, bytes, files->error);
    text_free(&path);
    return good;
}

static void files_free(Files *files)
{
    for (int i = 0; i < files->paths_count; ++i)
        free(files->paths[i]);
    work_folder_free(files->folder);
}

/* The text of the program NAME: beside the lesson, or of Upsweep itself.  Free
 * it; NULL and the error if there is none. */
static char *read_program(const Files *files, const char *name)
{
    char *path = lesson_path(files->lesson, name);
    Text own = {0};
    size_t bytes;
    const char *text = NULL;

    if (path) {
        char *read =
            base_read_file(path, SNAPSHOT_MOST_BYTES, &bytes, files->error);
        free(path);
        if (read)
            return read;
    }
    text_add(&own, "assets/lessons/%s", name);
    text = resource_find(own.text, &bytes);
    text_free(&own);
    if (!text && (strncmp(name, "examples/", 9) == 0 ||
                  strncmp(name, "kernels/", 8) == 0))
        text = resource_find(name, &bytes);
    if (text)
        return base_memdup(text, bytes + 1);
    wrong(files, "there is no such file beside the lesson", name);
    return NULL;
}

/* Makes the one place in TEXT that the stop edits what it shall be; frees TEXT.
 * NULL and the error unless there is one such place. */
static char *edit_text(Files *files, char *text)
{
    const LessonStop *stop = files->stop;
    size_t length = strlen(stop->edit);
    char *at = strstr(text, stop->edit);
    Text whole = {0};

    if (!at)
        return text;
    if (files->edited || strstr(at + length, stop->edit)) {
        free(text);
        wrong(files, "this stands there more than once; say more of the line",
              stop->edit);
        return NULL;
    }
    bool accepted = consent_has_text(text);
    files->edited = true;
    text_add_bytes(&whole, text, (size_t)(at - text));
    text_add(&whole, "%s%s", stop->edited, at + length);
    free(text);
    if (accepted)
        consent_take_text(whole.text);
    return whole.text;
}

/* Writes the program NAME into the folder, and returns its path there. */
static char *place_program(Files *files, const char *name)
{
    char *text = read_program(files, name);
    Text path = {0};

    if (text && files->stop->edit)
        text = edit_text(files, text);
    if (!text || !make_folder(files)) {
        free(text);
        return NULL;
    }
    text_add(&path, "%s/%s", files->folder, base_name(name));
    bool good = atomic_file_save(path.text, text, strlen(text), files->error);
    free(text);
    if (!good)
        text_free(&path);
    return path.text;
}

/* Replaces the words of ARGV that name files, up to a "--", by their paths. */
static bool place_files(Files *files, char **argv, int argc)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        char *path = NULL;
        if (argv[i][0] == '-' && argv[i][1])
            continue;
        if (strcmp(argv[i], "-") == 0)
            return wrong(files, "a lesson reads no standard input", argv[i]);
        if (program_is_source(argv[i]))
            path = place_program(files, argv[i]);
        else if (store_is_path(argv[i]))
            path = lesson_path(files->lesson, argv[i]);
        else
            continue;
        if (!path && files->error->kind == ERROR_NONE)
            wrong(files, "there is no such file", argv[i]);
        if (!path)
            return false;
        argv[i] = files->paths[files->paths_count++] = path;
    }
    return true;
}

/* Replaces the name of a file with the input by its path, if place_files has
 * not found such a file where we are. */
static bool place_input(Files *files, Options *options)
{
    for (int i = 0; i < files->paths_count; ++i)
        if (options->input == files->paths[i])
            return true;
    for (const char *const *word = input_words; *word; ++word)
        if (strcmp(options->input, *word) == 0)
            return true;
    if (strcmp(options->input, "-") == 0)
        return wrong(files, "a lesson reads no standard input", "-");
    char *path = lesson_path(files->lesson, options->input);
    if (path && access(path, F_OK) == 0) {
        options->input = files->paths[files->paths_count++] = path;
        return true;
    }
    free(path);
    return access(options->input, F_OK) != 0 ||
           wrong(files, "there is no such file beside the lesson",
                 options->input);
}

/* ---- Traces ------------------------------------------------------------- */

/* *TEXT without the temporary folder in it. */
static void forget_folder(char **text, const char *folder)
{
    size_t length = strlen(folder);
    char *at;

    while ((at = strstr(*text, folder)) && at[length] == '/')
        memmove(at, at + length + 1, strlen(at + length + 1) + 1);
}

static void name_sources(const Files *files, Trace *trace)
{
    if (!files->folder)
        return;
    forget_folder(&trace->run.algorithm, files->folder);
    forget_folder(&trace->run.title, files->folder);
    forget_folder(&trace->run.command, files->folder);
    if (trace_ended(trace))
        forget_folder(&trace->run.ended, files->folder);
    for (size_t i = 0; i < trace->sources_count; ++i)
        forget_folder(&trace->sources[i].name, files->folder);
}

/* Puts file and line before an error of the command. */
static void place_error(const Lesson *lesson, const LessonStop *stop,
                        Error *error)
{
    Error own = *error;

    if (own.kind == ERROR_USAGE &&
        strncmp(own.text, lesson->file, strlen(lesson->file)) != 0)
        lesson_error(lesson, stop->show_line, error, "show: %.380s", own.text);
}

/* The trace of an example that was recorded when Upsweep was built, if the
 * lesson comes with Upsweep; else NULL. */
static Trace *recorded_stop(const Files *files, const Options *options)
{
    char *path = lesson_path(files->lesson, "");
    bool own = !path && !files->stop->edit;
    Trace *trace = own ? prebuilt_trace(files->stop->show) : NULL;

    free(path);
    if (trace)
        request_expect(options, trace);
    return trace;
}

static bool record_stop(Files *files, char **argv, int argc,
                        Trace *traces[LESSON_MOST_TRACES], int *count)
{
    Trace *all[OPTIONS_MAX_OPERANDS];
    Options options;
    Error *error = files->error;

    if (!place_files(files, argv, argc) ||
        !command_line_read(&options, ALLOWED, argc, argv, error))
        return false;
    if (options_given(&options, OPTION(INPUT)) && !place_input(files, &options))
        return false;
    options.device = DEVICE_CPU;
    options.silent = true; /* "wrong: ..." is no word of the lesson's */
    if (files->stop->edit && !files->edited)
        return wrong(files, "no program that is shown has this text to edit",
                     files->stop->edit);
    all[0] = recorded_stop(files, &options);
    if (!all[0] && !request_traces(&options, 1, LESSON_MOST_TRACES, all, error))
        return false;
    *count = options.operands_count;
    for (int t = 0; t < *count; ++t) {
        traces[t] = all[t];
        name_sources(files, all[t]);
    }
    for (int t = 0; t < *count; ++t)
        if (!request_thread(&options, traces[t], error)) {
            request_free(traces, *count);
            return false;
        }
    return true;
}

bool lesson_traces(const Lesson *lesson, const LessonStop *stop,
                   Trace *traces[LESSON_MOST_TRACES], int *count, Error *error)
{
    Files files = {.lesson = lesson, .stop = stop, .error = error};
    char *argv[LESSON_MOST_WORDS + 2] = {"show"};

    for (int i = 0; i < stop->command.count; ++i)
        argv[i + 1] = stop->command.words[i];
    *error = (Error){ERROR_NONE, ""};
    bool good =
        record_stop(&files, argv, stop->command.count + 1, traces, count);
    files_free(&files);
    if (!good)
        place_error(lesson, stop, error);
    return good;
}

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool lesson_shows_same(const LessonStop *a, const LessonStop *b)
{
    return same(a->show, b->show) && same(a->edit, b->edit) &&
           same(a->edited, b->edited);
}

/* ---- The moment --------------------------------------------------------- */

static bool no_moment(const Lesson *lesson, const LessonStop *stop,
                      const char *what, size_t last, Error *error)
{
    return lesson_error(lesson, stop->at_line ? stop->at_line : stop->line,
                        error, "at: there is no %s %u: the last is %zu", what,
                        stop->moment, last);
}

bool lesson_seek(const Lesson *lesson, const LessonStop *stop, Player *player,
                 Error *error)
{
    size_t count = player->traces[0]->instructions_count;
    bool step = stop->at == LESSON_AT_STEP;

    player_set_clock(player, CLOCK_STEPS);
    uint32_t tick = stop->at == LESSON_AT_END ? player->ticks : 0;
    if (step && stop->moment > player->steps)
        return no_moment(lesson, stop, "step", player->steps, error);
    if (stop->at == LESSON_AT_INSTRUCTION && stop->moment > count)
        return no_moment(lesson, stop, "instruction", count, error);
    if (step)
        tick = player->step_ticks[stop->moment];
    else if (stop->at == LESSON_AT_INSTRUCTION && stop->moment > 0)
        tick = player_tick_of(player, 0, stop->moment - 1);
    player_seek(player, tick);
    return true;
}

LessonMoment lesson_moment(const Player *player, const uint32_t *const orders[])
{
    LessonMoment moment = {.count = player->count};

    for (int t = 0; t < player->count; ++t) {
        moment.traces[t] = player->traces[t];
        moment.orders[t] = orders[t];
        moment.positions[t] = player_position(player, t);
    }
    return moment;
}

bool lesson_stage_open(LessonStage *stage, const Lesson *lesson,
                       const LessonStop *stop, LessonStage *before,
                       Error *error)
{
    *stage = (LessonStage){.lesson = lesson, .stop = stop};
    if (before && before->count && lesson_shows_same(before->stop, stop)) {
        memcpy(stage->traces, before->traces, sizeof stage->traces);
        stage->count = before->count;
        before->count = 0;
    } else if (!lesson_traces(lesson, stop, stage->traces, &stage->count,
                              error)) {
        stage->count = 0;
        return false;
    }
    for (int t = 0; t < stage->count; ++t)
        stage->orders[t] = issue_order_of(stage->traces[t]);
    if (!player_init(&stage->player, (const Trace *const *)stage->traces,
                     stage->count, error)) {
        place_error(lesson, stop, error);
        return false;
    }
    if (!lesson_seek(lesson, stop, &stage->player, error))
        return false;
    stage->moment =
        lesson_moment(&stage->player, (const uint32_t *const *)stage->orders);
    return true;
}

void lesson_stage_free(LessonStage *stage)
{
    player_free(&stage->player);
    for (int t = 0; t < LESSON_MOST_TRACES; ++t)
        free(stage->orders[t]);
    request_free(stage->traces, stage->count);
    *stage = (LessonStage){.lesson = NULL};
}

/* ---- What it says -------------------------------------------------------- */

int lesson_things(const Lesson *lesson, const LessonStop *stop,
                  const Trace *const traces[], int count,
                  Thing things[LESSON_MOST_POINTS], Error *error)
{
    for (int i = 0; i < stop->points_count; ++i) {
        Error own;
        if (thing_read(stop->points[i], traces, count, things + i, &own))
            continue;
        lesson_error(lesson, stop->point_line, error, "point: %.380s",
                     own.text);
        return -1;
    }
    return stop->points_count;
}

bool lesson_stage_check(const LessonStage *stage, Error *error)
{
    Thing things[LESSON_MOST_POINTS];
    const LessonStop *stop = stage->stop;
    const char *texts[] = {stop->text, stop->note, stop->question, stop->why};
    size_t words = lesson_words_in(stop->text);
    bool good =
        lesson_things(stage->lesson, stop, (const Trace *const *)stage->traces,
                      stage->count, things, error) >= 0;

    if (good && words > LESSON_MOST_READ)
        good = lesson_error(stage->lesson, stop->line, error,
                            "the text of this stop has %zu words; write %d at "
                            "most",
                            words, LESSON_MOST_READ);

    for (size_t i = 0; good && i < sizeof texts / sizeof *texts; ++i)
        good =
            !texts[i] || lesson_check_numbers(stage->lesson, stop, stop->line,
                                              texts[i], &stage->moment, error);
    for (int i = 0; good && i < stop->choices_count; ++i) {
        const LessonChoice *choice = stop->choices + i;
        const char *said = choice->right ? choice->text : choice->why;
        good = !said ||
               lesson_check_numbers(stage->lesson, stop, stop->question_line,
                                    said, &stage->moment, error);
    }
    return good;
}

/* ---- Consent --------------------------------------------------------------*/

/* Adds the file, if it can be read. */
static void add_file(Consent *consent, const char *path)
{
    size_t bytes;
    Error ignored;
    char *text = base_read_file(path, SNAPSHOT_MOST_BYTES, &bytes, &ignored);

    if (text)
        consent_add_file(consent, path, text);
    free(text);
}

/* Adds the program that WORD names beside the lesson, and what it includes; one
 * that cannot be read is one of Upsweep's own, or is missed when its stop is
 * shown. */
static void add_beside(Consent *consent, const Lesson *lesson, const char *word)
{
    char *path = lesson_path(lesson, word);

    if (path &&
        !consent_add_sources(consent, (const char *const *)&path, 1, false))
        add_file(consent, path);
    free(path);
}

/* Adds the programs of all stops; false if there are none. */
static bool add_programs(Consent *consent, const Lesson *lesson)
{
    bool some = false;

    for (size_t i = 0; i < lesson->stops_count; ++i) {
        const LessonCommand *command = &lesson->stops[i].command;
        for (int w = 0; w < command->count; ++w) {
            if (!program_is_source(command->words[w]))
                continue;
            some = true;
            add_beside(consent, lesson, command->words[w]);
        }
    }
    return some;
}

bool lesson_consent(Lesson *lesson, bool yes, Error *error)
{
    Consent consent = {.items = NULL};

    if (lesson->accepted)
        return true;
    consent_begin(&consent, lesson->name, lesson->name);
    add_file(&consent, lesson->name);
    lesson->accepted =
        !add_programs(&consent, lesson) || consent_obtain(&consent, yes, error);
    consent_free(&consent);
    return lesson->accepted;
}
