/* SPDX-License-Identifier: MIT
 *
 * Tests of src/moment/tree_state.c: each access is at the node whose word it
 * takes or brings, and nodes hold what was stored.
 */
#include "draw/font.h"
#include "moment/tree_state.h"
#include "stage.h"

#include <glib.h>
#include <string.h>

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

/* Node by node: the state; a word that nobody brings or takes stays. */
static void check_nodes(const View *view, const TreeState *nodes, Word *words,
                        uint8_t *states)
{
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tree_state/moments", test_moments);
    int failed = g_test_run();
    font_done();
    return failed;
}
