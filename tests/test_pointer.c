/* SPDX-License-Identifier: MIT
 *
 * Tests of src/window/pointer.c.
 */
#include "window/pointer.h"
#include "fixture.h"

#include <glib.h>

/* Two timelines, x from 0 to 100:
 *
 *     y 10 ..   bar 3   bar 4 (low)   bar 5      a tick, 6, under bar 5
 *     y 50 ..   bar 3   bar 4
 */
static void draw_frame(DisplayList *frame)
{
    static const struct {
        int panel;
        uint32_t instruction;
        Rect box;
    } bars[] = {
        {0, 3, {0, 10, 30, 20}},  {0, 4, {32, 20, 30, 10}},
        {0, 5, {64, 10, 36, 20}}, {0, 6, {64, 32, 3, 4}},
        {1, 3, {0, 50, 50, 20}},  {1, 4, {52, 50, 48, 20}},
    };

    display_list_clear(frame, 200, 100);
    for (size_t i = 0; i < G_N_ELEMENTS(bars); ++i) {
        draw_thing(frame, THING_INSTRUCTION, bars[i].panel,
                   bars[i].instruction);
        draw_rect(frame, bars[i].box, 0, COLOR_LOAD);
    }
}

static void test_timeline(void)
{
    static const struct {
        int panel;
        double x, y;
        int found_panel;
        uint32_t found; /* 0: none */
    } cases[] = {
        {-1, 5, 15, 0, 3},    {-1, 40, 25, 0, 4},
        {-1, 40, 11, 0, 4},   /* over the low bar */
        {-1, 31.5, 15, 0, 4}, /* in a gap */
        {-1, 64, 33, 0, 6},   {-1, 90, 33, 0, 5},
        {-1, 5, 60, 1, 3},    {-1, 5, 45, 0, 0}, /* between the two */
        {-1, 150, 15, 0, 0},  {0, 150, 90, 0, 5},
        {1, 150, 0, 1, 4},    {0, -50, 50, 0, 3},
    };
    DisplayList frame = {0};

    draw_frame(&frame);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        const Shape *shape =
            pointer_timeline(&frame, cases[i].panel, cases[i].x, cases[i].y);
        g_test_message("case %zu", i);
        g_assert_true((shape != NULL) == (cases[i].found != 0));
        if (!shape)
            continue;
        g_assert_cmpuint(shape->thing.a, ==, cases[i].found);
        g_assert_cmpint(shape->thing.trace - 1, ==, cases[i].found_panel);
    }
    display_list_clear(&frame, 200, 100);
    g_assert_null(pointer_timeline(&frame, -1, 5, 5));
    g_assert_null(pointer_timeline(&frame, 0, 5, 5));
    display_list_free(&frame);
}

typedef struct {
    Trace *trace;
    Player player;
    DisplayList frame, chrome;
    Pointer pointer;
    PointerTarget view;
} Setup;

/* A button at 100, 80, position strip right of it. */
static void setup_open(Setup *setup)
{
    const Trace *traces[1];
    Error error;

    *setup = (Setup){.trace = fixture_scan(PLACE_PADDING, OP_ADD, 16, 4)};
    traces[0] = setup->trace;
    g_assert_true(player_init(&setup->player, traces, 1, &error));
    draw_frame(&setup->frame);
    display_list_clear(&setup->chrome, 200, 100);
    draw_thing(&setup->chrome, THING_CHROME, 0, CHROME_GROUND);
    draw_rect(&setup->chrome, (Rect){0, 75, 200, 25}, 0, COLOR_PANEL);
    draw_thing(&setup->chrome, THING_CHROME, 0, CHROME_TRACK);
    draw_rect(&setup->chrome, (Rect){135, 80, 60, 6}, 0, COLOR_NONE);
    draw_thing(&setup->chrome, THING_CHROME, 0, CHROME_POSITION);
    draw_rect(&setup->chrome, (Rect){130, 75, 70, 25}, 0, COLOR_NONE);
    draw_thing(&setup->chrome, THING_BUTTON, 0, 7);
    draw_rect(&setup->chrome, (Rect){100, 80, 20, 20}, 0, COLOR_NONE);
    setup->view =
        (PointerTarget){&setup->frame, &setup->chrome, &setup->player};
    pointer_leave(&setup->pointer);
}

static void setup_close(Setup *setup)
{
    display_list_free(&setup->frame);
    display_list_free(&setup->chrome);
    player_free(&setup->player);
    trace_free(setup->trace);
}

static void test_button(void)
{
    Setup setup;
    Pointer *pointer = &setup.pointer;

    setup_open(&setup);
    g_assert_true(pointer_move(pointer, &setup.view, 105, 85));
    g_assert_false(pointer_move(pointer, &setup.view, 106, 86));
    g_assert_cmpint(pointer->button, ==, 7);
    g_assert_false(pointer_press(pointer, &setup.view));
    g_assert_false(pointer_drags(pointer));
    g_assert_cmpint(pointer_release(pointer, &setup.view), ==, 7);

    pointer_press(pointer, &setup.view); /* away before letting go */
    pointer_move(pointer, &setup.view, 5, 15);
    g_assert_cmpint((int)pointer->tick, ==, -1); /* the timeline keeps still */
    pointer_move(pointer, &setup.view, 5, 85);
    g_assert_cmpint(pointer_release(pointer, &setup.view), ==, -1);
    pointer_press(pointer, &setup.view); /* on nothing, then onto it */
    pointer_move(pointer, &setup.view, 105, 85);
    g_assert_cmpint(pointer_release(pointer, &setup.view), ==, -1);
    setup_close(&setup);
}

static void test_drag(void)
{
    Setup setup;
    Pointer *pointer = &setup.pointer;
    const Player *player = &setup.player;

    setup_open(&setup);
    pointer_move(pointer, &setup.view, 40, 25);
    g_assert_cmpint(pointer->tick, ==, player_tick_of(player, 0, 4));
    pointer_press(pointer, &setup.view);
    g_assert_true(pointer_drags(pointer));
    pointer_move(pointer, &setup.view, 190,
                 90); /* over the chrome: still held */
    g_assert_cmpint(pointer->tick, ==, player_tick_of(player, 0, 5));
    g_assert_cmpint(pointer_release(pointer, &setup.view), ==, -1);
    g_assert_false(pointer_drags(pointer));

    pointer_press(pointer, &setup.view); /* the position strip, to its end */
    g_assert_cmpint(pointer->hold, ==, HOLD_POSITION);
    pointer_move(pointer, &setup.view, 1000, -5);
    g_assert_cmpint(pointer->tick, ==, player->ticks);
    pointer_release(pointer, &setup.view);
    g_assert_cmpint(pointer->tick, ==, -1);
    setup_close(&setup);
}

static void test_help(void)
{
    Setup setup;

    setup_open(&setup);
    draw_thing(&setup.chrome, THING_CHROME, 0, CHROME_HELP);
    draw_rect(&setup.chrome, (Rect){0, 0, 200, 75}, 0, COLOR_PAPER);
    pointer_move(&setup.pointer, &setup.view, 40, 25);
    g_assert_cmpint(setup.pointer.tick, ==,
                    -1); /* what it covers is out of reach */
    g_assert_true(pointer_press(&setup.pointer, &setup.view));
    g_assert_false(pointer_drags(&setup.pointer));
    setup_close(&setup);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pointer/timeline", test_timeline);
    g_test_add_func("/pointer/button", test_button);
    g_test_add_func("/pointer/drag", test_drag);
    g_test_add_func("/pointer/help", test_help);
    return g_test_run();
}
