/* SPDX-License-Identifier: MIT
 *
 * Tests of src/view/tree_layout.c: nodes stand in their
 * order, within what holds them, and none over another; each access is at the
 * node whose word it takes or brings.
 */
#include "draw/font.h"
#include "view/tree_layout.h"
#include "view/view.h"
#include "stage.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const double slack = 1e-6;

/* ---- Places of the nodes ------------------------------------------------- */

/* Rows fill the box, the root's at the top, those with more to see over those
 * with less. */
static void check_rows(const TreeLayout *at, Rect box)
{
    uint32_t levels = at->tree->levels;
    double y = at->box.y;

    for (uint32_t m = levels; m-- > 0;) {
        const Level *row = at->levels + m;
        g_assert_cmpfloat_with_epsilon(row->y, y, slack);
        g_assert_cmpfloat(row->h, >, 0);
        y += row->h;
        if (m > 1)
            g_assert_cmpint(row->style, >=, row[-1].style);
        if (row->style == LEVEL_STAGGERED)
            g_assert_true(m == 0 && at->tiers > 1);
        g_assert_cmpfloat_with_epsilon(row->pitch, at->leaf * (1u << m), slack);
    }
    g_assert_cmpfloat_with_epsilon(y, rect_bottom(box), slack);
    g_assert_true(rect_is_within(at->meanings, box, slack));
    g_assert_cmpfloat(at->meanings.w, >=, fmin(box.w, at->box.w) * 0.3);
    if (at->tree->rounds)
        g_assert_cmpfloat(rect_bottom(at->meanings), <=, at->box.y);
    else
        g_assert_cmpfloat(at->box.y, ==, box.y);
}

/* Leaves in tiers: each tier under the one before it, and in a tier none over
 * the next. */
static void check_tiers(const TreeLayout *at)
{
    uint32_t tiers = (uint32_t)at->tiers;

    for (uint32_t x = 0; x + 1 < at->tree->n; ++x) {
        Rect box = tree_layout_box(at, 0, x);
        Rect next = tree_layout_box(at, 0, x + 1);
        g_assert_cmpfloat(next.x, >, box.x);
        if ((x + 1) % tiers)
            g_assert_cmpfloat(next.y, >=, rect_bottom(box) - slack);
        else
            g_assert_cmpfloat(next.y, ==, at->levels[0].top);
        if (x + tiers < at->tree->n)
            g_assert_cmpfloat(tree_layout_box(at, 0, x + tiers).x, >,
                              rect_right(box));
    }
}

/* Over the middle of what is seen of its stretch, within it and in its row; one
 * in tiers stays where it is, over the middle of all of it. */
static void check_box(const TreeLayout *at, uint32_t m, uint32_t x)
{
    const Level *row = at->levels + m;
    Rect stretch = tree_layout_stretch(at, m, x);
    Rect box = tree_layout_box(at, m, x);
    Rect whole = {at->seen.x, row->y, at->seen.w, row->h};

    g_assert_true(rect_is_within(stretch, whole, slack));
    double middle = row->style == LEVEL_STAGGERED
                        ? at->box.x + (x + 0.5) * at->leaf
                        : stretch.x + stretch.w / 2;
    g_assert_cmpfloat_with_epsilon(box.x + box.w / 2, middle, 1);
    g_assert_true(rect_is_within(box, whole, 1) ||
                  (at->box.w > at->seen.w && row->style == LEVEL_STAGGERED));
    if (row->style == LEVEL_TEXT)
        g_assert_true(rect_is_within(box, stretch, 0.5 + slack));
    if (row->style == LEVEL_TEXT || row->style == LEVEL_CELLS)
        g_assert_cmpfloat(box.w, >=, fmin(stretch.w * 0.5, 12) - 1);
    if (row->style == LEVEL_CELLS && stretch.w >= 2)
        g_assert_cmpfloat(box.w, <=, stretch.w - 1);
    Rect inside = tree_layout_inside(at->view, box);
    g_assert_true(rect_is_within(inside, box, slack));
    g_assert_cmpfloat(inside.w, >=, box.w * 0.9);
    g_assert_cmpfloat(inside.w, <, box.w);
}

/* A row's box is under its label, with room for the links, and not higher than
 * a line of text or two. */
static void check_row(const TreeLayout *at, uint32_t m)
{
    const View *view = at->view;
    const Level *row = at->levels + m;
    bool text = row->style == LEVEL_TEXT;
    double most = row->style == LEVEL_STAGGERED ? 25 * at->tiers
                  : text                        ? 42
                                                : 16;

    g_assert_cmpfloat(row->box, <=, view_px(view, most) + 0.5);
    g_assert_cmpfloat(row->top, >=, row->y - 0.5);
    g_assert_cmpfloat(row->top + row->box, <, row->y + row->h + 0.5);
    if (row->h > 3 * view_px(view, most)) /* as high as it likes to be */
        g_assert_cmpfloat(row->box, >=, view_px(view, most) - 0.5);
    if (text && row->h > 60)
        g_assert_cmpfloat(row->top - row->y, >=, view->least);
    if (row->style < LEVEL_STAGGERED)
        g_assert_cmpfloat(row->top, ==, round(row->y));
    if (row->style < LEVEL_STAGGERED)
        return;
    g_assert_cmpfloat(row->text, <=, 24);
    int digits = MIN(view->analysed->digits, VIEW_MAX_DIGITS);
    if (row->width < row->pitch * 0.9 && row->style == LEVEL_TEXT)
        g_assert_cmpfloat(view_digits_width(digits, view_size(view, row->text)),
                          <=, row->width);
    if (row->text > 14) /* of two values side by side each has room */
        g_assert_cmpfloat(view_digits_width(view->analysed->digits, row->text),
                          <=, row->pitch * fmax(1, m ? 1 : at->tiers));
}

/* Those at which a part of the visible stretch is, and no others. */
static void check_range(const TreeLayout *at, uint32_t m)
{
    uint32_t first = at->levels[m].first, end = at->levels[m].end;

    for (uint32_t x = 0; x < tree_width(at->tree, m); ++x) {
        double from = at->box.x + (x << m) * at->leaf;
        double to = from + (1u << m) * at->leaf;
        bool is_in = x >= first && x < end;
        if (to > at->seen.x + slack && from < rect_right(at->seen) - slack)
            g_assert_true(is_in);
        if (to < at->seen.x - slack || from > rect_right(at->seen) + slack)
            g_assert_false(is_in);
        if (is_in && at->levels[m].style >= LEVEL_CELLS)
            check_box(at, m, x);
    }
}

static void check_tree(const View *view, Rect box)
{
    TreeLayout at = tree_layout(view, box);

    check_rows(&at, box);
    for (uint32_t m = 0; m < at.tree->levels; ++m) {
        check_row(&at, m);
        check_range(&at, m);
    }
    if (at.tiers > 1 && at.levels[0].style == LEVEL_STAGGERED)
        check_tiers(&at);
}

/* The fewest tiers in which the longest value fits. */
static void check_fewest(const View *view)
{
    const Tree *tree = &view->analysed->tree;
    int digits = MIN(view->analysed->digits, VIEW_MAX_DIGITS), before = 1;
    double text =
        digits * view_digits_width(1, view->least) + VIEW_APART * view->least;
    double least =
        2.5 * view_digits_width(1, view->least) + VIEW_APART * view->least;

    for (double width = 1900; width > 60; width -= 10) {
        TreeLayout at = tree_layout(view, (Rect){0, 0, width, 400});
        double leaf = width / tree->n;
        if (leaf > text * 1.13 + 0.5)
            g_assert_cmpint(at.tiers, ==, 1);
        if (leaf < text)
            g_assert_cmpint(at.tiers, !=, 1);
        if (leaf < least * 0.3)
            g_assert_cmpint(at.tiers, ==, 0);
        if (leaf > text / 2 * 1.12 + 1 && leaf < text)
            g_assert_cmpint(at.tiers, ==, 2);
        if (leaf > least / 3 * 1.2 + 1 && leaf < least / 2 * 0.98)
            g_assert_cmpint(at.tiers, ==, 3);
        if (at.tiers && at.levels[0].style >= LEVEL_STAGGERED)
            g_assert_cmpfloat(tree_layout_box(&at, 0, 0).w, >=, least * 0.99);
        before = at.tiers;
    }
    g_assert_cmpint(before, ==, 0);
}

static void test_tree(void)
{
    static const struct {
        const char *name;
        uint32_t n;
        bool inclusive;
    } cases[] = {{"leftright", 2, false},   {"leftright", 16, false},
                 {"leftright", 64, false},  {"brent-kung", 21, true},
                 {"padding", 256, false},   {"hybrid", 64, true},
                 {"leftright", 1024, false}};
    static const Zoom zooms[] = {{0, 0}, {1, 0.25}, {3, 0.6}, {4, 0.9}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Stage *stage =
            stage_new(cases[i].name, OP_ADD, cases[i].n, 8, cases[i].inclusive);
        View view = stage_view(stage, 4, 1);
        for (size_t z = 0; z < G_N_ELEMENTS(zooms); ++z)
            for (double w = 150; w < 1900; w *= 1.7)
                for (double h = 80; h < 1000; h *= 1.6) {
                    Zoom *zoom = stage->scene.zooms + ZOOM_UPPER;
                    *zoom = zooms[z];
                    check_tree(&view, (Rect){50, 70, w, h});
                }
        stage->scene.zooms[ZOOM_UPPER] = zooms[0];
        if (cases[i].n >= 64)
            check_fewest(&view);
        view_close(&view);
        stage_free(stage);
    }
}

/* Where rows are too low for text the lowest are folded, and those above can
 * be read. */
static void test_folded(void)
{
    Stage *stage = stage_new("leftright", OP_ADD, 64, 8, false);
    View view = stage_view(stage, 20, 1);
    uint32_t folded = 0, before = 99;

    for (double h = 60; h < 500; h += 10) {
        TreeLayout at = tree_layout(&view, (Rect){0, 0, 1500, h});
        uint32_t cells = 0;
        for (uint32_t m = 0; m < at.tree->levels; ++m) {
            const Level *row = at.levels + m;
            cells += row->style == LEVEL_CELLS;
            if (cells < 4 && row->style == LEVEL_TEXT && m > 0)
                g_assert_cmpfloat(row->h, >=, view.least * 1.6);
            if (m + 3 >= at.tree->levels)
                g_assert_cmpint(row->style, ==, LEVEL_TEXT);
        }
        g_assert_cmpuint(cells, <=, before);
        before = cells;
        folded |= 1u << cells;
        if (h > 300)
            g_assert_cmpuint(cells, ==, 0);
    }
    g_assert_cmpuint(folded, ==, 31);
    view_close(&view);
    stage_free(stage);
}

/* ---- What nodes hold ----------------------------------------------------- */

static uint32_t level_of(const Tree *tree, size_t node)
{
    uint32_t level = 0;

    while (node >= tree->starts[level + 1])
        ++level;
    return level;
}

/* Does a word of INTERVAL belong to a node: the node's sum, its prefix, or the
 * word of a round, which ends where the node does? */
static bool belongs(const Tree *tree, size_t node, Word interval)
{
    uint32_t level = level_of(tree, node);
    uint32_t x = (uint32_t)(node - tree->starts[level]);
    uint32_t end = MIN((x + 1) << level, tree->n);

    return interval == interval_make(x << level, end - 1) ||
           interval == tree_prefix(tree, level, x) ||
           (tree->rounds && level + 1 == tree->levels &&
            interval_last(interval) == end - 1);
}

/* Each lane is at one node at most, whose word it is; the levels are the
 * nodes'.  Returns how many lanes are at nodes. */
static int check_lanes(const View *view, const TreeState *nodes, uint64_t *seen)
{
    const Tree *tree = &view->analysed->tree;
    uint32_t first = UINT32_MAX, last = 0;
    int count = 0;

    *seen = 0;
    for (size_t node = 0; node < tree->count; ++node) {
        const Access *access = tree_node_request(nodes, node);
        if (!access)
            continue;
        int lane = nodes->lanes[node] - 1;
        g_assert_cmpint(lane, <, view->running->lanes);
        g_assert_true(access ==
                      trace_accesses(view->analysed->trace, view->running) +
                          lane);
        g_assert_false(*seen >> lane & 1);
        *seen |= UINT64_C(1) << lane;
        first = MIN(first, level_of(tree, node));
        last = MAX(last, level_of(tree, node));
        if (trace_is_shared(view->running))
            g_assert_true(access->interval == INTERVAL_TOP ||
                          belongs(tree, node, access->interval));
        else
            g_assert_cmpuint(access->cell, ==, (uint32_t)node);
        ++count;
    }
    g_assert_cmpint(nodes->level_first > nodes->level_last, ==, count == 0);
    if (count) {
        g_assert_cmpuint(nodes->level_first, ==, first);
        g_assert_cmpuint(nodes->level_last, ==, last);
    }
    return count;
}

/* Node by node: the state, and by it the colour; a word that nobody brings or
 * takes stays. */
static void check_nodes(const View *view, const TreeState *nodes, Word *words,
                        uint8_t *states)
{
    static const Color colors[] = {COLOR_CELL, COLOR_HELD, COLOR_LINK};
    const Tree *tree = &view->analysed->tree;
    bool stores = view->running->kind == ACCESS_STORE;

    for (size_t node = 0; node < tree->count; ++node) {
        NodeState state = tree_node_state(nodes, node);
        const Access *access = tree_node_access(nodes, node);
        bool prefix = tree->nodes[node].prefix_at < view->position;
        bool built = tree->nodes[node].built_at < view->position;
        g_assert_cmpint(state, ==,
                        prefix  ? NODE_PREFIX
                        : built ? NODE_SUM
                                : NODE_COMING);
        g_assert_cmpint(tree_node_holds(nodes, node), ==,
                        state != NODE_COMING || access);
        g_assert_cmpint(tree_node_is_made(nodes, node), ==,
                        tree->nodes[node].built_at + 1 == view->position);
        g_assert_false(tree_node_is_awaited(nodes, node));
        if (tree_node_holds(nodes, node)) {
            Word word = tree_node_value(nodes, node);
            if (access)
                g_assert_cmpuint(word, ==, access->value);
            else if (states[node] == state)
                g_assert_cmpuint(word, ==, words[node]);
            if (!access || stores || states[node] != state)
                words[node] = word;
        }
        states[node] = (uint8_t)state;
        g_assert_cmpint(tree_node_color(view, nodes, node), ==,
                        access ? view_access_color(view, access)
                        : tree_node_is_wrong(nodes, node) ? COLOR_FAULT
                                                          : colors[state]);
    }
}

/* Under way nothing is brought yet: nodes are as they were before, but for
 * those whose words are taken. */
static void check_under_way(Stage *stage, size_t p, const uint8_t *states,
                            const Word *words)
{
    View view = stage_view(stage, p, 0.01);
    TreeState nodes = tree_state(view.moment, view.steps);
    const Tree *tree = &view.analysed->tree;
    bool brings = view.running->kind == ACCESS_STORE ||
                  view.running->kind == ACCESS_GLOAD;

    for (size_t node = 0; node < tree->count; ++node) {
        bool asked = tree_node_request(&nodes, node) != NULL;
        g_assert_cmpint(tree_node_is_awaited(&nodes, node), ==,
                        asked && brings);
        if (!asked || brings)
            g_assert_cmpint(tree_node_holds(&nodes, node), ==,
                            states[node] != NODE_COMING);
        if (asked && brings) {
            g_assert_cmpint(tree_node_state(&nodes, node), ==, states[node]);
            if (states[node] != NODE_COMING)
                g_assert_cmpuint(tree_node_value(&nodes, node), ==,
                                 words[node]);
        }
    }
    tree_state_free(&nodes);
    view_close(&view);
}

static void check_moments(const char *name, uint32_t n, bool inclusive,
                          int least)
{
    Stage *stage = stage_new(name, OP_ADD, n, 4, inclusive);
    const Trace *trace = stage->traces[0];
    size_t nodes = stage->analysed_traces[0]->tree.count;
    Word *words = g_new0(Word, nodes);
    uint8_t *states = g_new0(uint8_t, nodes);
    int known = 0, all = 0;

    for (size_t p = 1; p <= trace->instructions_count; ++p) {
        uint64_t seen;
        check_under_way(stage, p, states, words);
        View view = stage_view(stage, p, 1);
        TreeState state = tree_state(view.moment, view.steps);
        known += check_lanes(&view, &state, &seen);
        all += view.running->lanes;
        check_nodes(&view, &state, words, states);
        tree_state_free(&state);
        view_close(&view);
    }
    if (known * 100 < all * least || nodes == 0)
        g_error("%s: %d of %d accesses are at a node", name, known, all);
    g_free(words);
    g_free(states);
    stage_free(stage);
}

static void test_moments(void)
{
    check_moments("leftright", 16, false, 100);
    check_moments("nopadding", 8, false, 100);
    check_moments("padding", 32, true, 100);
    check_moments("brent-kung", 16, true, 100);
    check_moments("reduce-downsweep", 16, true, 90);
    check_moments("hybrid", 32, true, 90);
    check_moments("padding-misprint", 64, false, 50);
}

/* A node holds what it held until an instruction makes its sum or its prefix;
 * where n is no power of two, prefixes beyond n are in the cells of nodes that
 * are, and at no node. */
static void test_kept(void)
{
    static const char *const names[] = {"nopadding", "padding", "leftright"};
    static const uint32_t sizes[] = {5, 11, 13, 16};

    for (size_t c = 0; c < G_N_ELEMENTS(names) * G_N_ELEMENTS(sizes); ++c) {
        Stage *stage = stage_new(names[c / G_N_ELEMENTS(sizes)], OP_ADD,
                                 sizes[c % G_N_ELEMENTS(sizes)], 4, false);
        const Tree *tree = &stage->analysed_traces[0]->tree;
        Word *words = g_new0(Word, tree->count);
        for (size_t p = 1; p <= stage->traces[0]->instructions_count; ++p) {
            View view = stage_view(stage, p, 1);
            TreeState state = tree_state(view.moment, view.steps);
            for (size_t node = 0; node < tree->count; ++node) {
                bool is_new = tree->nodes[node].built_at + 1 == p ||
                              tree->nodes[node].prefix_by + 1 == p;
                bool within = trace_is_shared(view.running) &&
                              tree_node_state(&state, node) != NODE_COMING;
                if (!within)
                    continue;
                if (!is_new && tree_node_value(&state, node) != words[node])
                    g_error("%s: node %zu after %zu", names[c / 4], node, p);
                words[node] = tree_node_value(&state, node);
            }
            tree_state_free(&state);
            view_close(&view);
        }
        g_free(words);
        stage_free(stage);
    }
}

/* A mistake's wrong sums are in the colour of an alarm, and only theirs. */
static void test_wrong(void)
{
    Stage *stage = stage_new("leftright-eq2", OP_ADD, 32, 4, false);
    size_t count = stage->traces[0]->instructions_count;
    uint32_t alarms = 0;

    for (size_t p = 1; p <= count; ++p) {
        View view = stage_view(stage, p, 1);
        TreeState nodes = tree_state(view.moment, view.steps);
        const Tree *tree = &view.analysed->tree;
        for (size_t node = 0; node < tree->count; ++node) {
            const Access *access = tree_node_access(&nodes, node);
            bool wrong = tree_node_is_wrong(&nodes, node);
            if (access)
                g_assert_cmpint(wrong, ==, access->interval == INTERVAL_TOP);
            g_assert_true(!wrong || tree_node_holds(&nodes, node));
            alarms += tree_node_color(&view, &nodes, node) == COLOR_FAULT;
        }
        tree_state_free(&nodes);
        view_close(&view);
    }
    if (stage->analysed_traces[0]->tree.levels)
        g_assert_cmpuint(alarms, >, 0);
    stage_free(stage);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tree_layout/tree", test_tree);
    g_test_add_func("/tree_layout/folded", test_folded);
    g_test_add_func("/tree_layout/moments", test_moments);
    g_test_add_func("/tree_layout/kept", test_kept);
    g_test_add_func("/tree_layout/wrong", test_wrong);
    int failed = g_test_run();
    font_done();
    return failed;
}
