/* SPDX-License-Identifier: MIT
 *
 * Tests of what is chosen in the picture: cards by mouse and keyboard, their
 * links, leaving; and whose local variables are shown.
 */
#include "legible.h"
#include "program_writer.h"
#include "shape_is.h"
#include "user.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const DisplayList *chrome(void)
{
    return user_look().chrome;
}

static size_t count(const DisplayList *list, ThingKind kind)
{
    size_t found = 0;

    for (size_t i = 0; i < list->shapes_count; ++i)
        found += shape_is(&list->shapes[i], kind);
    return found;
}

/* True if a shape belongs to the card. */
static bool is_of_card(const Shape *shape)
{
    uint32_t lines = ui_id("card line");

    return shape->thing.kind == THING_WIDGET &&
           (shape->thing.a == ui_id("card") ||
            (shape->thing.a >= lines && shape->thing.a < lines + 1000));
}

static size_t card_shapes(void)
{
    size_t found = 0;

    for (size_t i = 0; i < chrome()->shapes_count; ++i)
        found += is_of_card(chrome()->shapes + i);
    return found;
}

/* Is there a text with WORDS in the card? */
static bool says(const char *words)
{
    const DisplayList *list = chrome();

    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind == SHAPE_TEXT && is_of_card(shape) &&
            strstr(shape_text(list, shape), words))
            return true;
    }
    return false;
}

static void click(Thing thing)
{
    Rect box = user_find(user_look().frame, thing)->box;

    user_click(box.x + box.w / 2, box.y + box.h / 2);
}

/* A click chooses, lights and opens the card; the same click ends that. */
static void test_mouse(void)
{
    user_open(user_traces, 2, 1280, 720);
    user_press(SDLK_DOWN);
    user_press(SDLK_DOWN);
    user_still();
    g_assert_cmpuint(card_shapes(), ==, 0);
    click((Thing){THING_NODE, 0, 3, 1});
    g_assert_cmpuint(card_shapes(), >, 4);
    g_assert_true(says("node 3 of level 0"));
    legible_check_chrome(chrome(), user_look().player, user_app()->ui.least);
    user_move(2, 2, false);
    g_assert_cmpuint(count(user_look().frame, THING_LIGHT), >, 0);
    click((Thing){THING_NODE, 0, 4, 1});
    g_assert_true(says("node 4 of level 0"));
    click((Thing){THING_NODE, 0, 4, 1});
    user_move(2, 2, false);
    g_assert_cmpuint(card_shapes(), ==, 0);
    g_assert_cmpuint(count(user_look().frame, THING_LIGHT), ==, 0);
    user_close();
}

/* Tab chooses what runs, and arrows move it; the card follows the moment;
 * Escape closes it, and gives the arrows back to time. */
static void test_keyboard(void)
{
    user_open(user_traces, 1, 1280, 720);
    user_still();
    for (int i = 0; i < 3; ++i)
        user_press(SDLK_DOWN);
    uint32_t tick = user_look().player->tick;
    user_press(SDLK_TAB);
    g_assert_cmpuint(card_shapes(), >, 4);
    g_assert_true(says("cell "));
    user_press(SDLK_RIGHT);
    g_assert_true(says("cell "));
    g_assert_cmpuint(user_look().player->tick, ==, tick);
    user_press(SDLK_ESCAPE);
    g_assert_cmpuint(card_shapes(), ==, 0);
    user_press(SDLK_RETURN); /* nothing */
    user_press(SDLK_RIGHT);
    g_assert_cmpuint(user_look().player->tick, ==, tick + 1);
    user_close();
}

/* Tab goes from link to link, Enter follows one to another moment, a click on a
 * line, too. */
static void test_links(void)
{
    user_open(user_traces, 1, 1280, 720);
    user_still();
    for (int i = 0; i < 4; ++i)
        user_press(SDLK_DOWN);
    uint32_t tick = user_look().player->tick;
    user_press(SDLK_TAB); /* a cell that is shown */
    g_assert_true(says("cell "));
    g_assert_true(says("stored by"));
    user_press(SDLK_TAB);
    user_press(SDLK_TAB);
    user_press(SDLK_RETURN); /* to where it is loaded */
    g_assert_cmpuint(user_look().player->tick, !=, tick);
    g_assert_true(says("cell "));
    tick = user_look().player->tick;
    user_press(SDLK_TAB);
    user_press(SDLK_TAB);
    user_press(SDLK_RETURN);
    g_assert_true(says("cell "));
    user_press(SDLK_END);
    const DisplayList *list = chrome();
    unsigned step = 0;
    for (size_t i = 0; i < list->shapes_count && !step; ++i) {
        const Shape *shape = list->shapes + i;
        if (shape->kind != SHAPE_TEXT || !is_of_card(shape) ||
            sscanf(shape_text(list, shape), "step %u: ", &step) != 1)
            continue;
        user_click(shape->box.x + 4, shape->box.y + 4);
    }
    g_assert_cmpuint(step, >, 0);
    g_assert_cmpuint(player_step(user_look().player) + 1, ==, step);
    user_close();
}

/* The list of findings leads to the moment of the one that is chosen. */
static void test_findings(void)
{
    user_open(user_traces + 1, 1, 1280, 720);
    user_still();
    const FindingNotes *notes =
        analysed_notes(user_app()->session.shown[0].analysed);
    size_t at = 0;
    while (at < notes->notes_count && !notes->notes[at].has_moment)
        ++at;
    g_assert_cmpuint(at, <, notes->notes_count);
    app_show_dialog(user_app(), dialog_findings(notes, 0));
    user_settle();
    g_assert_true(user_reads(notes->notes[at].title.text));
    for (size_t i = 0; i < at; ++i)
        user_press(SDLK_DOWN);
    user_press(SDLK_RETURN);
    g_assert_null(user_app()->dialog);
    g_assert_cmpuint(player_position(user_look().player, 0), ==,
                     notes->notes[at].moment);
    user_close();
}

/* ---- Local variables of a thread ---- */

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

static bool frame_says(const char *text)
{
    const DisplayList *list = user_look().frame;

    for (size_t i = 0; i < list->shapes_count; ++i)
        if (list->shapes[i].kind == SHAPE_TEXT &&
            strcmp(shape_text(list, list->shapes + i), text) == 0)
            return true;
    return false;
}

/* The first, or the last, rectangle of a thread that shows a thing of KIND. */
static const Shape *find_of(uint32_t thread, ThingKind kind)
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

static void press_thread(uint32_t thread, ThingKind kind)
{
    const Shape *shape = find_of(thread, kind);

    user_click(shape->box.x + shape->box.w / 2,
               shape->box.y + shape->box.h / 2);
}

/* A name in a queue, and a cell that the thread touches; the same again: the
 * lowest that runs. */
static void test_threads(void)
{
    open_window();
    g_assert_true(frame_says("T1 in scan"));
    press_thread(1, THING_PLACE);
    g_assert_true(frame_says("T1 in scan"));
    g_assert_cmpuint(user_app()->state.thread, ==, 2);
    g_assert_cmpuint(user_look().player->tick, ==, 1); /* nothing moves */
    press_thread(1, THING_PLACE);
    g_assert_cmpuint(user_app()->state.thread, ==, 0);
    press_thread(1, THING_CELL);
    g_assert_cmpuint(user_app()->state.thread, ==, 2);
    for (int i = 0; i < 3; ++i)
        user_press(SDLK_RIGHT);
    g_assert_true(frame_says("T1 in scan")); /* it stays */
    close_window();
}

int main(int argc, char **argv)
{
    static const UserTest tests[] = {
        {"/app/cards/mouse", test_mouse},
        {"/app/cards/keyboard", test_keyboard},
        {"/app/cards/links", test_links},
        {"/app/cards/threads", test_threads},
        {"/app/cards/findings", test_findings},
    };

    return user_main(argc, argv, 32, tests, G_N_ELEMENTS(tests));
}
