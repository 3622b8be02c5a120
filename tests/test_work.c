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
    g_test_add_func("/closed_work/passes", test_passes);
    g_test_add_func("/closed_work/least", test_least);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
