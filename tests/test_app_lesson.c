/* SPDX-License-Identifier: MIT
 *
 * Tests of lessons in the window: src/window/lesson_play.c, and what
 * src/window/app.c and the start page do with them.
 */
#include "export/image_file.h"
#include "lesson/lesson_done.h"
#include "lesson/lesson_list.h"
#include "lesson/lesson_reader.h"
#include "user.h"

#include <glib.h>
#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char text[] =
    "title: Mine\ngoal: do it\n\n"
    "stop: One\nshow: nopadding -n 16 -k 4\nat: step 2\n\nThe first.\n\n"
    "stop: Two\nat: step 3\npoint: bank 3\nnote: Say so.\n\nThe second.\n\n"
    "stop: Three\nshow: padding -n 16 -k 4\nat: end\n\n"
    "The third has {cells} cells.\n\nquestion: How many conflicts?\n"
    "- some\n+ {~conflicts}\nwhy: It is padded.\n\n"
    "summary: Nowhere.\nshow: padding -n 16 -k 4\nat: step 99\n";

static Lesson *lesson_of(void)
{
    Error error;

    return lesson_read("mine", "mine.lesson", text, strlen(text), &error);
}

/* Lets the app do what waits. */
static void settle(void)
{
    for (int i = 0; i < 300 && app_due(user_app()) == 0; ++i) {
        app_tick(user_app(), 0);
        app_draw(user_app());
    }
    app_tick(user_app(), 20);
    app_draw(user_app());
}

static Trace *shown[LESSON_MOST_TRACES];
static int shown_count;

/* Opens the window on stop AT of LESSON. */
static void open_lesson(Lesson *lesson, size_t at, int width, int height)
{
    AppOptions options = {.width = width, .height = height};
    Error error;

    g_assert_true(
        lesson_traces(lesson, lesson->stops + at, shown, &shown_count, &error));
    options.lesson = lesson_play_new(lesson, at);
    user_open_with(shown, shown_count, &options);
    settle();
}

static void close_lesson(void)
{
    user_close();
    for (int t = 0; t < shown_count; ++t)
        trace_free(shown[t]);
}

static const char *algorithm(void)
{
    return user_app()->session.shown[0].trace->run.algorithm;
}

/* Page Down and Page Up lead from stop to stop. */
static void test_stops(void)
{
    open_lesson(lesson_of(), 0, 1600, 900);
    g_assert_true(user_reads("The first.") && user_reads("Mine  ·  1 of 4"));
    uint32_t tick = user_look().player->tick;
    user_press(SDLK_PAGEDOWN);
    settle();
    g_assert_true(user_reads("The second."));
    g_assert_cmpuint(user_look().player->tick, >, tick);
    bool lit = false;
    for (size_t i = 0; i < user_look().frame->shapes_count; ++i)
        lit |= user_look().frame->shapes[i].thing.kind == THING_LIGHT;
    g_assert_true(lit);
    g_assert_false(user_reads("Say so."));
    user_press(SDLK_j);
    g_assert_true(user_reads("Say so.") && !user_reads("The second."));
    const Shape *band =
        user_find(user_look().chrome, (Thing){THING_SENTENCE, 0, 0, 1});
    user_click(band->box.x + 60, band->box.y + 80);
    g_assert_true(user_reads("The second."));
    user_press(SDLK_PAGEUP);
    settle();
    g_assert_true(user_reads("The first."));
    g_assert_cmpuint(user_look().player->tick, ==, tick);
    user_press(SDLK_PAGEUP);
    settle();
    g_assert_true(user_reads("The first."));
    close_lesson();
}

/* A question is answered by a number or a click; Page Down shows the answer. */
static void test_question(void)
{
    open_lesson(lesson_of(), 2, 1600, 900);
    g_assert_cmpstr(algorithm(), ==, "padding");
    g_assert_true(user_reads("How many conflicts?"));
    g_assert_true(user_reads("Page Down: show the answer"));
    g_assert_false(user_reads("It is padded."));
    user_press(SDLK_9);
    g_assert_false(user_reads("It is padded."));
    user_press(SDLK_1);
    g_assert_true(user_reads("It is padded."));
    g_assert_cmpint(user_app()->lesson->right, ==, 0);
    user_press(SDLK_2); /* too late */
    g_assert_cmpint(user_app()->lesson->turn.answer.numbers[0], ==, 0);
    user_press(SDLK_PAGEUP);
    settle();
    user_press(SDLK_PAGEDOWN);
    settle();
    const Shape *choice =
        user_find(user_look().chrome, (Thing){THING_CHOICE, 1, 0, 1});
    user_click(choice->box.x + choice->box.w / 2,
               choice->box.y + choice->box.h / 2);
    g_assert_true(user_reads("It is padded."));
    g_assert_cmpint(user_app()->lesson->right, ==, 1);

    user_press(SDLK_PAGEUP);
    settle();
    user_press(SDLK_PAGEDOWN);
    settle();
    g_assert_false(user_reads("It is padded."));
    user_press(SDLK_PAGEDOWN);
    g_assert_true(user_reads("It is padded."));
    close_lesson();
}

static const char asking[] =
    "title: Asks\ngoal: do it\n\n"
    "stop: One\nshow: nopadding -n 16 -k 4\nat: instruction 15\n\nFirst.\n\n"
    "ask: bank of thread 2\nwhy: So it is.\n\n"
    "stop: Two\nat: instruction 15\n\nSecond.\n\nask: waits\n\n"
    "stop: Three\nat: instruction 15\n\nThird.\n\nask: cell of thread 0\n\n"
    "summary: Done.\n";

/* True if the frame has a text with these words. */
static bool frame_reads(const char *words)
{
    const DisplayList *list = user_look().frame;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            strstr(shape_text(list, list->shapes + i), words))
            return true;
    return false;
}

static void press_thing(ThingKind kind, uint32_t a)
{
    const Shape *shape = user_find(user_look().frame, (Thing){kind, a, 0, 1});

    g_assert_nonnull(shape);
    user_click(shape->box.x + shape->box.w / 2,
               shape->box.y + shape->box.h / 2);
}

/* What the traces ask is typed, or pressed in the picture; then it is seen. */
static void test_asked(void)
{
    Error error;

    open_lesson(lesson_read("asks", "asks.lesson", asking, strlen(asking),
                            &error),
                0, 1600, 900);
    const LessonPlay *play = user_app()->lesson;
    uint32_t tick = user_look().player->tick;
    g_assert_true(user_reads("Which bank does T2 access?"));

    g_assert_true(frame_reads("Next:"));
    user_press(SDLK_2);
    settle();
    g_assert_true(user_reads("Not correct. Answer: bank 3.") &&
                  !frame_reads("Next:"));
    g_assert_cmpuint(user_look().player->tick, ==, tick + 1);
    g_assert_cmpint(play->right, ==, 0);

    user_press(SDLK_PAGEUP); /* the first stop: nowhere to go */
    user_press(SDLK_PAGEDOWN);
    settle();
    g_assert_cmpuint(user_look().player->tick, ==, tick);
    user_press(SDLK_1);
    user_press(SDLK_SPACE);
    user_press(SDLK_2);
    user_press(SDLK_SPACE);
    user_press(SDLK_4);
    user_press(SDLK_BACKSPACE);
    user_press(SDLK_3);
    g_assert_cmpstr(play->turn.typed, ==, "1 2 3");
    g_assert_true(user_reads("1 2 3") && !user_look().player->playing);
    user_press(SDLK_RETURN);
    settle();
    g_assert_true(user_reads("Correct."));
    g_assert_cmpint(play->right, ==, 1);
    user_press(SDLK_PAGEDOWN);
    settle();
    press_thing(THING_CELL, 3);
    settle();
    g_assert_cmpint(play->turn.result, ==, TURN_RIGHT);
    g_assert_true(user_reads("Correct."));
    g_assert_cmpint(play->right, ==, 2);
    press_thing(THING_CELL, 7); /* after the answer a press points at it */
    g_assert_cmpint(user_app()->touch.thing.kind, ==, THING_CELL);
    close_lesson();
}

/* A quiz in a lesson hides what the quiz asks. */
static void test_quiz(void)
{
    open_lesson(lesson_of(), 0, 1600, 900);
    user_press(SDLK_p);
    settle();
    g_assert_cmpint(user_app()->asking.state, ==, ASKING_QUESTION);
    g_assert_true(frame_reads("Next:"));
    user_press(SDLK_p);
    settle();
    g_assert_true(user_reads("The first."));
    close_lesson();
}

/* A stop that cannot be shown says why; the end leads to the start page, which
 * knows how far one came. */
static void test_end(void)
{
    open_lesson(lesson_of(), 2, 1280, 720);
    user_press(SDLK_2);
    user_press(SDLK_PAGEDOWN);
    settle();
    g_assert_true(user_reads("mine.lesson:30: at: there is no step 99"));
    user_press(SDLK_PAGEDOWN);
    g_assert_true(user_app()->state.start);
    g_assert_null(user_app()->lesson);
    g_assert_cmpstr(user_look().message, ==, "1 of 1 answers correct");
    close_lesson();
    Lesson *lesson = lesson_of();
    g_assert_true(lesson_done(lesson).done);
    g_assert_cmpuint(lesson_done_resume(lesson), ==, 0);
    lesson_free(lesson);
}

/* Escape leads to the start page and back, and does not end the lesson. */
static void test_leave(void)
{
    open_lesson(lesson_of(), 1, 1280, 720);
    user_press(SDLK_ESCAPE);
    g_assert_true(user_app()->state.start && user_app()->lesson);
    g_assert_false(user_reads("The second."));
    user_press(SDLK_ESCAPE);
    g_assert_true(user_reads("The second."));
    close_lesson();
    Lesson *lesson = lesson_of();
    g_assert_cmpuint(lesson_done(lesson).stop, ==, 2);
    g_assert_cmpuint(lesson_done_resume(lesson), ==, 1);
    lesson_free(lesson);
}

/* The pointer moves after the traces have changed, and before they are drawn:
 * what is under it belonged to a trace that is gone. */
static void test_old_frame(void)
{
    static const char two[] =
        "title: Mine\ngoal: do it\n\n"
        "stop: Two\nshow: leftright padding -n 16 -k 4\nat: step 3\n\nBoth.\n\n"
        "stop: One\nshow: nopadding -n 16 -k 4\nat: step 2\n\nOne.\n\n"
        "summary: Done.\n";
    Error error;

    open_lesson(lesson_read("mine", "mine.lesson", two, strlen(two), &error), 0,
                1600, 900);
    const DisplayList *frame = user_look().frame;
    uint64_t changes = user_app()->session.changes;
    Rect bar = {.w = 0};
    for (size_t i = 0; i < frame->shapes_count; ++i)
        if (frame->shapes[i].thing.kind == THING_INSTRUCTION &&
            frame->shapes[i].thing.trace - 1 == 1)
            bar = frame->shapes[i].box;
    g_assert_cmpfloat(bar.w, >, 0);
    user_press(SDLK_PAGEDOWN);
    for (int i = 0; i < 300 && user_app()->session.changes == changes; ++i)
        app_tick(user_app(), 0.1);
    g_assert_cmpuint(user_app()->session.changes, >, changes);
    user_move(bar.x + bar.w / 2, bar.y + bar.h / 2, false);
    settle();
    g_assert_true(user_reads("One."));
    close_lesson();
}

int main(int argc, char **argv)
{
    static const UserTest tests[] = {
        {"/app_lesson/stops", test_stops},
        {"/app_lesson/question", test_question},
        {"/app_lesson/asked", test_asked},
        {"/app_lesson/quiz", test_quiz},
        {"/app_lesson/end", test_end},
        {"/app_lesson/leave", test_leave},
        {"/app_lesson/old frame", test_old_frame},
    };
    char *folder = g_dir_make_tmp("test_app_XXXXXX", NULL);

    g_setenv("XDG_STATE_HOME", folder, TRUE);
    g_assert_cmpint(chdir(folder), ==, 0);
    int status = user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
    g_assert_cmpint(chdir("/"), ==, 0);
    char *list = g_build_filename(folder, "upsweep", "lessons", NULL);
    char *own = g_build_filename(folder, "upsweep", NULL);
    g_remove(list);
    g_rmdir(own);
    g_rmdir(folder);
    g_free(list);
    g_free(own);
    g_free(folder);
    return status;
}
