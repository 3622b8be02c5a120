/* SPDX-License-Identifier: MIT
 *
 * Tests of what the algorithms cost: counted on the simulator, against the
 * closed forms and the figures of the papers (doc/theory.md), and of where
 * LeftRight puts its sums.
 *
 * Nothing of a kernel is used to check it: what is counted here is counted from
 * the trace, and the placement is found in it by looking.
 */
#include "catalog/catalog.h"
#include "record/record.h"
#include "report/verify.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MAX_N = 32768 };

static const uint32_t ks[] = {2, 4, 8, 16, 32, 64};

static Recorder *recorder;

static RecordOptions wanted(const char *name, uint32_t n, uint32_t k)
{
    static Word input[MAX_N];
    Error error = {ERROR_NONE, ""};
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = k,
                             .passes = PLAN_USUAL,
                             .op = OP_ADD,
                             .device = DEVICE_CPU,
                             .input = input};

    if (!options.algorithm)
        g_error("%s", error.text);
    for (uint32_t i = 0; i < n; ++i)
        input[i] = i * 7 % 11;
    return options;
}

static Trace *run(const char *name, uint32_t n, uint32_t k)
{
    Error error = {ERROR_NONE, ""};
    RecordOptions options = wanted(name, n, k);
    Trace *trace = record(recorder, &options, &error);

    if (!trace)
        g_error("%s: %s", name, error.text);
    return trace;
}

static Counted count(const Trace *trace)
{
    BankTable banks = bank_table(trace);
    Counted counted = cost_count(trace, &banks);

    bank_table_free(&banks);
    return counted;
}

/* Instructions of a phase that store sums, and their latency by brute force. */
static uint64_t sum_stores(const Trace *trace, const char *phase,
                           uint64_t *latency)
{
    uint64_t found = 0;

    *latency = 0;
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = &trace->instructions[i];
        const Access *accesses = trace_accesses(trace, at);
        uint32_t queue[TRACE_MAX_BANKS] = {0}, longest = 0;
        bool sums = false;

        if (at->kind != ACCESS_STORE ||
            strcmp(trace_phase(trace, trace_step(trace, at)), phase) != 0)
            continue;
        for (int a = 0; a < at->lanes; ++a) {
            uint32_t bank = accesses[a].cell % trace->run.k;
            ++queue[bank];
            longest = MAX(longest, queue[bank]);
            sums |= trace_is_new_sum(trace, &accesses[a]);
        }
        found += sums;
        *latency += sums ? longest : 0;
    }
    return found;
}

/* ---- Closed forms --------------------------------------------------------*/

static void test_table(void)
{
    static const struct {
        uint32_t k, n;
        uint64_t nopadding, padding, leftright;
    } rows[] = {
        {4, 16, 11, 5, 5},
        {4, 64, 47, 23, 17},
        {16, 256, 79, 19, 19},
        {16, 512, 159, 39, 35},
        {16, 2048, 639, 159, 131},
        {32, 2048, 383, 73, 68},
        {32, 32768, 6143, 1183, 1028},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i) {
        const char *names[] = {"nopadding", "padding", "leftright"};
        uint64_t due[] = {rows[i].nopadding, rows[i].padding,
                          rows[i].leftright};
        for (int a = 0; a < 3; ++a) {
            uint64_t latency;
            Trace *trace = run(names[a], rows[i].n, rows[i].k);
            g_assert_cmpuint(count(trace).upsweep_store_T, ==, due[a]);
            sum_stores(trace, "up-sweep", &latency);
            g_assert_cmpuint(latency, ==, due[a]);
            trace_free(trace);
        }
    }
}

/* Inside its domain every closed form is what is counted. */
static void check_closed(const char *name, uint32_t n, uint32_t k)
{
    Trace *trace = run(name, n, k);
    Counted counted = count(trace);
    Error ignored;
    ClosedCost closed =
        cost_closed_form(catalog_find(name, &ignored)->form, n, k);
    uint64_t latency;
    uint64_t instructions = sum_stores(trace, "up-sweep", &latency);
    bool padding = strcmp(name, "padding") == 0;

    g_assert_cmpuint(counted.upsweep_W, ==, n - 1);
    g_assert_cmpfloat(closed.W, ==, n - 1);
    if (n >= k) {
        /* of n = k elements half a warp takes one half, then the other */
        g_assert_cmpuint(counted.G_read, ==, MAX(n / k, 2));
        g_assert_cmpuint(counted.G_write, ==, MAX(n / k, 2));
        if (n >= 2 * k)
            g_assert_cmpfloat(closed.G, ==, n / k);
        else
            g_assert_true(isnan(closed.G));
        g_assert_cmpfloat(closed.l, ==, (double)instructions);
    } else {
        g_assert_true(isnan(closed.T) && isnan(closed.l));
    }
    if (padding && n < k * k)
        g_assert_true(isnan(closed.T));
    else if (n >= k)
        g_assert_cmpfloat(closed.T, ==, (double)latency);
    g_assert_cmpuint(counted.upsweep_store_T, ==, latency);
    trace_free(trace);
}

static void test_closed(const void *name)
{
    for (size_t j = 0; j < G_N_ELEMENTS(ks); ++j)
        for (uint32_t n = 1; n <= 4096; n *= 2)
            check_closed(name, n, ks[j]);
    check_closed(name, 32768, 16);
    check_closed(name, 32768, 64);
}

/* The scans without a tree: W, and T = W/k but for warps partly filled. */
static void test_flat(void)
{
    for (size_t j = 0; j < G_N_ELEMENTS(ks); ++j)
        for (uint32_t n = 1; n <= 2048; n *= 2) {
            static const char *const names[] = {"hillis-steele", "ping-pong"};
            static const char *const phases[] = {"write", "add"};
            uint32_t k = ks[j], rounds = (uint32_t)base_log2(n);
            uint64_t W = (uint64_t)n * rounds - n + 1, latency;
            for (int a = 0; a < 2; ++a) {
                if (n > 512 && k != 32)
                    continue;
                Trace *trace = run(names[a], n, k);
                g_assert_cmpuint(count(trace).W, ==, W);
                sum_stores(trace, phases[a], &latency);
                g_assert_cmpuint(latency, >=, W / k);
                g_assert_cmpuint(latency, <=, W / k + rounds + 1);
                trace_free(trace);
            }
            Trace *trace = run("sequential", n, k);
            Counted counted = count(trace);
            g_assert_cmpuint(counted.W, ==, n - 1);
            g_assert_cmpuint(counted.conflicts_load, ==, 0);
            g_assert_cmpuint(counted.conflicts_store, ==, 0);
            trace_free(trace);
        }
}

/* ---- The placement -------------------------------------------------------*/

static void check_conflict_free(uint32_t n, uint32_t k)
{
    Trace *trace = run("leftright", n, k);
    Counted counted = count(trace);

    if (counted.conflicts_load + counted.conflicts_store > 0)
        g_error("leftright has conflicts at n = %u, k = %u", n, k);
    trace_free(trace);
}

/* No lane ever waits, at any n and k. */
static void test_conflict_free(void)
{
    for (size_t j = 0; j < G_N_ELEMENTS(ks); ++j) {
        for (uint32_t n = 1; n <= 140; ++n)
            check_conflict_free(n, ks[j]);
        for (uint32_t n = 255; n <= 8192; n = n * 2 + n % 3)
            check_conflict_free(n, ks[j]);
    }
    check_conflict_free(MAX_N, 32);
}

/* A(x, m) by its definition. */
static uint32_t place(uint32_t x, int m, int log2k)
{
    uint32_t b = x >> (log2k - 1) & 1;

    return m == 0 ? x : place(2 * x + b, m - 1, log2k);
}

/* The sum that a lane stores: is it put over one of its operands, and where
 * A(x, m) says?  The operands are where the intervals say they lie. */
static void check_sum(const Trace *trace, const Step *step, uint32_t index,
                      const Access *access)
{
    const Word *before = trace_snapshot_intervals(trace, index);
    const Sum *sum = trace_sums(trace, access);
    int log2k = base_log2(trace->run.k);
    uint32_t first = interval_first(access->interval);
    uint32_t x = first >> step->level;
    bool right = x >> (log2k - 1) & 1;

    g_assert_cmpuint(interval_last(access->interval) - first + 1, ==,
                     1u << step->level);
    g_assert_cmpuint(x << step->level, ==, first);
    g_assert_cmphex(before[access->cell], ==,
                    right ? sum->right_interval : sum->left_interval);
    g_assert_cmpuint(access->cell, ==, place(x, step->level, log2k));
}

static uint32_t check_instruction(const Trace *trace, const Instruction *at)
{
    const Access *accesses = trace_accesses(trace, at);
    const Step *step = trace_step(trace, at);
    uint64_t banks = 0;
    uint32_t sums = 0;

    for (int a = 0; a < at->lanes; ++a) {
        if (!trace_is_new_sum(trace, &accesses[a]))
            continue;
        uint64_t bank = UINT64_C(1) << accesses[a].cell % trace->run.k;
        g_assert_false(banks & bank);
        banks |= bank;
        check_sum(trace, step, at->step, &accesses[a]);
        ++sums;
    }
    return sums;
}

static void test_placement(void)
{
    for (size_t j = 0; j < G_N_ELEMENTS(ks); ++j)
        for (uint32_t n = 2; n <= 4096; n *= 2) {
            Trace *trace = run("leftright", n, ks[j]);
            uint32_t sums = 0;
            for (size_t i = 0; i < trace->instructions_count; ++i) {
                const Instruction *at = &trace->instructions[i];
                const Step *step = trace_step(trace, at);
                if (at->kind == ACCESS_STORE &&
                    strcmp(trace_phase(trace, step), "up-sweep") == 0)
                    sums += check_instruction(trace, at);
            }
            g_assert_cmpuint(sums, ==, n - 1);
            trace_free(trace);
        }
}

static void test_conflicts(void)
{
    static const struct {
        const char *name;
        uint64_t loads, stores;
    } rows[] = {
        {"nopadding", 1260, 945}, {"padding", 20, 15},
        {"leftright", 0, 0},      {"leftright-printed", 126, 126},
        {"hillis-steele", 0, 0},  {"ping-pong", 0, 0},
        {"sequential", 0, 0},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(rows); ++i) {
        Trace *trace = run(rows[i].name, 2048, 32);
        Counted counted = count(trace);
        g_assert_cmpuint(counted.conflicts_load, ==, rows[i].loads);
        g_assert_cmpuint(counted.conflicts_store, ==, rows[i].stores);
        trace_free(trace);
    }
}

int main(int argc, char **argv)
{
    static const char *const trees[] = {"nopadding", "padding", "leftright"};

    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/counts/conflicts", test_conflicts);
    g_test_add_func("/counts/table", test_table);
    for (int i = 0; i < 3; ++i) {
        char *path = g_strdup_printf("/counts/closed/%s", trees[i]);
        g_test_add_data_func(path, trees[i], test_closed);
        g_free(path);
    }
    g_test_add_func("/counts/flat", test_flat);
    g_test_add_func("/counts/conflict-free", test_conflict_free);
    g_test_add_func("/counts/placement", test_placement);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
