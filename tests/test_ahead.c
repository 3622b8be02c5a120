/* SPDX-License-Identifier: MIT
 *
 * Tests of src/sim/ahead.c: the catalog's kernels do the same whether they run
 * ahead or in lockstep, and only those run ahead whose threads do not meet.
 */
#include "record/input.h"
#include "record/record.h"
#include "sim/simt.h"

#include <glib.h>
#include <stdlib.h>

typedef struct {
    Launch launch;
    Algorithm slow; /* the kernel's entry, for lockstep */
    Word *input, *output;
    Log *log;
    bool good, ahead;
    Error error;
} Once;

static void run_free(Once *run)
{
    free(run->input);
    free(run->output);
    log_free(run->log);
}

/* Runs the first launch of OPTIONS on MACHINE; LOCKSTEP: not ahead. */
static void run_once(Once *run, Simt *machine, const RecordOptions *options,
                     bool lockstep)
{
    Plan plan;
    bool shadow = options->op == OP_INTERVAL;

    *run = (Once){.good = false};
    g_assert_true(record_plan(options, &plan, &run->error));
    run->launch = record_launch(options, &plan, 0);
    run->launch.source_name = options->algorithm->name;
    run->slow = *run->launch.algorithm;
    run->slow.waits = true;
    if (lockstep)
        run->launch.algorithm = &run->slow;
    run->input = base_memdup(options->input, options->n * sizeof(Word));
    run->output = base_alloc(options->n, sizeof(Word));
    for (uint32_t i = 0; shadow && i < options->n; ++i)
        run->input[i] = interval_make(i, i);
    run->launch.arrays[GLOBAL_IN] =
        (GlobalArray){"in", run->input, options->n, HOLDS_SUMS};
    run->launch.arrays[GLOBAL_OUT] =
        (GlobalArray){"out", run->output, options->n, HOLDS_SUMS};
    run->log = log_new(1, run->launch.threads, run->launch.words);
    run->good = simt_run(machine, &run->launch, shadow ? INTERVAL_UNSET : 0,
                         run->log, &run->error);
    run->ahead = simt_ran_ahead(machine);
}

static void check_words(const Word *a, const Word *b, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        g_assert_cmpuint(a[i], ==, b[i]);
}

static void check_same(const Once *a, const Once *b,
                       const RecordOptions *options)
{
    g_assert_cmpint(a->good, ==, b->good);
    g_assert_cmpstr(a->error.text, ==, b->error.text);
    const Snapshots *x_shots = a->log->snapshots, *y_shots = b->log->snapshots;
    check_words(a->output, b->output, options->n);
    check_words(a->input, b->input, options->n);
    g_assert_cmpuint(x_shots->values_count, ==, y_shots->values_count);
    check_words(x_shots->values, y_shots->values, x_shots->values_count);
    for (uint32_t t = 0; t < a->log->threads; ++t) {
        const ThreadLog *x = &a->log->logs[t], *y = &b->log->logs[t];
        g_assert_cmpuint(x->events_count, ==, y->events_count);
        for (size_t i = 0; i < x->events_count; ++i) {
            g_assert_cmpuint(x->events[i].kind, ==, y->events[i].kind);
            g_assert_cmpuint(x->events[i].site, ==, y->events[i].site);
            g_assert_cmpuint(x->events[i].array, ==, y->events[i].array);
            g_assert_cmpuint(x->events[i].cell, ==, y->events[i].cell);
            g_assert_cmpuint(x->events[i].value, ==, y->events[i].value);
        }
    }
}

/* Runs the algorithm both ways; true if it ran ahead. */
static bool compare(Simt *machine, const Algorithm *algorithm, uint32_t n,
                    uint32_t k, Op op)
{
    Error error;
    RecordOptions options = {.algorithm = algorithm,
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .inclusive = algorithm->inclusive,
                             .op = op};
    Once ahead, lockstep;

    options.input = input_read("random:1", OP_ADD, &n, &error);
    g_assert_nonnull(options.input);
    run_once(&ahead, machine, &options, false);
    run_once(&lockstep, machine, &options, true);
    g_assert_false(lockstep.ahead);
    check_same(&ahead, &lockstep, &options);
    bool ran = ahead.ahead;
    run_free(&ahead);
    run_free(&lockstep);
    free(options.input);
    return ran;
}

/* True if algorithm NAME has one launch of one block and needs no array but in
 * and out. */
static bool is_single(const Algorithm *algorithm)
{
    RecordOptions options = {.algorithm = algorithm,
                             .n = 64,
                             .k = 8,
                             .passes = PLAN_USUAL};
    Plan plan;
    Error error;

    return record_plan(&options, &plan, &error) && plan.grids_count == 1 &&
           plan.grids[0].blocks == 1 && plan.arrays_count == 2;
}

static void test_catalog(void)
{
    static const struct {
        uint32_t n, k;
    } sizes[] = {{1, 2}, {64, 8}, {200, 4}, {1000, 32}, {2048, 64}};
    size_t count, ahead = 0, single = 0;
    const Algorithm *const *all = catalog_all(&count);
    Simt *machine = simt_new();

    for (size_t i = 0; i < count; ++i) {
        if (!is_single(all[i]))
            continue;
        ++single;
        for (size_t s = 0; s < G_N_ELEMENTS(sizes); ++s)
            for (int shadow = 0; shadow < 2; ++shadow) {
                bool ran = compare(machine, all[i], sizes[s].n, sizes[s].k,
                                   shadow ? OP_INTERVAL : OP_ADD);
                ahead += ran && s == 1 && !shadow;
            }
    }
    g_assert_cmpuint(single, >=, 14);
    g_assert_cmpuint(ahead, >=, 8);
    g_assert_cmpuint(ahead, <, single);
    simt_free(machine);
}

/* A tree's threads do not meet between barriers; the kernels of threads that
 * race, or exchange words, are found out. */
static void test_who(void)
{
    static const struct {
        const char *name;
        bool ahead;
    } cases[] = {{"leftright", true},           {"nopadding", true},
                 {"sequential", true},          {"ping-pong", true},
                 {"vector-leftright", true},    {"vector-shuffle", false},
                 {"hillis-steele-racy", false}, {"warp-shuffle", false},
                 {"block-shuffle", false}};
    Simt *machine = simt_new();
    Error error;

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        bool ran = compare(machine, catalog_find(cases[i].name, &error), 64, 8,
                           OP_ADD);
        if (ran != cases[i].ahead)
            g_error("%s %s", cases[i].name,
                    ran ? "ran ahead" : "did not run ahead");
    }
    simt_free(machine);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ahead/catalog", test_catalog);
    g_test_add_func("/ahead/who", test_who);
    return g_test_run();
}
