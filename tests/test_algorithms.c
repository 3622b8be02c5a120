/* SPDX-License-Identifier: MIT
 *
 * Tests of kernels/: every algorithm of the catalog is right, proved, and free
 * of races, at many sizes; every mistake fails as its entry says.
 *
 *     n        1 to 32768: powers of two, their neighbours, primes
 *     k        2 to 64
 *     threads  as many as have work; 1, 3, k, k + 1, 1024
 *     passes   of hybrid: as are usual, or any number
 *     inputs   random words of all signs, floats of all sizes
 *
 * Up to SMALL elements every combination is tried with UPSWEEP_SLOW set, else an
 * eighth of them, and above it some.
 * test_every_n.c tries each n.
 */
#include "analysis/proof.h"
#include "catalog/catalog.h"
#include "record/record.h"
#include "report/verify.h"
#include "trace/value.h"
#include "trial.h"
#include "slow.h"

#include <glib.h>
#include <string.h>

enum { MAX_N = TRIAL_MAX_N, SMALL = 65, MIDDLE = 2048 };

static const uint32_t sizes[] = {1,    2,    3,    4,    5,     7,    8,
                                 9,    15,   16,   17,   31,    32,   33,
                                 61,   64,   65,   127,  128,   129,  255,
                                 256,  257,  509,  512,  1000,  1023, 1024,
                                 1025, 2047, 2048, 4096, 32749, 32768};
static const uint32_t ks[] = {2, 4, 8, 16, 32, 64};

static Recorder *recorder;

/* ---- Algorithms ----------------------------------------------------------*/

static void test_right(const void *argument)
{
    const Algorithm *algorithm = argument;
    int c = 0;

    for (size_t s = 0; s < G_N_ELEMENTS(sizes); ++s)
        for (size_t j = 0; j < G_N_ELEMENTS(ks); ++j) {
            RecordOptions options = {.algorithm = algorithm,
                                     .n = sizes[s],
                                     .k = ks[j]};
            int count = options.n <= SMALL    ? TRIAL_COMBINATIONS
                        : options.n <= MIDDLE ? 2
                                              : j % 2;
            if (options.n > algorithm->max_n)
                continue;
            /* 5 is prime to the number of combinations: all get their turn */
            for (int i = 0; i < count; ++i, c += 5) {
                if (!slow_takes((unsigned)(i + (int)s + (int)j), 8))
                    continue;
                trial_combination(recorder, options, c % TRIAL_COMBINATIONS,
                                  s * 100 + j);
            }
        }
}

static void test_threads(const void *argument)
{
    static const uint32_t ns[] = {1, 2, 3, 8, 17, 32, 61, 129, 300};
    const Algorithm *algorithm = argument;
    int c = 0;

    for (size_t s = 0; s < G_N_ELEMENTS(ns); ++s)
        for (size_t j = 0; j < G_N_ELEMENTS(ks); ++j) {
            const uint32_t threads[] = {1, 3, ks[j], ks[j] + 1, 1024};
            for (size_t t = 0; t < G_N_ELEMENTS(threads); ++t, ++c)
                if (slow_takes((unsigned)(s + j + t), 4))
                    trial_combination(recorder,
                                      (RecordOptions){.algorithm = algorithm,
                                                      .n = ns[s],
                                                      .k = ks[j],
                                                      .threads = threads[t]},
                                      c % 2 ? 2 * OP_AFFINE + c % 4 / 2
                                            : c % 12,
                                      (uint64_t)c);
        }
}

/* ---- Mistakes ------------------------------------------------------------*/

static void check_mistake(const Algorithm *mistake, uint32_t n, uint32_t k,
                          bool inclusive)
{
    static Word input[MAX_N];
    Error error = {ERROR_NONE, ""};
    Verdict verdict;
    RecordOptions options = {.algorithm = mistake,
                             .n = n,
                             .k = k,
                             .op = OP_ADD,
                             .inclusive = inclusive,
                             .device = DEVICE_CPU,
                             .input = input};
    SizeOf *from = mistake->exclusive_from && !inclusive
                       ? mistake->exclusive_from
                       : mistake->wrong_from;
    bool due = n >= from(n, k);

    trial_fill(OP_ADD, n, input, n);
    if (!verify_one(recorder, &options, &verdict, &error))
        g_error("%s: n %u, k %u: %s", mistake->name, n, k, error.text);
    if (verdict.fault != (due ? mistake->fault : FAULT_NONE) ||
        !verdict.expected || verdict.ok == due)
        g_error("%s: n %u, k %u: %s", mistake->name, n, k, verdict.why.text);
    verdict_free(&verdict);
}

/* From the size on that the entry names, and never before. */
static void test_mistake(const void *argument)
{
    const Algorithm *mistake = argument;

    for (size_t j = 0; j < G_N_ELEMENTS(ks); ++j) {
        uint32_t from = mistake->wrong_from(1, ks[j]);
        for (size_t s = 0; s < G_N_ELEMENTS(sizes); ++s)
            if (sizes[s] <= mistake->max_n && sizes[s] <= MIDDLE)
                check_mistake(mistake, sizes[s], ks[j], mistake->inclusive);
        for (uint32_t n = from > 3 ? from - 3 : 1; n <= from + 3; ++n)
            for (int i = 0; i <= 1 && n <= mistake->max_n; ++i)
                check_mistake(mistake, n, ks[j], i);
    }
    for (uint32_t n = 1; n <= 150; ++n)
        for (int i = 0; i <= 1; ++i)
            check_mistake(mistake, n, n % 2 ? 4 : 8, i);
}

/* ---- Recording -----------------------------------------------------------*/

/* Each step has the name that a comment gives it, and each access is on a line
 * of its kernel's file. */
static void test_named(const void *argument)
{
    Word input[100] = {0};
    Error error = {ERROR_NONE, ""};
    RecordOptions options = {.algorithm = argument,
                             .n = 100,
                             .k = 8,
                             .passes = PLAN_USUAL,
                             .device = DEVICE_CPU,
                             .input = input};
    Trace *trace = record(recorder, &options, &error);

    if (!trace)
        g_error("%s", error.text);
    for (size_t s = 0; s < trace->steps_count; ++s) {
        const char *title = trace_phase(trace, trace->steps + s);
        g_assert_cmpstr(title, !=, "start");
        g_assert_cmpstr(title, !=, "barrier");
        if (g_str_has_prefix(title, "line "))
            g_error("the barrier of %s has no name", title);
        g_assert_cmpuint(trace->steps[s].site, >, 0);
    }
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        g_assert_cmpuint(at->source, ==,
                         trace_grid(trace, trace_step(trace, at))->source);
    }
    trace_free(trace);
}

static void test_sizes(void)
{
    static const struct {
        const char *name;
        uint32_t n, k, threads;
        const char *said;
    } cases[] = {
        {"leftright", 0, 32, 0, "1 to 32768"},
        {"leftright", 32769, 32, 0, "1 to 32768"},
        {"hillis-steele", 2049, 32, 0, "1 to 2048"},
        {"leftright", 8, 0, 0, "power of two"},
        {"leftright", 8, 1, 0, "power of two"},
        {"leftright", 8, 3, 0, "power of two"},
        {"leftright", 8, 128, 0, "power of two"},
        {"leftright", 8, 4, 1025, "1 to 1024"},
        {"hybrid", 16385, 4, 0, "1 to 16384"},
    };
    Word input[1] = {0};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Error error = {ERROR_NONE, ""};
        RecordOptions options = {.algorithm =
                                     catalog_find(cases[i].name, &error),
                                 .n = cases[i].n,
                                 .k = cases[i].k,
                                 .threads = cases[i].threads,
                                 .device = DEVICE_CPU,
                                 .input = input};
        g_assert_null(record(recorder, &options, &error));
        g_assert_cmpint(error.kind, ==, ERROR_USAGE);
        g_assert_nonnull(strstr(error.text, cases[i].said));
    }
}

static void add(const char *group, const Algorithm *entry, GTestDataFunc test)
{
    char *path = g_strdup_printf("/algorithms/%s/%s", group, entry->name);

    g_test_add_data_func(path, entry, test);
    g_free(path);
}

int main(int argc, char **argv)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/algorithms/sizes", test_sizes);
    for (size_t i = 0; i < count; ++i) {
        add("named", all[i], test_named);
        /* compact, and mistakes that only some seeds show: test_blocks.c */
        if (all[i]->result != RESULT_SCAN ||
            (all[i]->fault != FAULT_NONE && all[i]->waits))
            continue;
        if (all[i]->fault != FAULT_NONE) {
            add("mistake", all[i], test_mistake);
            continue;
        }
        add("right", all[i], test_right);
        add("threads", all[i], test_threads);
    }
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
