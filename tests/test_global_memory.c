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

static void add_arrays(Trace *trace)
{
    base_push(trace, arrays,
              ((Array){.name = base_strdup("sums 1"),
                       .words = 2,
                       .holds = HOLDS_SUMS}));
    base_push(trace, arrays,
              ((Array){.name = base_strdup("count"),
                       .words = 3,
                       .holds = HOLDS_NUMBERS}));
    base_push(trace, arrays,
              ((Array){.name = base_strdup("flags"),
                       .words = 3,
                       .holds = HOLDS_FLAGS}));
    base_push(trace, arrays,
              ((Array){.name = base_strdup("states"),
                       .words = 4,
                       .holds = HOLDS_PAIRS}));
}

/* ---- Global memory ---- */

/* One instruction of one lane. */
typedef struct {
    AccessKind kind;
    uint8_t array;
    uint32_t cell;
    Word value;
    const char *after; /* what memory holds then; see add_words */
} Played;

static Fixture *start(void)
{
    Fixture *f = fixture_new(OP_ADD, 2, 4, 8, 8);

    add_arrays(f->trace);
    fixture_step(f, "scan", 0);
    return f;
}

static void add_event(Fixture *f, const Played *event)
{
    Trace *trace = f->trace;

    fixture_instruction(f, 0, event->kind, 1);
    trace->instructions[trace->instructions_count - 1].array = event->array;
    fixture_access(f, 0, event->cell, event->value, interval_make(1, 1));
}

/* The words of all arrays: "." nothing yet, "?" unknown; "later" unknown
 * until a later launch. */
static char *words_of(const GlobalWords *global)
{
    GString *text = g_string_new("");

    for (size_t a = 0; a < global->count; ++a) {
        const ArrayContents *array = global->arrays + a;
        g_string_append(text, a ? " | " : "");
        for (uint32_t i = 0; i < array->length; ++i) {
            const GlobalWord *word = array->words + i;
            g_string_append(text, i ? " " : "");
            if (word->held == GLOBAL_MEMORY_NOTHING)
                g_string_append(text, ".");
            else if (word->held == GLOBAL_MEMORY_UNKNOWN)
                g_string_append(text, "?");
            else if (word->held == GLOBAL_MEMORY_LATER)
                g_string_append(text, "later");
            else
                g_string_append_printf(text, "%u", word->value);
        }
    }
    return g_string_free(text, FALSE);
}

static void assert_held(const Trace *trace, const uint32_t *order,
                        size_t position, const char *expected)
{
    WrongWords none = {0};
    Tree tree = {0};
    Moments *moments = moments_new(trace, order, &none, &tree);
    Moment *moment = moment_at(moments, position, 1);
    char *words = words_of(moment_global(moment));

    if (strcmp(words, expected) != 0)
        g_error("after %zu: \"%s\", not \"%s\"", position, words, expected);
    g_free(words);
    moment_put(moment);
    moments_free(moments);
}

/* Of a program, what is loaded or updated before anything stored it was there
 * from the start; what was stored first was not. */
static void test_given(void)
{
    static const Played events[] = {
        {ACCESS_GLOAD, SUMS, 1, 5, "1 2 | . . | . 5 | 0 0 0 | . 4 6 | . . . ."},
        {ACCESS_GSTORE, SUMS, 0, 7,
         "1 2 | . . | 7 5 | 0 0 0 | . 4 6 | . . . ."},
        {ACCESS_GLOAD, SUMS, 0, 7, "1 2 | . . | 7 5 | 0 0 0 | . 4 6 | . . . ."},
        {ACCESS_ATOMIC, FLAGS, 1, 4,
         "1 2 | . . | 7 5 | 0 0 0 | . ? 6 | . . . ."},
        {ACCESS_GLOAD, FLAGS, 2, 6,
         "1 2 | . . | 7 5 | 0 0 0 | . ? 6 | . . . ."}};
    Fixture *f = start();

    for (size_t i = 0; i < G_N_ELEMENTS(events); ++i)
        add_event(f, events + i);
    Trace *trace = fixture_done(f);
    trace->run.origin = ORIGIN_PROGRAM;
    trace->arrays[FLAGS].holds = HOLDS_SUMS;
    assert_held(trace, NULL, 0, "1 2 | . . | . 5 | 0 0 0 | . 4 6 | . . . .");
    for (size_t i = 0; i < G_N_ELEMENTS(events); ++i)
        assert_held(trace, NULL, i + 1, events[i].after);
    trace_free(trace);
}

/* What the last updates of a program's output leave is what the trace has of
 * it; of its other arrays it is not known. */
static void test_output_left(void)
{
    static const Played events[] = {
        {ACCESS_ATOMIC, GLOBAL_OUT, 1, 4,
         "1 2 | . 6 | . 3 | 0 0 0 | . . . | . . . ."},
        {ACCESS_ATOMIC, GLOBAL_OUT, 1, 6,
         "1 2 | . 9 | . 3 | 0 0 0 | . . . | . . . ."},
        {ACCESS_ATOMIC, SUMS, 1, 3,
         "1 2 | . 9 | . ? | 0 0 0 | . . . | . . . ."}};
    Fixture *f = start();

    for (size_t i = 0; i < G_N_ELEMENTS(events); ++i)
        add_event(f, events + i);
    Trace *trace = fixture_done(f);
    trace->run.origin = ORIGIN_PROGRAM;
    trace->output[0] = 5;
    trace->output[1] = 9;
    assert_held(trace, NULL, 0, "1 2 | . 4 | . 3 | 0 0 0 | . . . | . . . .");
    for (size_t i = 0; i < G_N_ELEMENTS(events); ++i)
        assert_held(trace, NULL, i + 1, events[i].after);
    trace_free(trace);
}

/* Of a word that two blocks store parts of, each changes its own bytes, in
 * whichever order they are played. */
static void test_parts(void)
{
    static const uint32_t orders[][2] = {{0, 1}, {1, 0}};
    Fixture *f = start();

    /* as issued: the upper half first */
    fixture_instruction(f, 0, ACCESS_GSTORE, 1);
    f->trace->instructions[0].array = GLOBAL_OUT;
    fixture_access(f, 0, 1, 0x30000, INTERVAL_TOP);
    f->trace->accesses[0].bytes = 0xc;
    fixture_instruction(f, 0, ACCESS_GSTORE, 1);
    f->trace->instructions[1].array = GLOBAL_OUT;
    fixture_access(f, 0, 1, 0x30005, INTERVAL_TOP);
    f->trace->accesses[1].bytes = 0x3;
    Trace *trace = fixture_done(f);
    for (size_t i = 0; i < G_N_ELEMENTS(orders); ++i)
        for (size_t done = 0; done <= 2; ++done) {
            History history = history_of(trace, orders[i]);
            GlobalWords now = global_words_new(&history, NULL);
            global_words_go(&now, done);
            const GlobalWord *word = now.arrays[GLOBAL_OUT].words + 1;
            bool low = done == 2 || (done == 1 && orders[i][0] == 1);
            bool high = done == 2 || (done == 1 && orders[i][0] == 0);
            g_assert_cmpuint(word->bytes, ==,
                             (low ? 0x3 : 0) | (high ? 0xc : 0));
            g_assert_cmphex(word->value, ==,
                            (low ? 5u : 0) | (high ? 0x30000u : 0));
            g_assert_cmpint(word->held, ==,
                            done ? GLOBAL_MEMORY_HELD : GLOBAL_MEMORY_NOTHING);
            global_words_free(&now);
            history_free(&history);
        }
    trace_free(trace);
}

/* After each instruction, from none on, memory holds this. */
static void test_replay(void)
{
    static const Played events[] = {
        /* flags are there from the start, once somebody has looked */
        {ACCESS_GLOAD, FLAGS, 0, 1,
         "1 2 | . . | . . | 0 0 0 | 1 . 0 | . . . ."},
        {ACCESS_GLOAD, FLAGS, 2, 0,
         "1 2 | . . | . . | 0 0 0 | 1 . 0 | . . . ."},
        {ACCESS_GLOAD, GLOBAL_IN, 1, 9,
         "1 2 | . . | . . | 0 0 0 | 1 . 0 | . . . ."},
        /* what is stored in shared memory, or handed on, is not there */
        {ACCESS_STORE, GLOBAL_IN, 0, 9,
         "1 2 | . . | . . | 0 0 0 | 1 . 0 | . . . ."},
        {ACCESS_LOAD, GLOBAL_IN, 0, 9,
         "1 2 | . . | . . | 0 0 0 | 1 . 0 | . . . ."},
        {ACCESS_SHFL, GLOBAL_IN, 0, 9,
         "1 2 | . . | . . | 0 0 0 | 1 . 0 | . . . ."},
        {ACCESS_GSTORE, GLOBAL_OUT, 1, 8,
         "1 2 | . 8 | . . | 0 0 0 | 1 . 0 | . . . ."},
        {ACCESS_GSTORE, SUMS, 0, 7,
         "1 2 | . 8 | 7 . | 0 0 0 | 1 . 0 | . . . ."},
        /* a count: the next update finds what this one has left */
        {ACCESS_ATOMIC, NUMBERS, 1, 0,
         "1 2 | . 8 | 7 . | 0 3 0 | 1 . 0 | . . . ."},
        {ACCESS_ATOMIC, NUMBERS, 1, 3,
         "1 2 | . 8 | 7 . | 0 6 0 | 1 . 0 | . . . ."},
        /* nobody has looked since, and it was not raised before */
        {ACCESS_ATOMIC, NUMBERS, 2, 0,
         "1 2 | . 8 | 7 . | 0 6 ? | 1 . 0 | . . . ."},
        /* the last word of a sum is read later */
        {ACCESS_ATOMIC, SUMS, 0, 7,
         "1 2 | . 8 | 12 . | 0 6 ? | 1 . 0 | . . . ."},
        {ACCESS_GLOAD, SUMS, 0, 12,
         "1 2 | . 8 | 12 . | 0 6 ? | 1 . 0 | . . . ."},
        /* and this one by nobody; sums go up by no rule */
        {ACCESS_ATOMIC, SUMS, 0, 12,
         "1 2 | . 8 | ? . | 0 6 ? | 1 . 0 | . . . ."},
        {ACCESS_GSTORE, PAIRS, 3, 5,
         "1 2 | . 8 | ? . | 0 6 ? | 1 . 0 | . . . 5"},
        {ACCESS_GLOAD, PAIRS, 3, 6,
         "1 2 | . 8 | ? . | 0 6 ? | 1 . 0 | . . . 5"},
        {ACCESS_GSTORE, FLAGS, 1, 1,
         "1 2 | . 8 | ? . | 0 6 ? | 1 1 0 | . . . 5"},
        /* who stores does not look */
        {ACCESS_GSTORE, SUMS, 0, 4,
         "1 2 | . 8 | 4 . | 0 6 ? | 1 1 0 | . . . 5"},
    };
    Fixture *f = start();

    for (size_t i = 0; i < G_N_ELEMENTS(events); ++i)
        add_event(f, events + i);
    Trace *trace = fixture_done(f);
    assert_held(trace, NULL, 0, "1 2 | . . | . . | 0 0 0 | 1 . 0 | . . . .");
    for (size_t i = 0; i < G_N_ELEMENTS(events); ++i)
        assert_held(trace, NULL, i + 1, events[i].after);
    trace_free(trace);
}

/* Lanes count one after the other. */
static void test_lanes(void)
{
    Fixture *f = start();

    fixture_instruction(f, 0, ACCESS_ATOMIC, 1);
    f->trace->instructions[0].array = NUMBERS;
    for (uint32_t lane = 0; lane < 4; ++lane)
        fixture_access(f, (int)lane, 0, 5 * lane, INTERVAL_TOP);
    fixture_instruction(f, 0, ACCESS_ATOMIC, 1);
    f->trace->instructions[1].array = NUMBERS;
    fixture_access(f, 0, 1, 0, INTERVAL_TOP);
    fixture_access(f, 1, 2, 0, INTERVAL_TOP);
    for (uint32_t i = 1; i < 3; ++i) {
        fixture_instruction(f, 0, ACCESS_GLOAD, 1);
        f->trace->instructions[1 + i].array = NUMBERS;
        fixture_access(f, 0, i, 40 + i, INTERVAL_TOP);
    }
    Trace *trace = fixture_done(f);
    assert_held(trace, NULL, 1, "1 2 | . . | . . | 20 0 0 | . . . | . . . .");
    assert_held(trace, NULL, 2, "1 2 | . . | . . | 20 41 42 | . . . | . . . .");
    trace_free(trace);
}

/* What counts is the order of playing, for what was stored and for what says
 * later. */
static void test_order(void)
{
    static const Played events[] = {{ACCESS_GSTORE, GLOBAL_OUT, 0, 5, ""},
                                    {ACCESS_GSTORE, GLOBAL_OUT, 0, 6, ""},
                                    {ACCESS_GLOAD, NUMBERS, 0, 9, ""},
                                    {ACCESS_ATOMIC, NUMBERS, 0, 0, ""}};
    static const uint32_t order[] = {1, 3, 0, 2};
    static const char *const after[] = {
        "1 2 | . . | . . | 0 0 0 | . . . | . . . .",
        "1 2 | 6 . | . . | 0 0 0 | . . . | . . . .",
        "1 2 | 6 . | . . | 9 0 0 | . . . | . . . .",
        "1 2 | 5 . | . . | 9 0 0 | . . . | . . . .",
        "1 2 | 5 . | . . | 9 0 0 | . . . | . . . .",
    };
    Fixture *f = start();

    for (size_t i = 0; i < G_N_ELEMENTS(events); ++i)
        add_event(f, events + i);
    Trace *trace = fixture_done(f);
    for (size_t i = 0; i < G_N_ELEMENTS(after); ++i)
        assert_held(trace, order, i, after[i]);
    assert_held(trace, NULL, 4, "1 2 | 6 . | . . | ? 0 0 | . . . | . . . .");
    trace_free(trace);
}

/* What a word stands for goes with it: an input for itself, a count for
 * nothing. */
static void test_intervals(void)
{
    static const Played store = {ACCESS_GSTORE, GLOBAL_OUT, 0, 5, ""};
    Fixture *f = start();

    add_event(f, &store);
    Trace *trace = fixture_done(f);
    History history = history_of(trace, NULL);
    GlobalWords global = global_words_new(&history, NULL);
    global_words_go(&global, 1);
    for (uint32_t i = 0; i < 2; ++i)
        g_assert_cmphex(global.arrays[GLOBAL_IN].words[i].interval, ==,
                        interval_make(i, i));
    g_assert_cmphex(global.arrays[GLOBAL_OUT].words[0].interval, ==,
                    interval_make(1, 1));
    g_assert_cmphex(global.arrays[GLOBAL_OUT].words[1].interval, ==,
                    INTERVAL_UNSET);
    g_assert_cmphex(global.arrays[NUMBERS].words[2].interval, ==, INTERVAL_TOP);
    global_words_free(&global);
    history_free(&history);
    trace_free(trace);
}

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

/* A tile of sums of tiles has their inputs. */
static void test_tiles_of_sums(void)
{
    static const uint32_t tiles[] = {0, 1, 2};
    Trace *trace = three_blocks(tiles);
    Grid grid = {.n = 3, .block_n = 2, .blocks = 2, .in = SUMS, .tiled = 1};

    base_push(trace, arrays,
              ((Array){.name = base_strdup("sums"),
                       .words = 3,
                       .holds = HOLDS_SUMS}));
    g_assert_cmphex(tile_status_own(trace, &grid, 0), ==, interval_make(0, 7));
    g_assert_cmphex(tile_status_own(trace, &grid, 1), ==, interval_make(8, 10));
    trace_free(trace);
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
    g_test_add_func("/global_memory/replay", test_replay);
    g_test_add_func("/global_memory/given", test_given);
    g_test_add_func("/global_memory/output-left", test_output_left);
    g_test_add_func("/global_memory/parts", test_parts);
    g_test_add_func("/global_memory/lanes", test_lanes);
    g_test_add_func("/global_memory/order", test_order);
    g_test_add_func("/global_memory/intervals", test_intervals);
    g_test_add_func("/global_memory/sums", test_sums);
    g_test_add_func("/global_memory/draws", test_draws);
    g_test_add_func("/global_memory/tiles of sums", test_tiles_of_sums);
    g_test_add_func("/global_memory/kinds", test_kinds);
    return g_test_run();
}
