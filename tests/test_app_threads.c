/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/app.c, more of them: whose local variables are shown.
 */
#include "program_writer.h"
#include "user.h"
#include "window/chrome.h"
#include "shape_is.h"

#include <glib.h>
#include <string.h>

static Trace *trace;

static void open_window(void)
{
    AppOptions options = {.width = 1280, .height = 720};

    trace = writer_locals_trace();
    user_open_with(&trace, 1, &options);
    user_still();
    user_press(SDLK_d); /* with locals */
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(user_look().player->tick, ==, 1);
}

static void close_window(void)
{
    user_close();
    trace_free(trace);
}

static bool frame_reads(const char *text)
{
    const DisplayList *list = user_look().frame;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            strcmp(shape_text(list, list->shapes + i), text) == 0)
            return true;
    return false;
}

/* The first, or the last, rectangle of a thread that shows a thing of KIND. */
static const Shape *find(uint32_t thread, ThingKind kind)
{
    const DisplayList *list = user_look().frame;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_RECT &&
            list->shapes[i].thread == thread + 1 &&
            shape_is(&list->shapes[i], kind))
            return list->shapes + i;
    g_error("nothing to press of thread %u", thread);
    return NULL;
}

static void press(uint32_t thread, ThingKind kind)
{
    const Shape *shape = find(thread, kind);

    user_click(shape->box.x + shape->box.w / 2,
               shape->box.y + shape->box.h / 2);
}

/* A name in a queue, and a cell that the thread touches; the same again: the
 * lowest that runs. */
static void test_press(void)
{
    open_window();
    g_assert_true(frame_reads("T1 in scan"));
    press(1, THING_PLACE);
    g_assert_true(frame_reads("T1 in scan"));
    g_assert_cmpuint(user_app()->state.thread, ==, 2);
    g_assert_cmpuint(user_look().player->tick, ==, 1); /* nothing moves */
    press(1, THING_PLACE);
    g_assert_cmpuint(user_app()->state.thread, ==, 0);
    press(1, THING_CELL);
    g_assert_cmpuint(user_app()->state.thread, ==, 2);
    for (int i = 0; i < 3; ++i)
        user_press(SDLK_RIGHT);
    g_assert_true(frame_reads("T1 in scan")); /* it stays */
    close_window();
}

static const UserTest tests[] = {
    {"/app_threads/press", test_press},
};

int main(int argc, char **argv)
{
    return user_main(argc, argv, 16, tests, G_N_ELEMENTS(tests));
}
