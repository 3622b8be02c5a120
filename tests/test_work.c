/* SPDX-License-Identifier: MIT
 *
 * Tests of work and rounds: every formula of the sources against what is
 * counted on the simulator (doc/theory.md, "Work and levels of additions").
 */
#include "catalog/catalog.h"
#include "record/record.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MAX_N = 16384 };

static Recorder *recorder;

/* With a thread for each element, as far as a block has so many. */
static Trace *run(const char *name, uint32_t n, bool inclusive, int passes)
{
    static Word input[MAX_N];
    Error error = {ERROR_NONE, ""};
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = 32,
                             .threads = MIN(n, CATALOG_MAX_THREADS),
                             .passes = passes,
                             .op = OP_ADD,
                             .inclusive = inclusive,
                             .device = DEVICE_CPU,
                             .input = input};

    Trace *trace =
        options.algorithm ? record(recorder, &options, &error) : NULL;
    if (!trace)
        g_error("%s: %s", name, error.text);
    return trace;
}

/* Operators applied in the steps of a phase; of all if it is NULL. */
static uint64_t work_in(const Trace *trace, const char *phase)
{
    uint64_t work = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = &trace->instructions[i];
        const Access *accesses = trace_accesses(trace, at);
        if (phase &&
            strcmp(trace_phase(trace, trace_step(trace, at)), phase) != 0)
            continue;
        for (int a = 0; a < at->lanes; ++a)
            work += accesses[a].sums;
    }
    return work;
}

/* Operators applied in step S. */
static uint64_t work_of_step(const Trace *trace, size_t s)
{
    const Step *step = &trace->steps[s];
    uint64_t work = 0;

    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const Instruction *at =
            &trace->instructions[step->first_instruction + i];
        for (int a = 0; a < at->lanes; ++a)
            work += trace_accesses(trace, at)[a].sums;
    }
    return work;
}

/* ---- Every algorithm -----------------------------------------------------*/

/* Up to the size at which each sum of a round has its own thread. */
static void check_entry(const Algorithm *entry, uint32_t n, bool inclusive)
{
    Trace *trace = run(entry->name, n, inclusive, 2 < base_log2(n) ? 2 : 0);
    ClosedWork closed =
        cost_closed_work(entry->form, n, inclusive, trace->run.passes);
    double W = (double)work_in(trace, NULL);
    double rounds = (double)cost_rounds(trace);

    if (W != closed.W || rounds != closed.rounds)
        g_error("%s, n %u, %s: W %g, but by formula %g; rounds %g, but %g",
                entry->name, n, inclusive ? "inclusive" : "exclusive", W,
                closed.W, rounds, closed.rounds);
    trace_free(trace);
}

static void test_entry(const void *argument)
{
    const Algorithm *entry = argument;

    for (uint32_t n = 1; n <= 1024; n *= 2)
        for (int inclusive = 0; inclusive <= 1; ++inclusive)
            check_entry(entry, n, inclusive);
}

/* Fewer threads than sums take longer: the same work, more rounds. */
static void test_threads(void)
{
    Word input[64] = {0};
    Error error;
    RecordOptions options = {.algorithm = catalog_find("ping-pong", &error),
                             .n = 64,
                             .k = 8,
                             .threads = 16,
                             .inclusive = true,
                             .device = DEVICE_CPU,
                             .input = input};
    Trace *trace = record(recorder, &options, &error);

    g_assert_cmpuint(work_in(trace, NULL), ==, 64 * 6 - 63);
    g_assert_cmpuint(cost_rounds(trace), ==, 4 + 4 + 4 + 4 + 3 + 2);
    trace_free(trace);
}

/* ---- What the sources say ------------------------------------------------*/

/* S0 section VII, S1: n log n - (n - 1), as n - 1, n - 2, n - 4, ... */
static void test_hillis(void)
{
    for (uint32_t n = 2; n <= 1024; n *= 2) {
        Trace *trace = run("ping-pong", n, true, 0);
        uint32_t log2n = (uint32_t)base_log2(n);
        g_assert_cmpuint(work_in(trace, NULL), ==, n * log2n - (n - 1));
        for (uint32_t d = 0; d < log2n; ++d)
            g_assert_cmpuint(work_of_step(trace, d + 1), ==, n - (1u << d));
        trace_free(trace);
    }
}

/* S1: n/2, n/4, ..., 1 and back: 2(n - 1) for two sweeps, and no tree more. */
static void test_two_sweeps(void)
{
    static const char *const trees[] = {"nopadding", "padding", "leftright",
                                        "brent-kung", "reduce-downsweep"};

    for (uint32_t n = 2; n <= 1024; n *= 2)
        for (size_t i = 0; i < G_N_ELEMENTS(trees); ++i) {
            bool inclusive = i >= 3;
            Trace *trace = run(trees[i], n, inclusive, 0);
            uint64_t down = work_in(trace, "down-sweep");
            g_assert_cmpuint(work_in(trace, "up-sweep"), ==, n - 1);
            g_assert_cmpuint(down, ==,
                             inclusive ? n - 1 - (uint32_t)base_log2(n)
                                       : n - 1);
            g_assert_cmpuint(work_in(trace, NULL), <=, 2 * (n - 1));
            trace_free(trace);
        }
}

/* S1: the post-scan has log n - 1 rounds, of 2 - 1, 4 - 1, ..., n/2 - 1. */
static void test_post_scan(void)
{
    Trace *trace = run("brent-kung", 1024, true, 0);
    uint64_t due = 1;

    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = &trace->steps[s];
        if (strcmp(trace_phase(trace, step), "down-sweep") != 0)
            continue;
        g_assert_cmpuint(work_of_step(trace, s), ==, due);
        due = 2 * due + 1;
    }
    g_assert_cmpuint(due, ==, 1023); /* after nine rounds */
    trace_free(trace);
}

/* S3 says that Horn's scan does n log n - 2n(1 - 2/n) operations more than the
 * tree (its print has 2n for 2/n).  It does n log n - 3n + 3 + log n more. */
static void test_difference(void)
{
    for (uint32_t n = 2; n <= 1024; n *= 2) {
        Trace *horn = run("ping-pong", n, true, 0);
        Trace *tree = run("reduce-downsweep", n, true, 0);
        int64_t more =
            (int64_t)work_in(horn, NULL) - (int64_t)work_in(tree, NULL);
        int64_t size = n, log2n = base_log2(n);
        g_assert_cmpint(more, ==, size * log2n - 3 * size + 3 + log2n);
        g_assert_cmpint(more, <, size * log2n - 2 * size + 4);
        trace_free(horn);
        trace_free(tree);
    }
}

/* ---- Hybrid --------------------------------------------------------------*/

static void test_passes(void)
{
    for (uint32_t n = 1; n <= 1024; n *= 4)
        for (int passes = 0; passes <= base_log2(n); ++passes) {
            Trace *trace = run("hybrid", n, true, passes);
            ClosedWork closed =
                cost_closed_work(FORM_HYBRID, n, true, (uint32_t)passes);
            uint64_t left = n >> passes;
            g_assert_cmpfloat(closed.W, ==, (double)work_in(trace, NULL));
            g_assert_cmpfloat(closed.rounds, ==, (double)cost_rounds(trace));
            g_assert_cmpuint(work_in(trace, "up-sweep"), ==, n - left);
            g_assert_cmpuint(work_in(trace, "down-sweep"), ==,
                             n - left - (uint64_t)passes);
            g_assert_cmpuint(work_in(trace, "add"), ==,
                             left * (uint64_t)base_log2((uint32_t)left) - left +
                                 1);
            g_assert_cmpuint(trace->run.words, ==, 2 * n);
            trace_free(trace);
        }
}

/* At its ends it is another algorithm. */
static void test_ends(void)
{
    static const struct {
        const char *name;
        int passes;
    } ends[] = {{"ping-pong", 0}, {"reduce-downsweep", 8}};

    for (size_t i = 0; i < G_N_ELEMENTS(ends); ++i) {
        Trace *hybrid = run("hybrid", 256, true, ends[i].passes);
        Trace *other = run(ends[i].name, 256, true, 0);
        g_assert_cmpuint(work_in(hybrid, NULL), ==, work_in(other, NULL));
        g_assert_cmpuint(cost_rounds(hybrid), ==, cost_rounds(other));
        g_assert_cmpuint(hybrid->steps_count, ==, other->steps_count);
        trace_free(hybrid);
        trace_free(other);
    }
}

/* T is least where what is left is as long as a warp is wide: of 16384 elements
 * after 9 passes, the number that S3 found for its machine. */
static void test_least(void)
{
    uint64_t T[15];

    for (int passes = 0; passes < 15; ++passes) {
        Trace *trace = run("hybrid", MAX_N, true, passes);
        BankTable banks = bank_table(trace);
        T[passes] = cost_count(trace, &banks).T;
        bank_table_free(&banks);
        trace_free(trace);
    }
    for (int passes = 0; passes < 15; ++passes)
        g_assert_cmpuint(T[passes], >=, T[9]);
    g_assert_cmpuint(T[9], ==, 7682);
    g_assert_cmpuint(T[0], ==, 22092);
}

int main(int argc, char **argv)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    for (size_t i = 0; i < count; ++i) {
        if (all[i]->form == FORM_NONE || all[i]->fault != FAULT_NONE)
            continue;
        char *path = g_strdup_printf("/closed_work/entry/%s", all[i]->name);
        g_test_add_data_func(path, all[i], test_entry);
        g_free(path);
    }
    g_test_add_func("/closed_work/threads", test_threads);
    g_test_add_func("/closed_work/hillis", test_hillis);
    g_test_add_func("/closed_work/two-sweeps", test_two_sweeps);
    g_test_add_func("/closed_work/post-scan", test_post_scan);
    g_test_add_func("/closed_work/difference", test_difference);
    g_test_add_func("/closed_work/passes", test_passes);
    g_test_add_func("/closed_work/ends", test_ends);
    g_test_add_func("/closed_work/least", test_least);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
