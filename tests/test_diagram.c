/* SPDX-License-Identifier: MIT
 *
 * Tests of the upper part of a panel (src/view/computation.c, diagram.c,
 * camera.c and the kinds of diagrams): what nodes and cards show is what the
 * trace has done, they stand where they belong, and numbers are all there or
 * none.
 */
#include "draw/font.h"
#include "shape_is.h"
#include "stage.h"
#include "view/computation.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const Rect large = {40, 60, 1800, 560};
static const double slack = 1e-6;

/* Draws the first trace at POSITION in BOX, or the step that ends there. */
static void draw_in(Stage *stage, size_t position, double moment, bool steps,
                    Rect box)
{
    View before = stage_view(stage, position, moment);
    view_close(&before);
    stage->scene.steps = steps;
    View view = view_open(&stage->list, &stage->scene, 0);
    display_list_clear(&stage->list, 1920, 1080);
    view_computation(&view, box);
    view_close(&view);
    stage->scene.steps = false;
}

static void draw_at(Stage *stage, size_t position)
{
    draw_in(stage, position, 1, false, large);
}

static const Shape *find(const Stage *stage, ShapeKind kind, ThingKind thing,
                         uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (shape->kind == kind && shape->thing.kind == thing &&
            shape->thing.a == a && shape->thing.b == b)
            return shape;
    }
    return NULL;
}

static const char *text_at(const Stage *stage, ThingKind thing, uint32_t a,
                           uint32_t b)
{
    const Shape *shape = find(stage, SHAPE_TEXT, thing, a, b);

    return shape ? shape_text(&stage->list, shape) : NULL;
}

static bool is_strong(Color color)
{
    return color == COLOR_LOAD || color == COLOR_STORE ||
           color == COLOR_CONFLICT;
}

static size_t count_strong(const Stage *stage)
{
    size_t strong = 0;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        strong += shape->kind == SHAPE_RECT &&
                  shape->thing.kind == THING_NODE && is_strong(shape->fill);
    }
    return strong;
}

/* ---- Places ---------------------------------------------------------------*/

/* The root is at the top, each node over the middle of its leaves, and inputs
 * that stand over the columns are over the leaves. */
static void test_tree(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 16, 4, false);
    const Tree *tree = &stage->analysed_traces[0]->tree;
    View view = stage_view(stage, 0, 1);
    Rect columns = view_computation_columns(&view, large);

    view_close(&view);
    draw_at(stage, stage->traces[0]->instructions_count);
    for (uint32_t m = 0; m + 1 < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m + 1); ++x) {
            Rect a = find(stage, SHAPE_RECT, THING_NODE, m, 2 * x)->box;
            Rect b = find(stage, SHAPE_RECT, THING_NODE, m, 2 * x + 1)->box;
            Rect over = find(stage, SHAPE_RECT, THING_NODE, m + 1, x)->box;
            g_assert_cmpfloat(over.y + over.h, <, a.y);
            g_assert_cmpfloat(a.x + a.w, <=, b.x);
            g_assert_cmpfloat_with_epsilon(over.x + over.w / 2,
                                           (a.x + b.x + b.w) / 2, 1);
        }
    for (uint32_t x = 0; x < 16; ++x) {
        Rect leaf = find(stage, SHAPE_RECT, THING_NODE, 0, x)->box;
        g_assert_cmpfloat_with_epsilon(leaf.x + leaf.w / 2,
                                       columns.x + (x + 0.5) * columns.w / 16,
                                       slack);
    }
    stage_free(stage);
}

/* What is drawn is in the box; no text is too small; nodes of a row are side by
 * side. */
static void check_places(const Stage *stage, Rect box, double least)
{
    const Shape *before = NULL;

    for (size_t i = 0; i < stage->list.shapes_count; ++i) {
        const Shape *shape = stage->list.shapes + i;
        if (!rect_is_within(shape->box, box, 6))
            g_error("%g, %g of %g x %g (%s) is not in %g x %g of %s",
                    shape->box.x, shape->box.y, shape->box.w, shape->box.h,
                    shape->kind == SHAPE_TEXT ? shape_text(&stage->list, shape)
                                              : "",
                    box.w, box.h, stage->traces[0]->run.algorithm);
        if (shape->kind == SHAPE_TEXT)
            g_assert_cmpfloat(shape->size, >=, least - slack);
        if (shape->kind != SHAPE_RECT || (shape->thing.kind != THING_NODE &&
                                          shape->thing.kind != THING_LANE))
            continue;
        if (before && before->thing.a == shape->thing.a &&
            before->box.y == shape->box.y && before->box.h == shape->box.h &&
            before->thing.b < shape->thing.b)
            g_assert_cmpfloat(rect_right(before->box), <=,
                              shape->box.x + slack);
        before = shape;
    }
}

/* In a whole each node that holds something says what; a map says nothing. */
static void check_numbers(const Stage *stage, const View *view, Rect box)
{
    bool whole = view_computation_is_whole(view, box.w, box.h);
    Diagram at = diagram_open(view);
    int drawn = 0;

    at.text = true;
    for (size_t row = 0; whole && row < at.rows; ++row)
        for (uint32_t x = 0; x < at.kind->count(&at, row); ++x) {
            DiagramNode node = diagram_node(&at, row, x);
            Thing thing = at.kind->thing(&at, row);
            uint32_t first, end;
            at.kind->span(&at, row, x, &first, &end);
            if (node.item.hidden || first == end)
                continue;
            if (!find(stage, SHAPE_RECT, thing.kind, thing.a, x))
                continue; /* of a row that has no room */
            bool says = find(stage, SHAPE_TEXT, thing.kind, thing.a, x);
            drawn += says;
            if (says != (node.text[0] != '\0'))
                g_error("%s, %g x %g: row %zu, %u holds '%s'",
                        view->trace->run.algorithm, box.w, box.h, row, x,
                        node.text);
        }
    if (whole && view->position)
        g_assert_cmpint(drawn, >, 0);
    if (whole)
        g_assert_cmpfloat(box.h, >=, view_computation_least(view, box.w));
    diagram_close(&at);
}

static void test_sizes(void)
{
    static const struct {
        const char *name;
        uint32_t n, k;
        bool inclusive;
    } cases[] = {
        {"leftright", 2, 4, false},      {"leftright", 16, 4, false},
        {"leftright", 1024, 32, false},  {"brent-kung", 21, 4, true},
        {"hillis-steele", 16, 32, true}, {"hillis-steele", 64, 4, true},
        {"hybrid", 64, 4, true},         {"warp-shuffle", 8, 8, true},
        {"block-shuffle", 27, 8, true},  {"vector-shuffle", 64, 4, true},
        {"sequential", 16, 4, true}};
    int whole = 0, maps = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Stage *stage = stage_new(cases[i].name, OP_ADD, cases[i].n, cases[i].k,
                                 cases[i].inclusive);
        size_t count = stage->traces[0]->instructions_count;
        for (size_t p = 0; p <= count; p += 1 + count / 7)
            for (double w = 500; w < 1900; w *= 1.5)
                for (double h = 120; h < 1000; h *= 1.6) {
                    Rect box = {10, 20, w, h};
                    View view = stage_view(stage, p, 1);
                    display_list_clear(&stage->list, 1920, 1080);
                    view_computation(&view, box);
                    check_places(stage, box, view.least);
                    check_numbers(stage, &view, box);
                    ++*(view_computation_is_whole(&view, w, h) ? &whole
                                                               : &maps);
                    view_close(&view);
                }
        stage_free(stage);
    }
    g_assert_cmpint(whole, >, 100);
    g_assert_cmpint(maps, >, 100);
}

/* ---- Nodes ----------------------------------------------------------------*/

/* The number that a node shows: of "3 + 4 = 7" the last. */
static unsigned long shown_at(const Stage *stage, uint32_t level, uint32_t x)
{
    const char *text = text_at(stage, THING_NODE, level, x);
    g_assert_nonnull(text);
    const char *sum = strstr(text, "= ");

    return strtoul(sum ? sum + 2 : text, NULL, 10);
}

/* On the way up each node that is made shows the sum of what its children show,
 * also where one cell has held several of them. */
static void check_sums_shown(const Stage *stage, size_t position)
{
    const Tree *tree = &stage->analysed_traces[0]->tree;

    for (uint32_t m = 1; m < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m); ++x)
            if (tree->nodes[tree_index(tree, m, x)].built_at < position)
                g_assert_cmpuint(shown_at(stage, m, x), ==,
                                 shown_at(stage, m - 1, 2 * x) +
                                     shown_at(stage, m - 1, 2 * x + 1));
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
    for (uint32_t m = 0; m < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m); ++x) {
            const TreeNode *at = tree->nodes + tree_index(tree, m, x);
            const Shape *text = find(stage, SHAPE_TEXT, THING_NODE, m, x);
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
            size_t stores = 0;
            PhaseKind phase = trace_phase_kind(trace, step);
            if (phase != PHASE_UPSWEEP && phase != PHASE_DOWNSWEEP)
                continue;
            for (size_t i = step->first_instruction; i < end; ++i)
                if (trace_is_store(trace->instructions + i))
                    stores += (size_t)trace->instructions[i].lanes;
            draw_in(stage, end, 1, true, large);
            g_assert_cmpuint(count_strong(stage), >, 0);
            g_assert_cmpuint(count_strong(stage), <=, stores);
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

/* Wrong sums are in dark red, right ones are not. */
static void test_wrong(void)
{
    Stage *stage = stage_new("hillis-steele-racy", OP_ADD, 16, 4, true);
    const AnalysedTrace *analysed = stage->analysed_traces[0];
    uint32_t wrong = 0;

    for (size_t p = 1; p <= stage->traces[0]->instructions_count; ++p) {
        const Instruction *at = stage->traces[0]->instructions + p - 1;
        if (!trace_is_store(at) || !trace_is_shared(at))
            continue;
        draw_at(stage, p);
        for (int i = 0; i < at->lanes; ++i) {
            const Access *access = trace_accesses(stage->traces[0], at) + i;
            bool is =
                wrong_words_shown(&analysed->wrong, stage->traces[0], access);
            const Shape *node = NULL;
            for (size_t s = 0; s < stage->list.shapes_count; ++s)
                if (stage->list.shapes[s].kind == SHAPE_RECT &&
                    stage->list.shapes[s].thing.kind == THING_NODE &&
                    stage->list.shapes[s].thing.b == access->cell &&
                    (stage->list.shapes[s].fill == COLOR_FAULT ||
                     is_strong(stage->list.shapes[s].fill)))
                    node = stage->list.shapes + s;
            g_assert_nonnull(node);
            g_assert_true(!is || node->fill == COLOR_FAULT);
            wrong += is;
        }
    }
    g_assert_cmpuint(wrong, >, 0);
    stage_free(stage);
}

/* ---- Registers ------------------------------------------------------------*/

/* Eight threads scan by shuffles: each row is shown when it is done; the row
 * that runs has its sums, the left operand first. */
static void test_registers(void)
{
    enum { N = 8 };
    Stage *stage = stage_new("warp-shuffle", OP_ADD, N, N, true);
    Word now[N], next[N];

    memcpy(now, stage->traces[0]->input, sizeof now);
    for (uint32_t row = 0; row < 4; ++row) {
        uint32_t away = row ? 1u << (row - 1) : 0;
        draw_at(stage, row + 1);
        for (uint32_t t = 0; t < N; ++t) {
            bool sum = row && t >= away;
            Word left = now[sum ? t - away : t];
            next[t] = sum ? left + now[t] : now[t];
            g_autofree char *text =
                sum ? g_strdup_printf("%u + %u = %u", left, now[t], next[t])
                    : g_strdup_printf("%u", next[t]);
            g_assert_cmpstr(text_at(stage, THING_LANE, row, t), ==, text);
            g_assert_null(text_at(stage, THING_LANE, row + 1, t));
            if (row) /* no sums in the row before */
                g_assert_null(
                    strchr(text_at(stage, THING_LANE, row - 1, t), '+'));
        }
        if (row) {
            g_autofree char *name = g_strdup_printf("shuffle up by %u", away);
            g_assert_true(stage_says(stage, name));
        }
        memcpy(now, next, sizeof now);
    }
    stage_free(stage);
}

/* Each lane that takes a word from another has an arrow. */
static void test_shuffles(void)
{
    Stage *stage = stage_new("warp-shuffle", OP_ADD, 8, 8, true);
    const Trace *trace = stage->traces[0];

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        const Instruction *at = trace->instructions + p - 1;
        uint32_t wanted = 0;
        for (int i = 0; trace_is_shuffle(at) && i < at->lanes; ++i)
            wanted += trace_accesses(trace, at)[i].cell !=
                      trace_accesses(trace, at)[i].lane;
        draw_at(stage, p);
        g_assert_cmpuint(stage_coloured(stage, SHAPE_ARROW, COLOR_GOOD), ==,
                         wanted);
    }
    stage_free(stage);
}

/* ---- Rounds ---------------------------------------------------------------*/

/* Each sum of Hillis and Steele's walk has an arrow from its left operand, at
 * all levels; the sum is under its cell, and the round is named by its stride.
 */
static void test_rounds(void)
{
    enum { N = 16 };
    Stage *stage = stage_new("hillis-steele", OP_ADD, N, 32, true);
    const Trace *trace = stage->traces[0];
    uint32_t rounds = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        const Instruction *at = trace->instructions + p - 1;
        const Step *step = trace_step(trace, at);
        if (!trace_is_store(at) || step->level < 1)
            continue;
        uint32_t stride = 1u << (step->level - 1);
        draw_at(stage, p);
        g_assert_cmpuint(stage_coloured(stage, SHAPE_ARROW, COLOR_LOAD), ==,
                         N - stride);
        g_autofree char *name = g_strdup_printf("write · level %d · stride %u",
                                                step->level, stride);
        g_assert_true(stage_says(stage, name));
        for (int i = 0; i < at->lanes; ++i) {
            const Access *access = trace_accesses(trace, at) + i;
            const Sum *sum = trace_sums(trace, access);
            g_autofree char *text =
                g_strdup_printf("%u + %u", sum->left, sum->right);
            g_autofree char *brief =
                g_strdup_printf("%u+%u", sum->left, sum->right);
            g_assert_true(stage_says(stage, text) || stage_says(stage, brief));
        }
        ++rounds;
    }
    g_assert_cmpuint(rounds, ==, 4);
    stage_free(stage);
}

/* ---- Cards ----------------------------------------------------------------*/

/* Where numbers do not fit, each request that is shown has a card with its bank
 * and its number, and a node in the map that says nothing. */
static void test_cards(void)
{
    Stage *stage = stage_new("padding", OP_ADD, 64, 4, false);
    const Trace *trace = stage->traces[0];
    uint32_t cards = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        const Instruction *at = trace->instructions + p - 1;
        if (!trace_is_shared(at))
            continue;
        draw_in(stage, p, 1, false, (Rect){0, 0, 860, 360});
        for (int i = 0; i < at->lanes; ++i) {
            const Access *access = trace_accesses(trace, at) + i;
            g_autofree char *label =
                g_strdup_printf("T%u %s bank %u",
                                trace_thread(trace, at, access),
                                trace_is_store(at) ? "▶" : "◀",
                                bank_of(trace, access->cell));
            g_autofree char *value = g_strdup_printf("%u", access->value);
            g_assert_true(stage_says(stage, label));
            g_assert_true(stage_says(stage, value));
            ++cards;
        }
    }
    g_assert_cmpuint(cards, >, 300);
    stage_free(stage);
}

/* If there is no room for all cards, the longest queue has its cards first. */
static void test_chosen_cards(void)
{
    Stage *stage = stage_new("nopadding", OP_ADD, 1024, 32, false);
    const Trace *trace = stage->traces[0];
    size_t p = 0;
    uint8_t queues[TRACE_MAX_BANKS];

    while (bank_cost(trace, trace->instructions + p, queues).wavefronts < 8)
        ++p;
    View view = stage_view(stage, p + 1, 1);
    Diagram at = diagram_open(&view);
    Camera all = camera_of(&at, (Rect){0, 0, 0, 0});
    Camera some = camera_of(&at, (Rect){0, 0, 700, 260});
    g_assert_cmpuint(some.cards_count, <, all.cards_count);
    uint32_t worst = 0;
    for (uint32_t bank = 0; bank < 32; ++bank)
        if (queues[bank] > queues[worst])
            worst = bank;
    for (size_t i = 0; i < some.cards_count; ++i)
        g_assert_cmpuint(bank_of(trace, some.cards[i].access->cell), ==, worst);
    camera_free(&some);
    camera_free(&all);
    diagram_close(&at);
    view_close(&view);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/diagram/tree", test_tree);
    g_test_add_func("/diagram/sizes", test_sizes);
    g_test_add_func("/diagram/one-store-one-node", test_one_store_one_node);
    g_test_add_func("/diagram/wrong", test_wrong);
    g_test_add_func("/diagram/registers", test_registers);
    g_test_add_func("/diagram/shuffles", test_shuffles);
    g_test_add_func("/diagram/rounds", test_rounds);
    g_test_add_func("/diagram/cards", test_cards);
    g_test_add_func("/diagram/chosen-cards", test_chosen_cards);
    int failed = g_test_run();
    font_done();
    return failed;
}
