/* SPDX-License-Identifier: MIT
 *
 * Tests of the view of time: where bars stand for a trace made by hand, what is
 * said, and that everything that is written can be read.
 */
#include "fixture.h"
#include "legible.h"
#include "record/record.h"
#include "stage.h"
#include "view/frame.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ScheduleCosts costs = {.dram = 10,
                                    .word = 4,
                                    .launch = 20,
                                    .start = 3};

enum { PAIRS = GLOBAL_FIRST_SCRATCH };

static void add(Fixture *f, int warp, AccessKind kind, int cell)
{
    fixture_instruction(f, warp, kind, 1);
    fixture_access(f, 0, (uint32_t)cell, 1, INTERVAL_TOP);
}

static void add_pair(Fixture *f, AccessKind kind)
{
    fixture_statuses(f, kind, 1, PAIRS);
    fixture_status(f, 0, 0, 2, 7, INTERVAL_TOP);
}

/* Cycles 0..10, 10..11, 11..12 of block 0, and 3..4, 11..15 of block 1, which
 * waits from cycle 4 to 11; see test_schedule.c. */
static Stage *two_blocks(void)
{
    Fixture *f = fixture_new(OP_ADD, 8, 2, 2, 8);

    base_push(f->trace, arrays,
              ((Array){.name = base_strdup("states"),
                       .words = 4,
                       .holds = HOLDS_PAIRS}));
    fixture_step(f, "scan", 0);
    add(f, 0, ACCESS_GLOAD, 0);
    add_pair(f, ACCESS_GSTORE);
    add(f, 0, ACCESS_LOAD, 0);
    fixture_next_block(f);
    fixture_step(f, "scan", 0);
    add(f, 0, ACCESS_LOAD, 0);
    add_pair(f, ACCESS_GLOAD);
    Trace *trace = fixture_done(f);
    return stage_of(&trace, 1);
}

static void draw_at(Stage *stage, size_t position)
{
    stage_draw_at(stage, position, 1920, 1080);
    stage->scene.only = 1 + AREA_TIME;
    stage->scene.costs = &costs;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
}

/* The first bar of the instruction at PLACE. */
static const Shape *bar_of(const Stage *stage, uint32_t place)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT &&
            shape->thing.kind == THING_INSTRUCTION && shape->thing.a == place &&
            shape->fill != COLOR_NONE)
            return shape;
    }
    g_error("no bar of instruction %u", place);
}

static void test_places(void)
{
    static const struct {
        int start, end;
        Color color;
    } wanted[] = {{0, 10, COLOR_LOAD},
                  {10, 11, COLOR_STORE},
                  {11, 12, COLOR_LOAD},
                  {3, 4, COLOR_LOAD},
                  {11, 15, COLOR_LOAD}};
    Stage *stage = two_blocks();

    draw_at(stage, 0);
    double zero = bar_of(stage, 0)->box.x;
    double cycle = (bar_of(stage, 4)->box.x - zero) / 11;
    g_assert_cmpfloat(cycle, >, 80);
    for (uint32_t i = 0; i < G_N_ELEMENTS(wanted); ++i) {
        const Shape *bar = bar_of(stage, i);
        g_assert_cmpfloat(fabs(bar->box.x - zero - cycle * wanted[i].start), <,
                          1.5);
        g_assert_cmpfloat(fabs(rect_right(bar->box) - zero -
                               cycle * wanted[i].end),
                          <, 2.5);
        g_assert_cmpint(bar->fill, ==, wanted[i].color);
    }
    /* block 1 lies under block 0 */
    g_assert_cmpfloat(bar_of(stage, 4)->box.y, >,
                      rect_bottom(bar_of(stage, 0)->box));
    /* what waits for the other block is pale, once here and once in the legend;
     * one arrow goes there, and one is in the legend */
    size_t pale = 0;
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->alpha >= 1 || shape->fill != COLOR_CONFLICT)
            continue;
        ++pale;
        if (shape->thing.kind != THING_BLOCK)
            continue;
        g_assert_cmpfloat(fabs(shape->box.x - zero - 4 * cycle), <, 1.5);
        g_assert_cmpfloat(fabs(shape->box.w - 7 * cycle), <, 1.5);
    }
    g_assert_cmpuint(pale, ==, 2);
    stage_free(stage);
}

/* What is said at each moment: nothing has not begun because it is played
 * later. */
static void test_says(void)
{
    static const char *const said[] = {
        "Cycle 0 of 15: 1 block runs, 1 has not started.",
        "Cycle 10 of 15: 1 block runs, 1 waits.",
        "Cycle 11 of 15: 2 blocks run.",
        "Cycle 12 of 15: 1 block runs, 1 has ended.",
        "Cycle 4 of 15: 1 block runs, 1 waits.",
        "Cycle 15 of 15: 2 blocks have ended."};
    Stage *stage = two_blocks();

    for (size_t p = 0; p < G_N_ELEMENTS(said); ++p) {
        draw_at(stage, p);
        if (!stage_says(stage, said[p]))
            g_error("at %zu it is not said: %s", p, said[p]);
    }
    g_assert_true(stage_says(stage, "15 cycles"));
    g_assert_true(stage_says(stage, "waits for block 0"));
    g_assert_true(
        stage_mentions(stage, THING_TOTALS, "17 of work in 2 blocks"));
    g_assert_true(stage_mentions(stage, THING_FRAME,
                                 "a first load from global memory 10 · the "
                                 "next launch 20 · a value used before 4 · "
                                 "next block 3"));
    stage_free(stage);
}

/* For one block the view says how its time contains T, which other frames show;
 * and what is black is the critical path, so that barriers are grey. */
static void test_one_block(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 64, 4, false);
    int grey = 0, black = 0;

    stage_draw_at(stage, 56, 1920, 1080);
    stage->scene.only = 1 + AREA_TIME;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    g_assert_true(stage_says(stage, "426 cycles"));
    g_assert_true(
        stage_mentions(stage, THING_TOTALS, "362 of them on shared memory"));
    g_assert_true(stage_says(stage, "waits at a barrier"));
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind != SHAPE_LINE || shape->thing.kind != THING_BLOCK ||
            shape->x[0] != shape->x[1])
            continue;
        grey += shape->edge == COLOR_DIM;
        black += shape->edge == COLOR_INK;
    }
    g_assert_cmpint(grey, >, 10);
    g_assert_cmpint(black, ==, 0);
    stage_free(stage);
}

/* Launches that are too narrow for their names have their number; the names of
 * phases lie over the line of the cycle shown. */
static void test_names(void)
{
    Stage *stage = stage_new("three-phase", OP_ADD, 64, 4, true);
    size_t line = 0, names = 0, after = 0;

    draw_at(stage, 100);
    stage->scene.costs = NULL; /* launches lie far from each other */
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    g_assert_true(stage_says(stage, "launch 1: scan each block"));
    g_assert_true(stage_says(stage, "launch 3"));
    g_assert_true(stage_says(stage, "W1"));
    stage_free(stage);
    stage = stage_new("look-back", OP_ADD, 64, 4, true);
    draw_at(stage, 143);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_TEXT &&
            strncmp(shape_text(&stage->list, shape), "cycle ", 6) == 0)
            line = i;
        if (shape->kind == SHAPE_TEXT &&
            strcmp(shape_text(&stage->list, shape), "look back") == 0) {
            ++names;
            after += line > 0 && i > line;
        }
    }
    g_assert_cmpuint(names, >, 0);
    g_assert_cmpuint(after, ==, names);
    stage_free(stage);
}

/* ---- Legible ----*/

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view-time/places", test_places);
    g_test_add_func("/view-time/says", test_says);
    g_test_add_func("/view-time/one block", test_one_block);
    g_test_add_func("/view-time/names", test_names);
    return g_test_run();
}
