/* SPDX-License-Identifier: MIT
 *
 * Tests of the analyses of several blocks: src/analysis/issue_order.c,
 * block_trace.c, tile_status.c, and of src/moment/global_words.c.
 */
#include "analysis/block_trace.h"
#include "analysis/tile_status.h"
#include "analysis/tree.h"
#include "playback/player.h"
#include "moment/global_words.h"
#include "record/record.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

static Recorder *recorder;

static Trace *make(const char *name, uint32_t n, uint32_t k, uint64_t seed)
{
    Error error;
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .seed = seed,
                             .device = DEVICE_CPU};
    Word *input = base_alloc(n, sizeof *input);

    g_assert_nonnull(options.algorithm);
    for (uint32_t i = 0; i < n; ++i)
        input[i] = i % 7;
    options.input = input;
    Trace *trace = record(recorder, &options, &error);
    g_assert_nonnull(trace);
    g_assert_cmpuint(trace->blocks_count, >, 1);
    free(input);
    return trace;
}

/* Blocks that do not meet are played as they lie, others as issued; either way
 * each instruction once, and each block's in their order. */
static void test_issue_order(void)
{
    Trace *apart = make("three-phase", 64, 4, 1);
    g_assert_null(issue_order_of(apart));
    trace_free(apart);
    for (uint64_t seed = 0; seed < 6; ++seed) {
        Trace *trace = make("look-back", 64, 4, seed);
        uint32_t *order = issue_order_of(trace);
        g_assert_nonnull(order);
        for (size_t i = 0; i < trace->instructions_count; ++i)
            g_assert_cmpuint(issue_order_place(trace, order,
                                               issue_order_at(order, i)),
                             ==, i);
        for (size_t b = 0; b < trace->blocks_count; ++b) {
            const Block *block = trace->blocks + b;
            uint32_t done = 0;
            for (size_t p = 0; p < trace->instructions_count; ++p) {
                uint32_t next = issue_order_next(trace, order, block, p);
                g_assert_cmpuint(issue_order_done(trace, order, block, p), ==,
                                 done);
                done += next == issue_order_at(order, p);
            }
        }
        free(order);
        trace_free(trace);
    }
}

/* All arrays of the whole, the arrays of the block's grid first. */
static void check_arrays(const Trace *trace, const Block *block,
                         const Trace *part)
{
    const Grid *grid = trace->grids + block->grid;

    g_assert_cmpuint(part->arrays_count, ==, trace->arrays_count);
    g_assert_cmpstr(part->arrays[GLOBAL_IN].name, ==,
                    trace->arrays[grid->in].name);
    g_assert_cmpstr(part->arrays[GLOBAL_OUT].name, ==,
                    trace->arrays[grid->out].name);
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        size_t found = 0;
        for (size_t b = 0; b < part->arrays_count; ++b)
            found += !strcmp(part->arrays[b].name, trace->arrays[a].name);
        g_assert_cmpuint(found, ==, 1);
    }
}

/* A part is a whole trace of its block: its memory replays, and its tree is
 * found. */
static void test_part(void)
{
    static const char *const names[] = {"three-phase", "look-back"};
    size_t trees = 0;

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a) {
        Trace *trace = make(names[a], 70, 4, 2);
        uint32_t *order = issue_order_of(trace), elements = 0;
        for (uint32_t b = 0; b < trace->blocks_count; ++b) {
            uint32_t *origins;
            Error error;
            Trace *part = block_trace_of(trace, b, order, &origins);
            g_assert_true(trace_check(part, &error));
            g_assert_cmpuint(part->blocks_count, ==, 1);
            check_arrays(trace, trace->blocks + b, part);
            elements += trace->blocks[b].grid == 0 ? part->run.n : 0;
            for (size_t i = 0; i < part->instructions_count; ++i)
                g_assert_cmpuint(part->instructions[i].site, ==,
                                 trace->instructions[origins[i]].site);
            Tree tree = tree_of(part);
            trees += tree.levels > 0;
            tree_free(&tree);
            free(origins);
            trace_free(part);
        }
        g_assert_cmpuint(elements, ==, trace->run.n);
        free(order);
        trace_free(trace);
    }
    g_assert_cmpuint(trees, >=, 4); /* of the blocks, and of their sums */
}

/* A program's arrays stand over its inputs by their numbers, which may be two
 * words or a part of one. */
static void test_spans_of_programs(void)
{
    static const struct {
        uint8_t in, element; /* of the input and of the array */
        uint32_t n, blocks, words;
        Word second; /* what its number 1 stands for */
        double share;
    } cases[] = {
        {ELEMENT_I32, ELEMENT_I32, 16, 4, 16, 1, 1},
        {ELEMENT_I32, ELEMENT_I32, 16, 4, 4, 4, 4},
        {ELEMENT_F64, ELEMENT_F64, 32, 4, 32, 1, 0.5},
        {ELEMENT_F64, ELEMENT_F64, 32, 4, 8, 4, 2},
        {ELEMENT_I16, ELEMENT_I16, 8, 4, 8, 1, 2},
        {ELEMENT_I16, ELEMENT_I16, 8, 4, 2, 4, 8},
        {ELEMENT_U8, ELEMENT_U8, 4, 4, 1, 4, 16},
        /* of another type */
        {ELEMENT_I32, ELEMENT_I64, 16, 1, 32, 1, 0.5},
        {ELEMENT_F64, ELEMENT_I32, 32, 1, 16, 1, 1},
        {ELEMENT_I32, ELEMENT_I64, 16, 4, 8, 4, 2},
        {ELEMENT_OTHER, ELEMENT_OTHER, 16, 4, 4, 4, 4},
        /* blocks of 6, 6 and 4 */
        {ELEMENT_F64, ELEMENT_F64, 32, 3, 6, 6, 3},
        /* no sums of blocks, as of a histogram: all words have room */
        {ELEMENT_I32, ELEMENT_I32, 16, 4, 5, 1, 1},
        {ELEMENT_I32, ELEMENT_I32, 16, 4, 32, 1, 0.5},
    };
    Trace *trace = make("three-phase", 64, 4, 1);

    trace->grids[0].tiled = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        uint8_t a = GLOBAL_FIRST_SCRATCH;
        trace->run.n = cases[i].n;
        trace->run.blocks = cases[i].blocks;
        trace->run.block_n =
            (cases[i].n + cases[i].blocks - 1) / cases[i].blocks;
        trace->arrays[trace->grids->in].element = cases[i].in;
        trace->arrays[a].element = cases[i].element;
        trace->arrays[a].words = cases[i].words;
        Word second = block_trace_span(trace, a, 1);
        g_assert_cmpuint(interval_first(second), ==, cases[i].second);
        g_assert_cmpfloat(block_trace_share(trace, a), ==, cases[i].share);
    }
    trace_free(trace);
}

/* Every tile is somebody's, its sum is known in the end, and the last word on
 * it is a prefix. */
static void test_tile_status(void)
{
    Trace *trace = make("look-back", 64, 4, 4);
    uint32_t *order = issue_order_of(trace);
    BlockSums *sums = tile_status_of(trace, order);
    const Grid *grid = trace->grids;
    History history = history_of(trace, order);
    size_t a = GLOBAL_FIRST_SCRATCH;

    while (trace->arrays[a].holds != HOLDS_PAIRS)
        ++a;
    for (uint32_t tile = 0; tile < grid->blocks; ++tile) {
        Word own = tile_status_own(trace, grid, tile), sum = 0;
        size_t b = 0;
        while (sums[b].tile != tile)
            ++b;
        for (uint32_t i = interval_first(own); i <= interval_last(own); ++i)
            sum += i % 7;
        g_assert_true(tile_status_block(trace, sums, 0, tile) ==
                      trace->blocks + b);
        g_assert_cmpuint(sums[b].own, ==, own);
        g_assert_cmpuint(sums[b].own_at, !=, TILE_STATUS_NEVER);
        g_assert_cmpuint(sums[b].own_value, ==, sum);
        GlobalWord last = global_word(&history, NULL, (uint8_t)a, 2 * tile + 1,
                                      trace->instructions_count);
        g_assert_cmpint(tile_status_kind(own, last.interval), ==,
                        PUBLISHED_PREFIX);
    }
    history_free(&history);
    free(sums);
    free(order);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/block_trace/issue-order", test_issue_order);
    g_test_add_func("/block_trace/part", test_part);
    g_test_add_func("/block_trace/spans of programs", test_spans_of_programs);
    g_test_add_func("/block_trace/tile-status", test_tile_status);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
