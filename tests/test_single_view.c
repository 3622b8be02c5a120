/* SPDX-License-Identifier: MIT
 *
 * Tests of src/export/single_view.c: one view alone, with a column for each
 * trace that has the trace's name, phase and sentence.
 */
#include "draw/font.h"
#include "export/single_view.h"
#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { WIDTH = 1600, HEIGHT = 900 };

static void draw(Stage *stage, size_t position, Area area, bool silent)
{
    stage_draw_at(stage, position, WIDTH, HEIGHT);
    stage->scene.no_caption = silent;
    single_view_draw(&stage->list, &stage->scene, area, WIDTH, HEIGHT);
}

/* The extent of all that belongs to a panel. */
static Rect extent(const Stage *stage, int panel)
{
    double left = INFINITY, right = -INFINITY, top = left, bottom = right;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->thing.trace - 1 != panel || shape->kind == SHAPE_UNCLIP)
            continue;
        left = fmin(left, shape->box.x);
        right = fmax(right, shape->box.x + shape->box.w);
        top = fmin(top, shape->box.y);
        bottom = fmax(bottom, shape->box.y + shape->box.h);
    }
    return (Rect){left, top, right - left, bottom - top};
}

static const Area columns[] = {AREA_TREE, AREA_MEMORY, AREA_QUEUES,
                               AREA_SOURCE};

static void test_columns(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 16, 4, false);

    for (size_t i = 0; i < G_N_ELEMENTS(columns); ++i) {
        draw(stage, 20, columns[i], false);
        Rect left = extent(stage, 0), right = extent(stage, 1);
        g_assert_cmpfloat(left.x + left.w, <=, WIDTH / 2);
        g_assert_cmpfloat(right.x, >=, WIDTH / 2);
        g_assert_cmpfloat(right.x + right.w, <=, WIDTH);
        /* Columns are of one width, with a gap between and margins beside. */
        g_assert_cmpfloat(right.x - WIDTH / 2, >=, 8);
        g_assert_cmpfloat(left.y + left.h, <=, HEIGHT);
        g_assert_true(stage_says(stage, "LeftRight"));
        g_assert_true(stage_says(stage, "Padding"));
    }
    stage_free(stage);
}

/* What a trace does not have is left out, and only that. */
static void test_what_there_is(void)
{
    Stage *stage = stage_new("warp-shuffle look-back", OP_ADD, 32, 32, true);
    const AnalysedTrace *shuffle = stage->analysed_traces[0],
                        *blocks = stage->analysed_traces[1];

    g_assert_false(single_view_has(shuffle, AREA_MEMORY));
    g_assert_false(single_view_has(shuffle, AREA_QUEUES));
    g_assert_true(single_view_has(shuffle, AREA_TREE));
    g_assert_true(single_view_has(shuffle, AREA_SOURCE));
    g_assert_true(single_view_has(shuffle, AREA_BLOCKS));
    g_assert_true(single_view_has(blocks, AREA_BLOCKS));
    stage_free(stage);
    stage = stage_new("leftright warp-shuffle", OP_ADD, 32, 32, true);
    g_assert_true(single_view_has(stage->analysed_traces[0], AREA_MEMORY));
    g_assert_false(single_view_has(stage->analysed_traces[0], AREA_BLOCKS));
    draw(stage, 4, AREA_MEMORY, false);
    g_assert_cmpuint(stage_tags(stage, THING_CELL, 0), >, 16);
    g_assert_cmpuint(stage_tags(stage, THING_CELL, 1), ==, 0);
    g_assert_cmpuint(stage_tags(stage, THING_BANK, 1), ==, 0);
    stage_free(stage);
}

/* How many texts of a panel say what happens; the lowest is at *Y. */
static int sentences(const Stage *stage, int panel, double *y)
{
    int count = 0;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind != SHAPE_TEXT || shape->thing.kind != THING_SENTENCE ||
            shape->thing.trace - 1 != panel || shape->thing.a != 1)
            continue;
        *y = shape->box.y;
        ++count;
    }
    return count;
}

static void test_words(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 16, 4, false);
    const Trace *trace = stage->traces[0];
    size_t position = 1;
    double y[2];

    while (trace->steps[trace->instructions[position - 1].step].level != 2)
        ++position;
    for (size_t i = 0; i < G_N_ELEMENTS(columns); ++i) {
        draw(stage, position, columns[i], false);
        g_assert_true(
            stage_mentions(stage, THING_SENTENCE, "up-sweep, level 2"));
        g_assert_cmpint(sentences(stage, 0, y), >, 0);
        g_assert_cmpint(sentences(stage, 1, y), >, 0);
        draw(stage, position, columns[i], true);
        g_assert_cmpint(sentences(stage, 0, y), ==, 0);
    }
    draw(stage, 1, AREA_TREE, false); /* a step without levels */
    g_assert_false(stage_mentions(stage, THING_SENTENCE, "level"));
    stage_free(stage);
}

static void test_race(void)
{
    Stage *stage = stage_new("hillis-steele-racy", OP_ADD, 16, 4, true);
    const AnalysedTrace *analysed = stage->analysed_traces[0];
    size_t position = 0;

    while (!(analysed->marks[position] & MARK_RACE))
        ++position;
    draw(stage, position + 1, AREA_MEMORY, false);
    g_assert_true(stage_mentions(stage, THING_SENTENCE, "Race at cell"));
    stage_free(stage);
}

/* Timelines, and below them sentences, in the order of the traces. */
static void test_timelines(void)
{
    Stage *stage =
        stage_new("leftright padding nopadding", OP_ADD, 16, 4, false);
    double y[3] = {0};

    draw(stage, 20, AREA_TIMELINE, false);
    for (int t = 0; t < 3; ++t) {
        Rect area = stage->list.areas[AREA_TIMELINE][t];
        g_assert_cmpint(sentences(stage, t, y + t), >, 0);
        g_assert_cmpfloat(area.y + area.h, <, y[t]);
        if (t == 0)
            continue;
        Rect before = stage->list.areas[AREA_TIMELINE][t - 1];
        /* the mark of the present reaches over its bars */
        g_assert_cmpfloat(area.y, >, before.y + before.h + 8);
        g_assert_cmpfloat(y[t], >, y[t - 1]);
    }
    stage_free(stage);
}

/* Queues alone fill the frame, under the names of the banks, and say what they
 * are; a step's are the longest. */
static void test_queues(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 64, 4, false);
    const Step *step = stage->traces[0]->steps + 1;
    double highest = 0;

    stage_draw_at(stage, step->first_instruction + step->instruction_count,
                  WIDTH, HEIGHT);
    stage->scene.steps = true;
    single_view_draw(&stage->list, &stage->scene, AREA_QUEUES, WIDTH, HEIGHT);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape_is(shape, THING_QUEUE))
            highest = fmax(highest, shape->box.h);
    }
    g_assert_cmpfloat(highest, >, HEIGHT * 0.1);
    g_assert_true(stage_says(stage, "bank 0"));
    g_assert_true(stage_says(stage, "longest queue"));
    g_assert_true(stage_says(stage, "the longest queue of each bank in this "
                                    "step"));
    draw(stage, 40, AREA_QUEUES, false);
    g_assert_true(stage_says(stage, "the queue of each bank"));
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/single_view/columns", test_columns);
    g_test_add_func("/single_view/what there is", test_what_there_is);
    g_test_add_func("/single_view/words", test_words);
    g_test_add_func("/single_view/queues", test_queues);
    g_test_add_func("/single_view/race", test_race);
    g_test_add_func("/single_view/timelines", test_timelines);
    int failed = g_test_run();
    font_done();
    return failed;
}
