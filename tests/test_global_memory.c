/* SPDX-License-Identifier: MIT
 *
 * Tests of src/moment/global_words.c and src/analysis/tile_status.c on traces
 * made by hand: the contents of global memory after each instruction, and the
 * instruction from which on the sum of each block is known.
 */
#include "analysis/tile_status.h"
#include "fixture.h"
#include "moment/moment.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of a trace made by hand, after input and output. */
enum { SUMS = GLOBAL_FIRST_SCRATCH, NUMBERS, FLAGS, PAIRS };

/* ---- The sums of blocks ---- */

enum { N = 11, TILE = 4, BLOCKS = 3 }; /* the last tile has three elements */

/* Three blocks that each load their tile's first element; block 1 then comes to
 * know its own sum (by adding it up), and what is before it (from another). */
static Trace *three_blocks(const uint32_t tiles[BLOCKS])
{
    Fixture *f = fixture_new(OP_ADD, N, 4, 4, 4);

    for (uint32_t b = 0; b < BLOCKS; ++b) {
        if (b > 0)
            fixture_next_block(f);
        fixture_step(f, "scan", 0);
        fixture_instruction(f, 0, ACCESS_GLOAD, 2);
        fixture_access(f, 0, TILE * tiles[b], 1,
                       interval_make(TILE * tiles[b], TILE * tiles[b]));
        if (b != 1)
            continue;
        fixture_instruction(f, 0, ACCESS_STORE, 3); /* place 2 */
        fixture_access(f, 0, 0, 50, interval_make(4, 6));
        fixture_instruction(f, 0, ACCESS_STORE, 4); /* 3: made on the way */
        fixture_access(f, 0, 0, 90, interval_make(0, 7));
        fixture_sum(f, 32, interval_make(0, 3), 58, interval_make(4, 7));
        fixture_sum(f, 50, interval_make(4, 6), 8, interval_make(7, 7));
        fixture_instruction(f, 0, ACCESS_SHFL, 5); /* 4 */
        fixture_access(f, 0, 0, 70, interval_make(4, 7));
        fixture_access(f, 1, 0, 32, interval_make(0, 3));
        fixture_instruction(f, 0, ACCESS_SHFL, 6); /* 5: too late */
        fixture_access(f, 0, 0, 33, interval_make(0, 3));
    }
    Trace *trace = fixture_done(f);
    g_assert_cmpuint(trace->grids->block_n, ==, TILE);
    return trace;
}

static void test_sums(void)
{
    static const uint32_t tiles[] = {0, 1, 2};
    static const uint32_t order[] = {1, 6, 2, 0, 3, 4, 5};
    Trace *trace = three_blocks(tiles);
    BlockSums *sums = tile_status_of(trace, NULL);
    const Word own[] = {interval_make(0, 3), interval_make(4, 7),
                        interval_make(8, 10)};
    const Word before[] = {INTERVAL_IDENTITY, interval_make(0, 3),
                           interval_make(0, 7)};

    g_assert_false(tile_status_draws(trace, sums));
    for (uint32_t b = 0; b < BLOCKS; ++b) {
        g_assert_cmpuint(sums[b].tile, ==, b);
        g_assert_cmphex(sums[b].own, ==, own[b]);
        g_assert_cmphex(sums[b].before, ==, before[b]);
        g_assert_cmpuint(sums[b].own_at, ==, b == 1 ? 3 : TILE_STATUS_NEVER);
        g_assert_cmpuint(sums[b].before_at, ==, b == 1 ? 4 : TILE_STATUS_NEVER);
    }
    g_assert_cmpuint(sums[1].own_value, ==, 58);
    g_assert_cmpuint(sums[1].before_value, ==, 32);
    free(sums);
    for (uint32_t i = 0; i < G_N_ELEMENTS(order); ++i)
        trace->instructions[order[i]].time = i;
    sums = tile_status_of(trace, order);
    g_assert_cmpuint(sums[1].own_at, ==, 4);
    g_assert_cmpuint(sums[1].before_at, ==, 5);
    free(sums);
    trace_free(trace);
}

/* Blocks draw their numbers if any works on a tile that has not its own, or
 * counts in global memory. */
static void test_draws(void)
{
    static const uint32_t tiles[][BLOCKS] = {{1, 0, 2},
                                             {0, 2, 1},
                                             {2, 1, 0},
                                             {1, 1, 2}};

    for (size_t i = 0; i < G_N_ELEMENTS(tiles); ++i) {
        Trace *trace = three_blocks(tiles[i]);
        BlockSums *sums = tile_status_of(trace, NULL);
        for (uint32_t b = 0; b < BLOCKS; ++b)
            g_assert_cmpuint(sums[b].tile, ==, tiles[i][b]);
        g_assert_true(tile_status_draws(trace, sums));
        free(sums);
        trace_free(trace);
    }
    for (size_t i = 1; i < 7; i += 5) { /* one that loads, and the last */
        static const uint32_t own[] = {0, 1, 2};
        Trace *trace = three_blocks(own);
        trace->instructions[i].kind = ACCESS_ATOMIC;
        trace->arrays[trace->instructions[i].array].holds = HOLDS_NUMBERS;
        BlockSums *sums = tile_status_of(trace, NULL);
        g_assert_true(tile_status_draws(trace, sums));
        free(sums);
        trace_free(trace);
    }
}

static void test_kinds(void)
{
    static const struct {
        uint32_t own[2], first, last;
        Published kind;
        const char *name;
    } cases[] = {{{4, 7}, 4, 7, PUBLISHED_AGGREGATE, "aggregate"},
                 {{4, 7}, 0, 7, PUBLISHED_PREFIX, "prefix"},
                 {{0, 3}, 0, 3, PUBLISHED_PREFIX, "prefix"},
                 {{4, 7}, 5, 7, PUBLISHED_OTHER, "wrong sum"},
                 {{4, 7}, 3, 7, PUBLISHED_OTHER, "wrong sum"},
                 {{4, 7}, 0, 6, PUBLISHED_OTHER, "wrong sum"},
                 {{4, 7}, 0, 8, PUBLISHED_OTHER, "wrong sum"},
                 {{4, 7}, 4, 8, PUBLISHED_OTHER, "wrong sum"}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Word own = interval_make(cases[i].own[0], cases[i].own[1]);
        Published kind =
            tile_status_kind(own, interval_make(cases[i].first, cases[i].last));
        g_assert_cmpint(kind, ==, cases[i].kind);
        g_assert_cmpstr(tile_status_kind_name(kind), ==, cases[i].name);
        g_assert_cmpint(tile_status_kind(own, INTERVAL_TOP), ==,
                        PUBLISHED_OTHER);
        g_assert_cmpint(tile_status_kind(INTERVAL_TOP, own), ==,
                        PUBLISHED_OTHER);
    }
    g_assert_cmpstr(tile_status_kind_name(PUBLISHED_NOTHING), ==, "nothing");
    g_assert_cmpstr(tile_status_kind_name(PUBLISHED_BARE), ==, "state alone");
    g_assert_cmphex(tile_status_before(INTERVAL_TOP), ==, INTERVAL_TOP);
    g_assert_cmphex(tile_status_before(interval_make(1, 5)), ==,
                    interval_make(0, 0));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/global_memory/sums", test_sums);
    g_test_add_func("/global_memory/draws", test_draws);
    g_test_add_func("/global_memory/kinds", test_kinds);
    return g_test_run();
}
