/* SPDX-License-Identifier: MIT
 *
 * Tests of the upper half of a panel (src/view/view_tree.c, tree_layout.c,
 * view_lanes.c, lane_layout.c): what nodes and registers show is
 * what the trace has done, and they stand where they belong.
 */
#include "draw/font.h"
#include "view/flow_text.h"
#include "stage.h"
#include "view/thing_shape.h"
#include "shape_is.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Shape *find(const Stage *stage, ShapeKind kind, uint32_t level,
                         uint32_t x)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == kind && shape->thing.kind == THING_NODE &&
            shape->thing.a == level && shape->thing.b == x)
            return shape;
    }
    return NULL;
}

/* The text of a node by its number in the tree; NULL: none. */
static const Shape *text_of(const Stage *stage, size_t node)
{
    const Tree *tree = &stage->analysed_traces[0]->tree;
    uint32_t level = tree->levels - 1;

    while (tree_index(tree, level, 0) > node)
        --level;
    return find(stage, SHAPE_TEXT, level,
                (uint32_t)(node - tree_index(tree, level, 0)));
}

static bool is_strong(Color color)
{
    return color == COLOR_LOAD || color == COLOR_STORE ||
           color == COLOR_CONFLICT || color == COLOR_GLOBAL;
}

/* ---- The tree ------------------------------------------------------------ */

/* The root is at the top, and each node over the middle of its leaves. */
static void test_places(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    const Tree *tree = &stage->analysed_traces[0]->tree;

    stage_draw_at(stage, stage->traces[0]->instructions_count, 1920, 1080);
    for (uint32_t level = 0; level + 1 < tree->levels; ++level)
        for (uint32_t x = 0; x < tree_width(tree, level + 1); ++x) {
            Rect a = find(stage, SHAPE_RECT, level, 2 * x)->box;
            Rect b = find(stage, SHAPE_RECT, level, 2 * x + 1)->box;
            Rect over = find(stage, SHAPE_RECT, level + 1, x)->box;
            g_assert_cmpfloat(over.y + over.h, <, a.y);
            g_assert_cmpfloat(a.x + a.w, <=, b.x);
            g_assert_cmpfloat_with_epsilon(over.x + over.w / 2,
                                           (a.x + b.x + b.w) / 2, 1);
        }
    stage_free(stage);
}

/* A node over the leaves says what it holds from when that is stored, not
 * before. */
static void test_values(void)
{
    static const char *const names[] = {"leftright", "padding", "brent-kung"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Stage *stage = stage_new(names[a], OP_ADD, 16, 4, a == 2);
        const Tree *tree = &stage->analysed_traces[0]->tree;
        size_t count = stage->traces[0]->instructions_count;
        for (size_t p = 0; p <= count; ++p) {
            stage_draw_at(stage, p, 1920, 1080);
            for (uint32_t node = tree->n; node < tree->count; ++node) {
                bool known = tree->nodes[node].built_at < p ||
                             tree->nodes[node].prefix_at < p;
                bool says = text_of(stage, node) != NULL;
                if (known != says)
                    g_error("%s: node %u says %s after %zu", names[a], node,
                            says ? "something" : "nothing", p);
            }
        }
        stage_free(stage);
    }
}

/* What is stored is not known while it is under way. */
static void test_awaited(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    const Tree *tree = &stage->analysed_traces[0]->tree;
    uint32_t seen = 0;

    for (uint32_t node = tree->n; node < tree->count; ++node) {
        uint32_t at = tree->nodes[node].built_at;
        if (at >= stage->traces[0]->instructions_count ||
            stage->traces[0]->instructions[at].kind != ACCESS_STORE)
            continue;
        player_seek(&stage->player, at + 1);
        player_halt(&stage->player, 0.2);
        stage_draw(stage, 1920, 1080);
        g_assert_null(text_of(stage, node));
        ++seen;
    }
    g_assert_cmpuint(seen, >=, 14);
    stage_free(stage);
}

/* Each lane is at its own node. */
static void test_lanes_at_nodes(void)
{
    static const char *const names[] = {"leftright", "padding"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Stage *stage = stage_new(names[a], OP_ADD, 16, 4, false);
        const Trace *trace = stage->traces[0];
        for (size_t p = 1; p <= trace->instructions_count; ++p) {
            uint32_t strong = 0;
            stage_draw_at(stage, p, 1920, 1080);
            for (size_t i = 0; i < stage->list.shapes_count; ++i) {
                const Shape *shape = stage->list.shapes + i;
                strong += shape->kind == SHAPE_RECT &&
                          shape->thing.kind == THING_NODE &&
                          is_strong(shape->fill);
            }
            if (strong != trace->instructions[p - 1].lanes)
                g_error("%s: %u nodes for %d lanes after %zu", names[a], strong,
                        trace->instructions[p - 1].lanes, p);
        }
        stage_free(stage);
    }
}

/* The frame of the step that ends at POSITION, as a whole. */
static void draw_step(Stage *stage, size_t position)
{
    stage_draw_at(stage, position, 1920, 1080);
    stage->scene.steps = true;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
}

/* The number that a node shows: of "3 + 4 = 7" the last. */
static unsigned long shown_at(const Stage *stage, size_t node)
{
    const Shape *shape = text_of(stage, node);
    g_assert_nonnull(shape);
    const char *text = shape_text(&stage->list, shape);
    const char *sum = strstr(text, "= ");

    return strtoul(sum ? sum + 2 : text, NULL, 10);
}

/* On the way up each node that is made shows the sum of what its children show,
 * also where one cell has held several of them. */
static void check_sums_shown(const Stage *stage, size_t position)
{
    const Tree *tree = &stage->analysed_traces[0]->tree;

    for (uint32_t level = 1; level < tree->levels; ++level)
        for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
            size_t node = tree_index(tree, level, x);
            size_t left = tree_index(tree, level - 1, 2 * x);
            if (tree->nodes[node].built_at >= position)
                continue;
            g_assert_cmpuint(shown_at(stage, node), ==,
                             shown_at(stage, left) + shown_at(stage, left + 1));
        }
}

/* A node is grey if and only if its sum is in memory no more; how many are. */
static uint32_t check_grey(const Stage *stage, size_t position)
{
    const Trace *trace = stage->traces[0];
    const Tree *tree = &stage->analysed_traces[0]->tree;
    Word *values = g_new0(Word, trace->run.words);
    Word *intervals = g_new0(Word, trace->run.words);
    uint32_t grey = 0;

    trace_memory(trace, position, values, intervals);
    for (size_t node = 0; node < tree->count; ++node) {
        const TreeNode *at = tree->nodes + node;
        const Shape *text = text_of(stage, node);
        if (at->built_at >= position || at->prefix_at < position)
            continue;
        Word wanted =
            tree_stored(trace, at->built_at, at->built_cell)->interval;
        bool there = false;
        for (uint32_t c = 0; c < trace->run.words; ++c)
            there |= intervals[c] == wanted;
        g_assert_nonnull(text);
        g_assert_cmpint(text->fill == COLOR_DIM, ==, !there);
        grey += !there;
    }
    g_free(values);
    g_free(intervals);
    return grey;
}

/* Frames of whole steps: one store is at one node, which is made by it. */
static void test_one_store_one_node(void)
{
    static const char *const names[] = {"brent-kung", "nopadding", "leftright"};

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Stage *stage = stage_new(names[a], OP_ADD, 32, 4, a == 0);
        const Trace *trace = stage->traces[0];
        uint32_t steps = 0, grey = 0;
        for (size_t s = 1; s < trace->steps_count; ++s) {
            const Step *step = trace->steps + s;
            size_t end = step->first_instruction + step->instruction_count;
            size_t stores = 0, painted = 0;
            PhaseKind phase = trace_phase_kind(trace, step);
            if (phase != PHASE_UPSWEEP && phase != PHASE_DOWNSWEEP)
                continue;
            for (size_t i = step->first_instruction; i < end; ++i)
                if (trace_is_store(trace->instructions + i))
                    stores += (size_t)trace->instructions[i].lanes;
            draw_step(stage, end);
            for (size_t i = 0; i < stage->list.shapes_count; ++i)
                painted += stage->list.shapes[i].kind == SHAPE_RECT &&
                           stage->list.shapes[i].thing.kind == THING_NODE &&
                           is_strong(stage->list.shapes[i].fill);
            g_assert_cmpuint(painted, >, 0);
            g_assert_cmpuint(painted, <=, stores);
            if (phase != PHASE_UPSWEEP)
                continue;
            check_sums_shown(stage, end);
            grey += check_grey(stage, end);
            ++steps;
        }
        g_assert_cmpuint(steps, ==, 5);
        g_assert_cmpuint(grey, ==, 16 + 24 + 28 + 30 + 31);
        stage_free(stage);
    }
}

/* Zoomed in, a node is there as soon as some of its leaves are. */
static void test_zoom(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 64, 4, false);
    const Tree *tree = &stage->analysed_traces[0]->tree;
    const Zoom zoom = {2, 0.3};

    stage_draw_at(stage, stage->traces[0]->instructions_count, 1920, 1080);
    stage->scene.zooms[ZOOM_UPPER] = zoom;
    frame_draw(&stage->list, &stage->scene, 1920, 1080);
    for (uint32_t level = 0; level < tree->levels; ++level)
        for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
            double width = tree_width(tree, level);
            double from = x / width, to = (x + 1) / width;
            double first = zoom.from, last = first + 0.25, slack = 0.01;
            bool drawn = find(stage, SHAPE_RECT, level, x) != NULL;
            if (to > first + slack && from < last - slack)
                g_assert_true(drawn);
            if (to < first - 2 * slack || from > last + 2 * slack)
                g_assert_false(drawn);
        }
    stage_free(stage);
}

/* ---- Registers ----------------------------------------------------------- */

/* No line comes from beyond the registers. */
static void check_lines(const Stage *stage)
{
    Rect area = stage->list.areas[AREA_TREE][0];

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (!shape_is(shape, THING_LANE) ||
            (shape->kind != SHAPE_LINE && shape->kind != SHAPE_CURVE))
            continue;
        g_assert_cmpfloat(shape->box.x, >=, area.x);
        g_assert_cmpfloat(shape->box.x + shape->box.w, <=, area.x + area.w);
    }
}

/* Of the warp that runs, all lanes, and none of another. */
static void test_warps(void)
{
    enum { N = 32, K = 8 };
    Stage *stage = stage_new("block-shuffle", OP_ADD, N, K, true);
    const Trace *trace = stage->traces[0];
    uint32_t threads = trace->run.threads, warps = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        const Instruction *at = trace->instructions + p - 1;
        uint32_t first = at->warp * K, arrows = 0, wanted = 0;
        bool seen[K] = {false};
        stage_draw_at(stage, p, 1920, 1080);
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            arrows += shape->kind == SHAPE_ARROW && shape->fill == COLOR_GOOD;
            if (shape->kind != SHAPE_RECT || !shape_is(shape, THING_LANE) ||
                shape->box.w < 4)
                continue;
            uint32_t thread = thing_of_shape(shape).a;
            if (thread >= first && thread < first + K)
                seen[thread - first] = true;
        }
        for (int lane = 0; lane < at->lanes; ++lane)
            wanted += trace_accesses(trace, at)[lane].cell !=
                      trace_accesses(trace, at)[lane].lane;
        for (uint32_t lane = 0; lane < K && first + lane < threads; ++lane)
            g_assert_true(seen[lane]);
        if (at->kind == ACCESS_SHFL)
            g_assert_cmpuint(arrows, ==, wanted);
        check_lines(stage);
        warps |= 1u << at->warp;
    }
    g_assert_cmpuint(warps, ==, (1u << (threads / K)) - 1);
    stage_free(stage);
}

/* The text of thread T in a row of the registers; NULL: none. */
static const char *register_text(const Stage *stage, uint32_t row, uint32_t t)
{
    const char *found = NULL;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        const char *text = shape->kind == SHAPE_TEXT &&
                                   shape->thing.kind == THING_LANE &&
                                   shape->thing.a == row && shape->thing.b == t
                               ? shape_text(&stage->list, shape)
                               : NULL;
        if (text && text[0] != 'T') /* the name of the thread */
            found = text;
    }
    return found;
}

static bool says_so(const Stage *stage, const char *words)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == SHAPE_TEXT &&
            strstr(shape_text(&stage->list, shape), words))
            return true;
    }
    return false;
}

/* Eight threads scan by shuffles: each row is shown when it is done, with the
 * sums that were made in it, left operand first. */
static void test_sums(void)
{
    enum { N = 8 };
    Stage *stage = stage_new("warp-shuffle", OP_ADD, N, N, true);
    Word now[N], next[N];

    memcpy(now, stage->traces[0]->input, sizeof now);
    for (uint32_t row = 0; row < 4; ++row) {
        uint32_t away = row ? 1u << (row - 1) : 0;
        stage_draw_at(stage, row + 1, 1920, 1080);
        for (uint32_t t = 0; t < N; ++t) {
            bool sum = row && t >= away;
            Word left = now[sum ? t - away : t];
            next[t] = sum ? left + now[t] : now[t];
            char *text =
                sum ? g_strdup_printf("%u + %u = %u", left, now[t], next[t])
                    : g_strdup_printf("%u", next[t]);
            g_assert_cmpstr(register_text(stage, row, t), ==, text);
            g_assert_null(register_text(stage, row + 1, t));
            g_free(text);
        }
        if (row) {
            char *name = g_strdup_printf("shuffle up by %u", away);
            g_assert_true(says_so(stage, name));
            g_free(name);
        }
        memcpy(now, next, sizeof now);
    }
    stage_free(stage);
}

/* A step as a whole, with two warps: each store of the step is in the colour of
 * stores where its thread stands, in the table or, of the other warp, in the
 * row of all threads; and no line runs through a cell whose word it does not
 * have.
 */
static void test_registers_of_step(void)
{
    Stage *stage = stage_new("vector-shuffle", OP_ADD, 64, 4, true);
    const Trace *trace = stage->traces[0];
    const Step *step = trace->steps;
    size_t end = step->first_instruction + step->instruction_count;
    bool stored[8] = {false};
    Word last[8] = {0};
    uint32_t stores = 0, seen = 0;

    g_assert_cmpuint(trace->run.threads, ==, 8);
    draw_step(stage, end);
    for (size_t i = step->first_instruction; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        for (int lane = 0; trace_is_store(at) && lane < at->lanes; ++lane) {
            const Access *access = trace_accesses(trace, at) + lane;
            uint32_t thread = trace_thread(trace, at, access);
            stored[thread] = true;
            last[thread] = access->value;
            ++stores;
        }
    }
    g_assert_cmpuint(stores, ==, 3);
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind != SHAPE_RECT || !shape_is(shape, THING_LANE) ||
            shape->fill != COLOR_STORE)
            continue;

        stored[thing_of_shape(shape).a] = false;
        ++seen;
    }
    g_assert_cmpuint(seen, >=, 3);
    for (uint32_t t = 0; t < 8; ++t)
        g_assert_false(stored[t]);
    g_autofree char *other = g_strdup_printf("T3: %u", last[3]);
    g_assert_true(stage_says(stage, other));
    g_assert_true(stage_says(stage, "s[0] = tiles"));
    stage_free(stage);
}

/* ---- Rounds -------------------------------------------------------------- */

/* An iteration is named by its level and the stride of its operands, in fewer
 * words where there is less room; a cell, by the sum that was stored. */
static void test_rounds(void)
{
    static const char *const wanted[][FLOW_BRIEFS] = {
        {"add · level 1 · stride 1", "level 1 · stride 1", "stride 1"},
        {"add · level 2 · stride 2", "level 2 · stride 2", "stride 2"},
        {"add · level 3 · stride 4", "level 3 · stride 4", "stride 4"}};
    Stage *stage = stage_new("ping-pong", OP_ADD, 8, 4, true);
    const Trace *trace = stage->traces[0];
    Dataflow flow = dataflow_of(trace);
    char text[FLOW_LABEL], sum[FLOW_SUM];
    size_t first = flow.rounds_count - 3;
    uint32_t sums = 0;

    flow_text_label(&flow, 0, 0, text);
    g_assert_cmpstr(text, ==,
                    trace_phase(trace, trace->steps + flow.rounds[0].step));
    for (size_t r = 0; r < 3; ++r)
        for (int brief = 0; brief < FLOW_BRIEFS; ++brief) {
            flow_text_label(&flow, first + r, brief, text);
            g_assert_cmpstr(text, ==, wanted[r][brief]);
        }
    for (size_t r = 0; r < flow.rounds_count; ++r)
        for (uint32_t c = 0; c < flow.columns; ++c) {
            const DataflowCell *cell = dataflow_cell(&flow, r, c);
            if (cell->instruction == DATAFLOW_NEVER)
                continue;
            const Access *access = trace->accesses + cell->access;
            bool adds = r >= first && c >= 1u << (r - first);
            g_assert_cmpint(flow_text_sum(trace, access, " ", sum), ==, adds);
            if (!adds)
                continue;
            const Sum *of = trace_sums(trace, access);
            char *words = g_strdup_printf("%u + %u", of->left, of->right);
            g_assert_cmpstr(sum, ==, words);
            g_assert_cmpuint(of->left + of->right, ==, access->value);
            g_free(words);
            ++sums;
        }
    g_assert_cmpuint(sums, ==, 7 + 6 + 4);
    dataflow_free(&flow);
    stage_free(stage);
}

/* Where operands are at no one distance, a round has its phase's name. */
static void test_other_rounds(void)
{
    Stage *stage = stage_new("brent-kung", OP_ADD, 16, 4, true);
    const Trace *trace = stage->traces[0];
    Dataflow flow = dataflow_of(trace);

    for (size_t r = 0; r < flow.rounds_count; ++r) {
        const Step *step = trace->steps + flow.rounds[r].step;
        const char *phase = trace_phase(trace, step);
        char text[FLOW_LABEL],
            *level = g_strdup_printf("level %d", step->level);
        for (int brief = 0; brief < FLOW_BRIEFS; ++brief) {
            flow_text_label(&flow, r, brief, text);
            if (step->level == 0)
                g_assert_cmpstr(text, ==, phase);
            else if (brief > 0)
                g_assert_cmpstr(text, ==, level);
            else
                g_assert_nonnull(strstr(text, level));
        }
        g_free(level);
    }
    dataflow_free(&flow);
    stage_free(stage);
}

/* A round is under way while its own steps run, and not when its results are
 * written back. */
static void test_round_is_over(void)
{
    Stage *stage = stage_new("double-stride", OP_ADD, 16, 4, true);
    const Trace *trace = stage->traces[0];

    for (size_t s = trace->steps_count - 2; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        size_t blue = 0, strong = 0, named = 0;
        bool last = s + 1 == trace->steps_count;
        draw_step(stage, step->first_instruction + step->instruction_count);
        for (size_t i = 0; i < stage->list.shapes_count; ++i) {
            const Shape *shape = stage->list.shapes + i;
            blue += shape->kind == SHAPE_CURVE && shape->edge == COLOR_LOAD;
            if (shape->kind != SHAPE_TEXT ||
                strcmp(shape_text(&stage->list, shape),
                       "down-sweep · level 1") != 0 ||
                shape->size > 20) /* the title of the step */
                continue;
            ++named;
            strong += shape->font == FONT_STRONG;
        }
        g_assert_cmpuint(named, ==, 1);
        g_assert_cmpuint(strong, ==, !last);
        g_assert_cmpint(blue > 0, ==, !last);
    }
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/view_tree/places of nodes", test_places);
    g_test_add_func("/view_tree/values of nodes", test_values);
    g_test_add_func("/view_tree/what is awaited", test_awaited);
    g_test_add_func("/view_tree/lanes at nodes", test_lanes_at_nodes);
    g_test_add_func("/view_tree/one store, one node", test_one_store_one_node);
    g_test_add_func("/view_tree/zoom", test_zoom);
    g_test_add_func("/view_tree/sums", test_sums);
    g_test_add_func("/view_tree/warps", test_warps);
    g_test_add_func("/view_tree/registers of a step", test_registers_of_step);
    g_test_add_func("/view_tree/rounds", test_rounds);
    g_test_add_func("/view_tree/other rounds", test_other_rounds);
    g_test_add_func("/view_tree/a round is over", test_round_is_over);
    int failed = g_test_run();
    font_done();
    return failed;
}
