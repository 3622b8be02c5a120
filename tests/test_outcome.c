/* SPDX-License-Identifier: MIT
 *
 * Tests of src/trace/outcome.c: which outputs follow from stores.
 */
#include "trace/outcome.h"
#include "record/record.h"
#include "forge.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

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
    g_test_add_func("/outcome/recorded", test_recorded);
    g_test_add_func("/outcome/some blocks", test_some_blocks);
    return g_test_run();
}
