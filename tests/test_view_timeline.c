/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_timeline.c: a bar or a column stands where its cycles
 * are, in the colour of what happens then, and the marks are at the present.
 */
#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* Where cycles are in a drawing: taken from its bars, not from the view. */
typedef struct {
    double start; /* of cycle 0, pixels */
    double pitch; /* pixels a cycle */
} Axis;

static bool is_bar(const Shape *shape, int panel)
{
    return shape->kind == SHAPE_RECT &&
           shape->thing.kind == THING_INSTRUCTION &&
           shape->thing.trace - 1 == panel && shape->box.h > 8 &&
           (shape->fill == COLOR_LOAD || shape->fill == COLOR_STORE ||
            shape->fill == COLOR_CONFLICT);
}

static const Shape *find_bar(const Stage *stage, int panel, size_t instruction)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (is_bar(shape, panel) && shape->thing.a == instruction)
            return shape;
    }
    return NULL;
}

static uint32_t total_of(const Stage *stage, int panel)
{
    const BankTable *banks = &stage->analysed_traces[panel]->banks;

    return banks->starts[banks->count];
}

/* Its kind, and whether lanes wait, by the trace itself. */
static Color colour_of(const Trace *trace, size_t i)
{
    const Instruction *at = trace->instructions + i;

    if (bank_cost(trace, at, NULL).wavefronts > 1)
        return COLOR_CONFLICT;
    return at->kind == ACCESS_LOAD ? COLOR_LOAD : COLOR_STORE;
}

/* The mark of the present: a head that points down. */
static const Shape *find_mark(const Stage *stage, int panel, ThingKind kind)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_ARROW && shape_is(shape, kind) &&
            shape->thing.trace - 1 == panel && shape->fill == COLOR_INK)
            return shape;
    }
    g_error("panel %d has no mark of the present", panel);
    return NULL;
}

/* The axis of the panel with the most cycles, from its first and last bar. */
static Axis axis_of(const Stage *stage, int panel)
{
    const BankTable *banks = &stage->analysed_traces[panel]->banks;
    size_t first = 0, last = banks->count - 1;

    while (banks->costs[first].latency == 0)
        ++first;
    while (banks->costs[last].latency == 0)
        --last;
    double from = find_bar(stage, panel, first)->box.x;
    double to = find_bar(stage, panel, last)->box.x;
    double pitch = (to - from) / (banks->starts[last] - banks->starts[first]);
    return (Axis){from - banks->starts[first] * pitch, pitch};
}

/* ---- Bars ---------------------------------------------------------------- */

static void check_bar(const Stage *stage, int panel, size_t i, Axis axis)
{
    const BankTable *banks = &stage->analysed_traces[panel]->banks;
    const Shape *bar = find_bar(stage, panel, i);
    double from = axis.start + banks->starts[i] * axis.pitch;
    double to = axis.start + banks->starts[i + 1] * axis.pitch;

    g_assert_nonnull(bar);
    g_assert_cmpfloat_with_epsilon(bar->box.x, from, 1.5);
    g_assert_cmpfloat(bar->box.x + bar->box.w, <=, to + 1);
    g_assert_cmpfloat(bar->box.x + bar->box.w, >=, to - 4);
    g_assert_cmpint(bar->fill, ==, colour_of(stage->traces[panel], i));
    if (i < stage->scene.positions[panel])
        g_assert_cmpfloat(bar->alpha, ==, 1);
    else
        g_assert_cmpfloat(bar->alpha, <, 0.5);
}

/* Loads are low, stores higher, conflicts highest, all on one foot. */
static void check_heights(const Stage *stage, int panel)
{
    double heights[COLOR_COUNT] = {0}, foot = 0;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *bar = stage->list.shapes + i;
        if (!is_bar(bar, panel))
            continue;
        double own = bar->box.y + bar->box.h;
        foot = foot > 0 ? foot : own;
        g_assert_cmpfloat_with_epsilon(own, foot, 0.01);
        if (heights[bar->fill] > 0)
            g_assert_cmpfloat(bar->box.h, ==, heights[bar->fill]);
        heights[bar->fill] = bar->box.h;
    }
    g_assert_cmpfloat(heights[COLOR_LOAD], >, 0);
    g_assert_cmpfloat(heights[COLOR_STORE], >, heights[COLOR_LOAD] + 3);
    if (heights[COLOR_CONFLICT] > 0)
        g_assert_cmpfloat(heights[COLOR_CONFLICT], >, heights[COLOR_STORE] + 3);
}

static void test_bars(void)
{
    Stage *stage = stage_new("padding leftright", OP_ADD, 64, 4, false);
    size_t most = stage->traces[0]->instructions_count;

    g_assert_cmpuint(total_of(stage, 0), >, total_of(stage, 1));
    for (size_t position = 0; position <= most; position += most / 3) {
        player_seek(&stage->player, (uint32_t)position);
        stage_draw(stage, 1920, 1080);
        Axis axis = axis_of(stage, 0); /* both have this one */
        for (int t = 0; t < 2; ++t) {
            const BankTable *banks = &stage->analysed_traces[t]->banks;
            for (size_t i = 0; i < banks->count; ++i)
                if (banks->costs[i].latency)
                    check_bar(stage, t, i, axis);
                else
                    g_assert_null(find_bar(stage, t, i));
            check_heights(stage, t);
        }
    }
    stage_free(stage);
}

/* What takes no cycle is a tick under the bars, where it happens. */
static void test_ticks(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    const BankTable *banks = &stage->analysed_traces[0]->banks;
    uint32_t ticks = 0;

    stage_draw_at(stage, banks->count / 2, 1920, 1080);
    Axis axis = axis_of(stage, 0);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        uint32_t at = shape->thing.a;
        if (shape->kind != SHAPE_RECT ||
            shape->thing.kind != THING_INSTRUCTION || is_bar(shape, 0))
            continue;
        g_assert_cmpuint(banks->costs[at].latency, ==, 0);
        g_assert_cmpfloat_with_epsilon(
            shape->box.x, axis.start + banks->starts[at] * axis.pitch, 1.5);
        g_assert_cmpint(shape->alpha >= 1, ==, at < stage->scene.positions[0]);
        ++ticks;
    }
    g_assert_cmpuint(ticks, >=, 2);
    stage_free(stage);
}

/* ---- The present --------------------------------------------------------- */

static void test_present(void)
{
    Stage *stage = stage_new("padding leftright", OP_ADD, 64, 4, false);
    Player *player = &stage->player;

    for (uint32_t tick = 1; tick <= player->ticks; tick += 11) {
        for (double share = 0.25; share <= 1; share += 0.25) {
            player_seek(player, tick);
            if (share < 1)
                player_halt(player, share);
            stage_draw(stage, 1920, 1080);
            Axis axis = axis_of(stage, 0);
            for (int t = 0; t < 2; ++t) {
                const uint32_t *starts =
                    stage->analysed_traces[t]->banks.starts;
                size_t position = stage->scene.positions[t];
                double done = 1 - stage->scene.remains[t];
                ThingKind kind = done < 1 ? THING_MOTION : THING_TOTALS;
                double cycle = starts[position];
                if (position && done < 1)
                    cycle -= (1 - done) * (cycle - starts[position - 1]);
                g_assert_cmpfloat_with_epsilon(find_mark(stage, t, kind)->x[1],
                                               axis.start + cycle * axis.pitch,
                                               2.5);
            }
        }
    }
    stage_free(stage);
}

/* ---- Columns ------------------------------------------------------------- */

/* True if a bar in the colour of conflicts covers part of FROM .. TO. */
static bool has_conflict(const Stage *stage, int panel, double from, double to)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *bar = stage->list.shapes + i;
        if (is_bar(bar, panel) && bar->fill == COLOR_CONFLICT &&
            bar->box.x <= to + 1 && bar->box.x + bar->box.w >= from - 1)
            return true;
    }
    return false;
}

/* Thousands of cycles: bars share pixels, do not overlap, and hide no
 * conflict. */
static void test_columns(void)
{
    Stage *stage = stage_new("nopadding leftright", OP_ADD, 1024, 32, false);
    size_t middle = stage->traces[0]->instructions_count / 2;

    stage_draw_at(stage, middle, 1920, 1080);
    Axis axis = axis_of(stage, 0);
    g_assert_cmpfloat(axis.pitch, <, 2);
    for (int t = 0; t < 2; ++t) {
        const BankTable *banks = &stage->analysed_traces[t]->banks;
        double end = 0;
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *bar = stage->list.shapes + i;
            if (!is_bar(bar, t))
                continue;
            g_assert_cmpfloat(bar->box.w, >=, 1);
            g_assert_cmpfloat(bar->box.x, >=, end);
            g_assert_cmpint(bar->fill, ==,
                            colour_of(stage->traces[t], bar->thing.a));
            end = bar->box.x + bar->box.w;
        }
        for (size_t i = 0; i < banks->count; ++i)
            if (banks->costs[i].wavefronts > 1)
                g_assert_true(has_conflict(
                    stage, t, axis.start + banks->starts[i] * axis.pitch,
                    axis.start + banks->starts[i + 1] * axis.pitch));
    }
    stage_free(stage);
}

/* ---- Totals and marks ---------------------------------------------------- */

/* Totals say what is done, of what; beside a question only what is done. */
static void test_totals(void)
{
    Stage *stage = stage_new("leftright padding", OP_ADD, 64, 4, false);
    char text[64];

    stage_draw_at(stage, 40, 1920, 1080);
    for (int t = 0; t < 2; ++t) {
        const BankTable *banks = &stage->analysed_traces[t]->banks;
        g_snprintf(text, sizeof text, "%u of %u cycles",
                   banks->starts[stage->scene.positions[t]],
                   total_of(stage, t));
        g_assert_true(stage_mentions(stage, THING_TOTALS, text));
    }
    Cover cover = {.answer = true};
    stage->scene.cover = &cover;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    g_assert_false(stage_mentions(stage, THING_TOTALS, " of "));
    stage_free(stage);
}

/* Each race has a mark, and nothing else has. */
static void test_faults(void)
{
    Stage *stage =
        stage_new("hillis-steele-racy hillis-steele", OP_ADD, 16, 4, true);
    int marks[2] = {0};

    stage_draw_at(stage, 0, 1920, 1080);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind != SHAPE_ARROW || shape->fill != COLOR_FAULT)
            continue;
        int t = shape->thing.trace - 1;
        g_assert_true(stage->analysed_traces[t]->marks[shape->thing.a] &
                      MARK_FAULT);
        ++marks[t];
    }
    g_assert_cmpint(marks[0], >, 0);
    g_assert_cmpint(marks[1], ==, 0);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_timeline/bars", test_bars);
    g_test_add_func("/view_timeline/ticks", test_ticks);
    g_test_add_func("/view_timeline/present", test_present);
    g_test_add_func("/view_timeline/columns", test_columns);
    g_test_add_func("/view_timeline/totals", test_totals);
    g_test_add_func("/view_timeline/faults", test_faults);
    return g_test_run();
}
