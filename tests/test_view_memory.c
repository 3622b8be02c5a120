/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/view_memory.c: which cells are touched, which rows and
 * banks are seen, where there are numbers, and how a predicted layout looks.
 */
#include "draw/font.h"
#include "program_writer.h"
#include "stage.h"
#include "shape_is.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Memory alone, at POSITION. */
static void draw_memory_at(Stage *stage, size_t position, bool steps, int width,
                           int height)
{
    stage_draw_at(stage, position, width, height);
    stage->scene.only = 1 + AREA_MEMORY;
    stage->scene.steps = steps;
    frame_draw(&stage->list, &stage->scene, width, height);
}

static bool is_strong(Color color)
{
    return color == COLOR_LOAD || color == COLOR_STORE ||
           color == COLOR_CONFLICT;
}

/* The colour of an access by the trace itself. */
static Color colour_of(const Trace *trace, const Instruction *at,
                       const Access *access)
{
    uint8_t queues[TRACE_MAX_BANKS];
    BankCost cost = bank_cost(trace, at, queues);

    if (cost.wavefronts > 1 && queues[access->cell % trace->run.k] > 1)
        return COLOR_CONFLICT;
    return at->kind == ACCESS_LOAD ? COLOR_LOAD : COLOR_STORE;
}

/* Those that are touched are in the colour of what happens, and no others. */
static void test_touched(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 32, 4, false);
    const Trace *trace = stage->traces[0];

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        const Instruction *at = trace->instructions + p - 1;
        const Access *access = trace_accesses(trace, at);
        int wanted = trace_is_shared(at) ? at->lanes : 0, seen = 0;
        draw_memory_at(stage, p, false, 1920, 1080);
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (shape->kind != SHAPE_RECT || shape->thing.kind != THING_CELL ||
                !is_strong(shape->fill))
                continue;
            int lane = 0;
            while (lane < wanted && access[lane].cell != shape->thing.a)
                ++lane;
            g_assert_cmpint(lane, <, wanted);
            g_assert_cmpint(shape->fill, ==,
                            colour_of(trace, at, access + lane));
            ++seen;
        }
        g_assert_cmpint(seen, ==, wanted);
    }
    stage_free(stage);
}

/* The shape of a cell that is drawn last but for its text: its colour. */
static Color fill_of(const Stage *stage, uint32_t cell, int *shapes)
{
    Color fill = COLOR_NONE;

    *shapes = 0;
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind != SHAPE_RECT || shape->thing.kind != THING_CELL ||
            shape->thing.a != cell)
            continue;
        fill = shape->fill == COLOR_NONE ? fill : shape->fill;
        ++*shapes;
    }
    return fill;
}

/* The border of a cell. */
static Color edge_of(const Stage *stage, uint32_t cell)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_RECT && shape->thing.kind == THING_CELL &&
            shape->thing.a == cell)
            return shape->edge;
    }
    return COLOR_NONE;
}

/* While an instruction is under way, a cell that is loaded is coloured from
 * when its turn comes, one that is stored when the word has arrived; until then
 * it has a border. */
static void test_under_way(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 16, 4, false);
    int cases[2][2] = {{0}}, shapes;

    for (uint32_t tick = 1; tick <= stage->player.ticks; ++tick)
        for (double share = 0.15; share < 1; share += 0.2) {
            player_seek(&stage->player, tick);
            player_halt(&stage->player, share);
            stage_draw(stage, 1920, 1080);
            DisplayList other = {.width = 1920, .height = 1080};
            View view = view_open(&other, &stage->scene, 0);
            bool store = view.running && view.running->kind == ACCESS_STORE;
            for (int i = 0; view_is_shared(&view) && i < view.running->lanes;
                 ++i) {
                const Access *access = view.accesses + i;
                double served = view_served(&view, access);
                bool shown = store ? served >= 1 : served > 0;
                Color fill = fill_of(stage, access->cell, &shapes);
                g_assert_cmpint(is_strong(fill), ==, shown);
                if (!shown)
                    g_assert_true(is_strong(edge_of(stage, access->cell)));
                ++cases[store][shown];
            }
            view_close(&view);
        }
    for (int i = 0; i < 4; ++i)
        g_assert_cmpint(cases[i / 2][i % 2], >, 20);
    stage_free(stage);
}

/* Which of the cells at one height have numbers. */
typedef struct {
    double y;
    int cells, numbers;
} Row;

static Row *row_at(GArray *rows, double y)
{
    for (guint i = 0; i < rows->len; ++i)
        if (fabs(g_array_index(rows, Row, i).y - y) < 2)
            return &g_array_index(rows, Row, i);
    Row row = {y, 0, 0};
    g_array_append_val(rows, row);
    return &g_array_index(rows, Row, rows->len - 1);
}

/* The rows of the first trace; cells of folded banks do not count. */
static GArray *find_rows(const Stage *stage)
{
    GArray *rows = g_array_new(false, false, sizeof(Row));

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->thing.kind != THING_CELL || shape->thing.trace != 1)
            continue;
        Row *row = row_at(rows, shape->box.y + shape->box.h / 2);
        if (shape->kind == SHAPE_TEXT)
            ++row->numbers;
        else if (shape->fill != COLOR_NONE && shape->box.w > 6)
            ++row->cells;
    }
    return rows;
}

/* In all cells of a row there are numbers, or in none; both happen. */
static void test_all_or_none(void)
{
    static const struct {
        const char *names;
        Op op;
        uint32_t n, k;
    } cases[] = {{"padding", OP_ADD, 64, 4},
                 {"nopadding leftright", OP_ADD, 256, 32},
                 {"hillis-steele", OP_FADD, 64, 16},
                 {"leftright", OP_ADD, 2048, 32}};
    int with = 0, without = 0;

    for (size_t c = 0; c < G_N_ELEMENTS(cases); ++c) {
        Stage *stage = stage_new(cases[c].names, cases[c].op, cases[c].n,
                                 cases[c].k, strchr(cases[c].names, '-'));
        for (size_t p = 1; p <= stage->traces[0]->instructions_count; p += 13) {
            stage_draw_at(stage, p, 1920, 1080);
            GArray *rows = find_rows(stage);
            for (guint i = 0; i < rows->len; ++i) {
                Row row = g_array_index(rows, Row, i);
                g_assert_true(row.numbers == 0 || row.numbers == row.cells);
                with += row.numbers > 0;
                without += row.numbers == 0;
            }
            g_array_free(rows, true);
        }
        stage_free(stage);
    }
    g_assert_cmpint(MIN(with, without), >, 20);
}

/* What is touched by the longest queue is in the picture, also of a memory of
 * which not all rows fit; of a low one all rows are. */
static void test_folding(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 2048, 32, false);
    const Trace *trace = stage->traces[0];
    int folded = 0;

    for (size_t p = 1; p <= trace->instructions_count; p += 29) {
        const Instruction *at = trace->instructions + p - 1;
        uint8_t queues[TRACE_MAX_BANKS] = {0};
        uint32_t longest = bank_cost(trace, at, queues).latency;
        const Access *access = trace_accesses(trace, at);
        int shapes, seen = 0;
        if (!trace_is_shared(at) || longest < 2)
            continue;
        stage_draw_at(stage, p, 1920, 1080);
        for (int i = 0; i < at->lanes; ++i) {
            fill_of(stage, access[i].cell, &shapes);
            seen += shapes > 0;
        }
        g_assert_cmpint(seen, >, 0);
        folded += seen < at->lanes;
        g_assert_true(stage_mentions(stage, THING_FRAME, ", folded"));
    }
    g_assert_cmpint(folded, >, 3);
    stage_free(stage);
}

/* A step as a whole has all cells that it touches in colour. */
static void test_step(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 32, 4, false);
    const Trace *trace = stage->traces[0];

    for (uint32_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        size_t end = step->first_instruction + step->instruction_count;
        draw_memory_at(stage, end, true, 1920, 1080);
        for (size_t i = step->first_instruction; i < end; ++i) {
            const Instruction *at = trace->instructions + i;
            int shapes;
            for (int a = 0; trace_is_shared(at) && a < at->lanes; ++a)
                g_assert_true(
                    is_strong(fill_of(stage, trace_accesses(trace, at)[a].cell,
                                      &shapes)));
        }
    }
    stage_free(stage);
}

/* The threads that the queues of the picture have, by bank. */
static char *queued(const Stage *stage)
{
    GString *all = g_string_new("");

    for (uint32_t bank = 0; bank < 4; ++bank)
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            if (shape->kind == SHAPE_TEXT && shape_is(shape, THING_QUEUE) &&
                shape->thing.a == bank)
                g_string_append_printf(all, "%u:%s ", bank,
                                       shape_text(&stage->list, shape));
        }
    return g_string_free(all, FALSE);
}

/* With a predicted padding the queues are as in the scan that has it. */
static void test_predicted(void)
{
    Stage *plain = stage_new("nopadding", OP_ADD, 64, 4, false);
    Stage *padded = stage_new("padding", OP_ADD, 64, 4, false);
    const Trace *trace = plain->traces[0];
    size_t count;
    WhatIf *arrays = what_if_of(trace, &count);
    PaddedArray predicted = {arrays, REMEDY_INDEX};
    int changed = 0;

    g_assert_cmpuint(count, ==, 1);
    for (size_t p = 0; p <= trace->instructions_count; p += 5) {
        stage_draw_at(plain, p, 1920, 1080);
        char *before = queued(plain);
        plain->scene.predicted = predicted;
        frame_draw(&plain->list, &plain->scene, 1920, 1080);
        stage_draw_at(padded, p, 1920, 1080);
        char *got = queued(plain), *want = queued(padded);
        g_assert_cmpstr(got, ==, want);
        g_assert_true(stage_says(plain, "predicted: index s[i + i / 4]"));
        changed += strcmp(got, before) != 0;
        g_free(before);
        g_free(got);
        g_free(want);
    }
    g_assert_cmpint(changed, >, 10);
    free(arrays);
    stage_free(plain);
    stage_free(padded);
}

/* ---- Programs -------------------------------------------------------------
 */

/* Eight lanes store to every second double of low, and then to every fourth
 * float of mid. */
static Trace *program(const double low[8], const float mid[8])
{
    ProgramWriter log;
    Error error = {0};

    writer_begin(&log);
    uint32_t first = writer_site(&log, 16 * 5 + 1);
    uint32_t second = writer_site(&log, 16 * 6 + 1);
    writer_launch(&log, "numbers", 1, 8, "");
    writer_variable(&log, "low", "double [16]", 0, 128, ELEMENT_F64, 8, 16, 0);
    writer_variable(&log, "mid", "float [33]", 128, 132, ELEMENT_F32, 4, 33, 0);
    writer_block(&log, 0);
    writer_access(&log, 0, 0, first, PROGRAM_STORE, PROGRAM_SHARED, 8, 0);
    for (uint32_t i = 0; i < 8; ++i)
        writer_lane(&log, i, 16 * i, low + i, 8, 0);
    writer_access(&log, 0, 0, second, PROGRAM_STORE, PROGRAM_SHARED, 4, 0);
    for (uint32_t i = 0; i < 8; ++i)
        writer_lane(&log, i, 128 + 16 * i, mid + i, 4, 0);
    writer_end(&log, 260);
    Trace *trace = writer_trace(&log, &error);
    g_assert_cmpstr(trace ? "" : error.text, ==, "");
    writer_free(&log);
    return trace;
}

/* The text on CELL; "": it has none. */
static const char *text_on(const Stage *stage, uint32_t cell)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i)
        if (stage->list.shapes[i].kind == SHAPE_TEXT &&
            stage->list.shapes[i].thing.kind == THING_CELL &&
            stage->list.shapes[i].thing.a == cell)
            return shape_text(&stage->list, stage->list.shapes + i);
    return "";
}

/* Arrays have their types, rows the names of their first elements; a number of
 * two cells is written once. */
static void test_names(void)
{
    const double low[8] = {5.5, 1, 2, 3, 4, 5, 6, 7};
    const float mid[8] = {0.5f, 1, 2, 3, 4, 5, 6, 7};
    Stage *stage = stage_of((Trace *[]){program(low, mid)}, 1);

    draw_memory_at(stage, 1, false, 1920, 1080);
    g_assert_true(stage_says(stage, "double low[16] · float mid[33]"));
    g_assert_true(stage_says(stage, "low[0]"));
    g_assert_true(stage_says(stage, "mid[0]"));
    g_assert_true(stage_says(stage, "mid[32]"));
    g_assert_cmpstr(text_on(stage, 0), ==, "T0 ▶ 5.5");
    g_assert_cmpstr(text_on(stage, 1), ==, "");
    stage_free(stage);
}

/* All numbers of a row have one form: with the thread, in full, or rounded,
 * which is marked. */
static void test_forms(void)
{
    static const struct {
        float mid[8];
        int width;
        const char *first, *second;
        bool rounded;
    } cases[] = {{{-25, -25.25f}, 1920, "T0 ▶ -25", "T1 ▶ -25.25", false},
                 {{-25, -25.25f}, 1200, "-25", "-25.25", false},
                 {{1.234567f, 1234.567f}, 1500, "1.234567", "1234.567", false},
                 {{1.234567f, 1234.567f}, 900, "1.235", "1235", false},
                 {{-1.234567e-9f, 1234.567f}, 900, "-1.2e-9", "1235", true}};
    const double low[8] = {0};

    for (size_t c = 0; c < G_N_ELEMENTS(cases); ++c) {
        Stage *stage = stage_of((Trace *[]){program(low, cases[c].mid)}, 1);
        draw_memory_at(stage, 2, false, cases[c].width, 1080);
        g_assert_cmpstr(text_on(stage, 32), ==, cases[c].first);
        g_assert_cmpstr(text_on(stage, 36), ==, cases[c].second);
        g_assert_cmpint(stage_says(stage, "≈mid[0]"), ==, cases[c].rounded);
        stage_free(stage);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_memory/touched", test_touched);
    g_test_add_func("/view_memory/under way", test_under_way);
    g_test_add_func("/view_memory/all-or-none", test_all_or_none);
    g_test_add_func("/view_memory/folding", test_folding);
    g_test_add_func("/view_memory/step", test_step);
    g_test_add_func("/view_memory/predicted", test_predicted);
    g_test_add_func("/view_memory/names", test_names);
    g_test_add_func("/view_memory/forms", test_forms);
    int failed = g_test_run();
    font_done();
    return failed;
}
