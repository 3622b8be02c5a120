/* SPDX-License-Identifier: MIT
 *
 * fuzz_lesson - files of lessons, which come from anybody, and the facts in
 * their text.  What stops show is not run: it is one small trace for all.
 *
 *     the whole input   the text of a lesson
 */
#include "cli/request.h"
#include "fuzz.h"
#include "lesson/lesson_reader.h"
#include "lesson/lesson_stage.h"
#include "lesson/lesson_text.h"
#include "util/printable.h"

#include <stdlib.h>
#include <string.h>

const char *const fuzz_name = "lesson";

enum { MOST_BYTES = 1 << 14 };

static Trace *trace;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char text[] = "title: T\ngoal: do it\nstop: A\n"
                               "show: padding -n 16 -k 4\n\nT.\n\n"
                               "summary: S\n";
    Trace *traces[LESSON_MOST_TRACES];
    Error error;
    int count;

    (void)argc;
    (void)argv;
    fuzz_enter_folder();
    Lesson *lesson = lesson_read("t", "t", text, sizeof text - 1, &error);
    if (!lesson ||
        !lesson_traces(lesson, lesson->stops, traces, &count, &error))
        return 1;
    trace = traces[0];
    lesson_free(lesson);
    return 0;
}

static void check_error(const Error *error)
{
    if (error->kind != ERROR_USAGE || !error->text[0] ||
        strchr(error->text, '\n'))
        fuzz_fail("a refusal is not one line", error->text);
}

static void check_text(const char *text)
{
    if (text && !printable_is(text) && !strchr(text, '\n'))
        fuzz_fail("a text is not printable", text);
}

/* What a lesson that was read keeps to. */
static void check_stop(const Lesson *lesson, const LessonStop *stop)
{
    if (!stop->title || !stop->text || !stop->show || stop->line < 1 ||
        stop->points_count > LESSON_MOST_POINTS ||
        stop->choices_count > LESSON_MOST_CHOICES ||
        stop->command.count > LESSON_MOST_WORDS)
        fuzz_fail("a stop is not whole", lesson->title);
    if (stop->edit && !stop->edited)
        fuzz_fail("an edit is not whole", stop->edit);
    check_text(stop->title);
    check_text(stop->show);
}

/* Fills the facts in, at the beginning and at the end. */
static void say(const Lesson *lesson, const LessonStop *stop)
{
    LessonMoment moment = {.traces = {trace}, .count = 1};

    for (int end = 0; end < 2; ++end) {
        LessonStage stage = {.lesson = lesson, .stop = stop, .count = 1};
        LessonWords words;
        Error error = {ERROR_NONE, ""};
        Text text = {0};
        moment.positions[0] = end ? trace->instructions_count : 0;
        stage.traces[0] = trace;
        stage.moment = moment;
        if (lesson_words(lesson, stop, &moment, &words, &error)) {
            if (!lesson_stage_check(&stage, &error))
                check_error(&error);
            lesson_text_stop(&stage, &words, &text);
            if (words.asks) {
                Answer answer;
                lesson_text_question(&words, &text);
                lesson_text_answer(&words, NULL, "", &text);
                if (question_read(&words.question, "2", &answer, &error))
                    lesson_text_answer(&words, &answer, "", &text);
            }
        } else {
            check_error(&error);
        }
        text_free(&text);
        lesson_words_free(&words);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Error error = {ERROR_NONE, ""};

    if (size > MOST_BYTES)
        return 0;
    Lesson *lesson =
        lesson_read("fuzz", "fuzz.lesson", (const char *)data, size, &error);
    if (!lesson) {
        check_error(&error);
        return 0;
    }
    for (size_t i = 0; i < lesson->stops_count; ++i) {
        check_stop(lesson, lesson->stops + i);
        if (i < 4)
            say(lesson, lesson->stops + i);
    }
    lesson_free(lesson);
    return 0;
}
