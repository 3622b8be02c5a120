/* SPDX-License-Identifier: MIT
 *
 * Tests of src/trace/outcome.c: which outputs follow from stores.
 */
#include "trace/outcome.h"
#include "record/record.h"
#include "fixture.h"
#include "forge.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

/* ---- Made by hand ---------------------------------------------------------*/

/* A store of 10 + PLACE, which stands for x0..xPLACE, to output 1; PLACE counts
 * the stores of a case. */
typedef struct {
    int grid, block, step, thread;
    AccessKind kind;
} Store;

#define G ACCESS_GSTORE

static const struct {
    const char *what;
    Store stores[5]; /* in the order of the trace */
    int count;
    bool may[5];  /* be the last */
    bool nothing; /* may the output be left alone? */
} cases[] = {
    {"nobody stores", {{0}}, 0, {0}, true},
    {"one store", {{0, 0, 0, 0, G}}, 1, {1}, false},
    {"a thread stores twice",
     {{0, 0, 0, 1, G}, {0, 0, 0, 1, G}},
     2,
     {0, 1},
     false},
    {"two threads race", {{0, 0, 0, 0, G}, {0, 0, 0, 5, G}}, 2, {1, 1}, false},
    {"two race, and one stores twice: too much passes, but not too little",
     {{0, 0, 0, 0, G}, {0, 0, 0, 5, G}, {0, 0, 0, 5, G}},
     3,
     {1, 1, 1},
     false},
    {"a barrier between two threads",
     {{0, 0, 0, 0, G}, {0, 0, 1, 5, G}},
     2,
     {0, 1},
     false},
    {"two race after a barrier",
     {{0, 0, 0, 0, G}, {0, 0, 1, 5, G}, {0, 0, 1, 6, G}},
     3,
     {0, 1, 1},
     false},
    {"one of two that raced stores again, after a barrier",
     {{0, 0, 0, 0, G}, {0, 0, 0, 5, G}, {0, 0, 1, 0, G}},
     3,
     {0, 0, 1},
     false},
    {"two blocks race",
     {{0, 0, 0, 0, G}, {0, 0, 1, 0, G}, {0, 1, 0, 0, G}, {0, 1, 1, 0, G}},
     4,
     {0, 1, 0, 1},
     false},
    {"the next launch stores",
     {{0, 0, 0, 0, G}, {0, 1, 0, 0, G}, {1, 0, 0, 0, G}},
     3,
     {0, 0, 1},
     false},
    {"loads and other kinds do not store",
     {{0, 0, 0, 0, G},
      {0, 0, 0, 0, ACCESS_GLOAD},
      {0, 0, 0, 0, ACCESS_STORE},
      {0, 0, 0, 0, ACCESS_SHFL},
      {0, 0, 0, 0, ACCESS_GLOAD}},
     5,
     {1},
     false},
    {"what an atomic update leaves is not known",
     {{0, 0, 0, 0, G}, {0, 0, 0, 0, ACCESS_ATOMIC}},
     2,
     {1, 1},
     true},
};

enum { N = 4, THREADS = 8 };

static Trace *make(const Store *stores, int count)
{
    Fixture *f = fixture_new(OP_ADD, N, THREADS, THREADS, N);
    Trace *trace = f->trace;
    Store last = {0, 0, -1, 0, G};

    for (int i = 0; i < count; ++i) {
        const Store *at = stores + i;
        if (i && (at->grid != last.grid || at->block != last.block)) {
            fixture_next_block(f);
            last.step = -1;
        }
        while (last.step < at->step) {
            fixture_step(f, "add", 0);
            ++last.step;
        }
        last.grid = at->grid;
        last.block = at->block;
        fixture_instruction(f, 0, at->kind, i);
        trace->instructions[i].array = GLOBAL_OUT;
        fixture_access(f, at->thread, 1, 10 + (Word)i,
                       interval_make(0, (uint32_t)i));
    }
    if (count == 0)
        fixture_step(f, "add", 0);
    return fixture_done(f);
}

/* The blocks of CASE are spread over as many launches as it says. */
static void launch(Trace *trace, const Store *stores, int count)
{
    int most = 0;

    for (int i = 0; i < count; ++i) {
        uint32_t block = trace_step(trace, trace->instructions + i)->block;
        trace->blocks[block].grid = (uint32_t)stores[i].grid;
        trace->blocks[block].index = (uint32_t)stores[i].block;
        most = stores[i].grid > most ? stores[i].grid : most;
    }
    while (trace->grids_count <= (size_t)most) {
        Grid grid = trace->grids[0];
        grid.title = base_strdup("again");
        base_push(trace, grids, grid);
    }
    for (size_t g = 0; g < trace->grids_count; ++g)
        trace->grids[g].blocks = 0;
    for (size_t b = 0; b < trace->blocks_count; ++b)
        ++trace->grids[trace->blocks[b].grid].blocks;
    g_assert_true(trace_is_whole(trace));
}

static bool follows(Trace *trace, Word word, Word interval)
{
    Text why = {0};

    for (int i = 0; i < N; ++i) {
        trace->output[i] = i == 1 ? word : 0;
        trace->output_interval[i] = i == 1 ? interval : INTERVAL_UNSET;
    }
    bool good = outcome_check(trace, &why);
    g_assert_cmpint(good, ==, why.length == 0);
    g_assert_true(good || g_str_has_prefix(why.text, "output 1 "));
    text_free(&why);
    return good;
}

static void test_cases(void)
{
    for (size_t c = 0; c < G_N_ELEMENTS(cases); ++c) {
        Trace *trace = make(cases[c].stores, cases[c].count);
        launch(trace, cases[c].stores, cases[c].count);
        for (int i = 0; i < cases[c].count * cases[c].count; ++i) {
            int w = i / cases[c].count, v = i % cases[c].count;
            if (follows(trace, 10 + (Word)w, interval_make(0, (uint32_t)v)) !=
                (cases[c].may[w] && cases[c].may[v]))
                g_error("%s: word of store %d, interval of %d", cases[c].what,
                        w, v);
        }
        if (follows(trace, 0, INTERVAL_UNSET) != cases[c].nothing)
            g_error("%s: left alone", cases[c].what);
        bool unknown = cases[c].nothing && cases[c].count;
        g_assert_cmpint(follows(trace, 0, 9), ==, unknown);
        g_assert_cmpint(follows(trace, 9, INTERVAL_UNSET), ==, unknown);
        trace_free(trace);
    }
}

/* ---- Recorded, and changed ------------------------------------------------*/

static Trace *record_one(const char *name, Op op, const BlockRange *range)
{
    enum { COUNT = 32 };
    Recorder *recorder = recorder_new();
    Error error;
    Word input[COUNT];
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = COUNT,
                             .k = 4,
                             .block_n = range ? 4 : 0,
                             .op = op,
                             .device = DEVICE_CPU,
                             .input = input};

    for (uint32_t i = 0; i < COUNT; ++i)
        input[i] = op == OP_INTERVAL ? interval_make(i, i) : i % 7 + 1;
    options.some_blocks = range != NULL;
    if (range)
        options.blocks = *range;
    Trace *trace = record(recorder, &options, &error);
    if (!trace)
        g_error("%s: %s", name, error.text);
    recorder_free(recorder);
    return trace;
}

/* Reads TRACE after SQL; NULL if it says SAYS. */
static Trace *change(const Trace *trace, const char *sql, const char *says)
{
    char *path = NULL;
    int file = g_file_open_tmp("test_outcome_XXXXXX", &path, NULL);
    Forge *forge = forge_open(trace);
    Error error = {ERROR_NONE, ""};

    g_assert_cmpint(file, >=, 0);
    g_close(file, NULL);
    g_assert_true(forge_sql(forge, "%s", sql));
    Trace *changed = forge_read(forge, path, &error);
    if (changed ? says != NULL : !says || !strstr(error.text, says))
        g_error("%s: %s", sql, changed ? "read" : error.text);
    g_assert_true(changed || error.kind == ERROR_USAGE);
    g_assert_true(changed || strstr(error.text, ": damaged file: "));
    forge_close(forge);
    g_remove(path);
    g_free(path);
    return changed;
}

static void test_recorded(void)
{
    static const char *const names[] = {"leftright",     "hillis-steele",
                                        "three-phase",   "look-back",
                                        "compact",       "warp-shuffle",
                                        "leftright-eq2", "torn-look-back"};

    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        for (int op = 0; op < OP_COUNT; ++op) {
            if (op != OP_ADD && strcmp(names[i], "compact") == 0)
                continue; /* which counts */
            Trace *trace = record_one(names[i], (Op)op, NULL);
            trace_free(change(trace, "select 1", NULL));
            trace_free(change(trace,
                              "update element set output = output + 1 "
                              "where id = 1",
                              "output 1 is "));
            trace_free(change(trace,
                              "update element set first = 1, last = 2 "
                              "where id = 1",
                              "output 1 stands for \u03a3x1..x2, but its "
                              "events leave "));
            trace_free(trace);
        }
}

/* A trace that holds some blocks does not have what the others stored. */
static void test_some_blocks(void)
{
    static const BlockRange range = {2, 3};
    Trace *trace = record_one("three-phase", OP_ADD, &range);

    g_assert_false(trace_is_whole(trace));
    trace_free(change(trace, "update element set output = 0", NULL));
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/outcome/cases", test_cases);
    g_test_add_func("/outcome/recorded", test_recorded);
    g_test_add_func("/outcome/some blocks", test_some_blocks);
    return g_test_run();
}
