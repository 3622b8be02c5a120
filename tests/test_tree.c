/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/tree.c.
 */
#include "analysis/tree.h"
#include "record/record.h"
#include "fixture.h"

#include <glib.h>

/* Every node learns what it should, in the cell where it does. */
static void check_prefixes(const Trace *trace, const Tree *tree)
{
    uint32_t n = trace->run.n;

    for (uint32_t m = 0; m < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m); ++x) {
            size_t node = tree_index(tree, m, x);
            uint32_t last = MIN((x + tree->inclusive) << m, n);
            Word prefix = last ? interval_make(0, last - 1) : INTERVAL_IDENTITY;
            Word intervals[4096];
            g_assert_cmphex(tree_prefix(tree, m, x), ==, prefix);
            trace_memory(trace, tree->nodes[node].prefix_by + 1, NULL,
                         intervals);
            g_assert_cmphex(intervals[tree->nodes[node].prefix_cell], ==,
                            prefix);
            if (tree->rounds && m + 1 == tree->levels)
                continue; /* it has it in other cells before */
            g_assert_cmpuint(tree->nodes[node].prefix_by, <=,
                             tree->nodes[node].prefix_at);
            trace_memory(trace, tree->nodes[node].prefix_at + 1, NULL,
                         intervals);
            g_assert_cmphex(intervals[tree->nodes[node].prefix_cell], ==,
                            prefix);
        }
}

/* Every node of every size is there, and stands for what it should. */
static void check(const Trace *trace, const Tree *tree)
{
    uint32_t n = trace->run.n;

    for (uint32_t m = 0; m < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m); ++x) {
            size_t node = tree_index(tree, m, x);
            uint32_t end = (x + 1) << m;
            Word intervals[4096];
            trace_memory(trace, tree->nodes[node].built_at + 1, NULL,
                         intervals);
            g_assert_cmphex(intervals[tree->nodes[node].built_cell], ==,
                            interval_make(x << m, (end < n ? end : n) - 1));
            const Instruction *at =
                trace->instructions + tree->nodes[node].built_at;
            g_assert_cmpint(trace_step(trace, at)->level, ==, m);
        }
    check_prefixes(trace, tree);
}

static void test_all_sizes(void)
{
    for (Place place = PLACE_NOPADDING; place <= PLACE_LEFTRIGHT; ++place)
        for (uint32_t n = 1; n <= 70; ++n) {
            Trace *trace = fixture_scan(place, OP_ADD, n, 4);
            Tree tree = tree_of(trace);
            g_assert_cmpuint(tree.levels, >, 0);
            check(trace, &tree);
            tree_free(&tree);
            trace_free(trace);
        }
}

/* Scans that clear nothing: every node learns the sum of all up to its end. */
static void test_inclusive(const void *name)
{
    Recorder *recorder = recorder_new();
    Word input[70] = {0};
    Error error = {ERROR_NONE, ""};

    for (uint32_t n = 1; n <= 70; ++n)
        for (int inclusive = 0; inclusive <= 1; ++inclusive) {
            RecordOptions options = {.algorithm = catalog_find(name, &error),
                                     .n = n,
                                     .k = 4,
                                     .threads = n % 7,
                                     .inclusive = inclusive,
                                     .device = DEVICE_CPU,
                                     .input = input};
            Trace *trace = record(recorder, &options, &error);
            Tree tree = tree_of(trace);
            g_assert_cmpuint(tree.levels, >, 0);
            g_assert_true(tree.inclusive);
            check(trace, &tree);
            tree_free(&tree);
            trace_free(trace);
        }
    recorder_free(recorder);
}

/* Node X after so many rounds of Horn's scan across level M. */
static Word across(const Tree *tree, uint32_t m, uint32_t x, uint32_t rounds)
{
    uint32_t reach = 1u << rounds; /* nodes that its word stands for */
    uint32_t first = x + 1 > reach ? x + 1 - reach : 0;

    return interval_make(first << m, interval_last(tree_prefix(tree, m, x)));
}

static void check_rounds(const Trace *trace, const Tree *tree, uint32_t m)
{
    uint32_t width = tree_width(tree, m);

    const Step *first = trace->steps;

    while (trace_phase_kind(trace, first) != PHASE_ADD)
        ++first;
    g_assert_cmpuint(tree->across, ==, first->first_instruction);
    g_assert_false(tree_is_across(tree, tree->across));
    g_assert_true(tree_is_across(tree, tree->across + 1));
    g_assert_true(tree_is_across(tree, tree->across_end));
    g_assert_false(tree_is_across(tree, tree->across_end + 1));
    for (uint32_t x = 0; x < width; ++x)
        g_assert_cmpuint(tree_round(tree, x, tree->across), ==, 0);
    for (uint32_t r = 0; r < tree->rounds; ++r)
        for (uint32_t x = 0; x < width; ++x) {
            size_t place = (size_t)r * width + x;
            uint32_t at = tree->round_words[place].at;
            const Access *word =
                tree_stored(trace, at, tree->round_words[place].cell);
            g_assert_cmphex(word->interval, ==, across(tree, m, x, r + 1));
            g_assert_true(tree_is_across(tree, at + 1));
            g_assert_cmpuint(tree_round(tree, x, at + 1), ==, r + 1);
            g_assert_cmpuint(tree_round(tree, x, at), ==, r);
            /* the first that begins with the first input is a prefix */
            if (interval_first(word->interval) == 0 &&
                (r == 0 || interval_first(across(tree, m, x, r)) > 0))
                g_assert_cmpuint(tree->nodes[tree_index(tree, m, x)].prefix_at,
                                 ==, at);
        }
}

/* Several trees side by side, and a scan across. */
static void test_forest(void)
{
    Recorder *recorder = recorder_new();
    Word input[70] = {0};
    Error error = {ERROR_NONE, ""};

    for (uint32_t n = 2; n <= 70; ++n) {
        uint32_t roots = base_power_of_two(n);
        for (int passes = 1; (roots >> passes) > 1; ++passes) {
            RecordOptions options = {.algorithm =
                                         catalog_find("hybrid", &error),
                                     .n = n,
                                     .k = 4,
                                     .threads = n % 9,
                                     .passes = passes,
                                     .inclusive = n % 2,
                                     .device = DEVICE_CPU,
                                     .input = input};
            Trace *trace = record(recorder, &options, &error);
            Tree tree = tree_of(trace);
            g_assert_cmpuint(tree.levels, ==, (uint32_t)passes + 1);
            g_assert_cmpuint(1u << tree.rounds, ==, roots >> passes);
            check_rounds(trace, &tree, (uint32_t)passes);
            check_prefixes(trace, &tree);
            tree_free(&tree);
            trace_free(trace);
        }
    }
    recorder_free(recorder);
}

/* A kernel that does not build a node again whose right child is absent. */
static void test_only_child(void)
{
    Fixture *f = fixture_new(OP_ADD, 3, 4, 4, 4);

    fixture_step(f, "load", 0);
    fixture_instruction(f, 0, ACCESS_STORE, 3);
    for (uint32_t i = 0; i < 3; ++i)
        fixture_access(f, (int)i, i, i + 1, interval_make(i, i));
    fixture_step(f, "up-sweep", 1);
    fixture_instruction(f, 0, ACCESS_STORE, 5);
    fixture_access(f, 0, 1, 3, interval_make(0, 1));
    fixture_sum(f, 1, interval_make(0, 0), 2, interval_make(1, 1));
    fixture_step(f, "up-sweep", 2);
    fixture_instruction(f, 0, ACCESS_STORE, 5);
    fixture_access(f, 0, 3, 6, interval_make(0, 2));
    fixture_sum(f, 3, interval_make(0, 1), 3, interval_make(2, 2));
    fixture_step(f, "something else", 0);
    fixture_instruction(f, 0, ACCESS_STORE, 7);
    fixture_access(f, 0, 0, 6, interval_make(0, 2));
    Trace *trace = fixture_done(f);
    Tree tree = tree_of(trace);

    g_assert_cmpuint(tree.levels, ==, 3);
    g_assert_cmpuint(tree.nodes[tree_index(&tree, 1, 1)].built_cell, ==, 2);
    g_assert_cmpuint(tree.nodes[tree_index(&tree, 1, 1)].built_at, ==, 0);
    g_assert_cmpuint(tree.nodes[tree_index(&tree, 2, 0)].built_cell, ==, 3);
    /* nothing is cleared: the left edge has its prefixes when the way up ends
     */
    g_assert_true(tree.inclusive);
    g_assert_cmpuint(tree.nodes[0].prefix_at, ==, 3);
    g_assert_cmpuint(tree.nodes[0].prefix_by, ==, 0);
    g_assert_cmpuint(tree.nodes[tree_index(&tree, 2, 0)].prefix_by, ==, 2);
    g_assert_cmpuint(tree.nodes[tree_index(&tree, 0, 1)].prefix_at, ==, 3);
    g_assert_cmpuint(tree.nodes[tree_index(&tree, 0, 1)].prefix_by, ==, 1);
    g_assert_cmpuint(tree.nodes[tree_index(&tree, 0, 2)].prefix_at, ==,
                     TREE_NEVER);
    tree_free(&tree);

    trace->steps[1].level = 2; /* a sum at the wrong level */
    tree = tree_of(trace);
    g_assert_cmpuint(tree.levels, ==, 0);
    trace->steps[1].level = 9; /* beyond the root */
    tree = tree_of(trace);
    g_assert_cmpuint(tree.levels, ==, 0);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tree/all-sizes", test_all_sizes);
    g_test_add_data_func("/tree/brent-kung", "brent-kung", test_inclusive);
    g_test_add_data_func("/tree/reduce-downsweep", "reduce-downsweep",
                         test_inclusive);
    g_test_add_func("/tree/forest", test_forest);
    g_test_add_func("/tree/only-child", test_only_child);
    return g_test_run();
}
