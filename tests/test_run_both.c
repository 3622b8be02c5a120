/* SPDX-License-Identifier: MIT
 *
 * Tests of simt_run_both: a launch that runs together with its shadow logs what
 * the two log one after the other, for each kernel of the catalog; and nothing
 * is changed where they cannot run together.
 */
#include "record/input.h"
#include "record/record.h"
#include "sim/simt.h"
#include "trace/condition.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* The arrays of a run, and its logs. */
typedef struct {
    Word *words[PLAN_MAX_ARRAYS];
    Log *logs[PLAN_MAX_GRIDS];
    Launch launches[PLAN_MAX_GRIDS];
} Side;

typedef struct {
    RecordOptions options;
    Plan plan;
    Word *flags; /* or NULL */
    Simt *machine;
} Bench;

static Word initial(const Bench *bench, int array, uint32_t i, bool shadow)
{
    const PlanArray *planned = &bench->plan.arrays[array];

    if (array != GLOBAL_IN && planned->holds != HOLDS_FLAGS)
        return shadow && planned->holds == HOLDS_SUMS ? INTERVAL_UNSET : 0;
    if (shadow)
        return interval_make(i, i);
    return array == GLOBAL_IN ? bench->options.input[i] : bench->flags[i];
}

static void side_begin(const Bench *bench, Side *side, bool shadow)
{
    const Plan *plan = &bench->plan;

    *side = (Side){.words = {NULL}};
    for (int a = 0; a < plan->arrays_count; ++a) {
        uint32_t words = plan->arrays[a].words;
        side->words[a] = base_alloc(words, sizeof(Word));
        for (uint32_t i = 0; i < words; ++i)
            side->words[a][i] = initial(bench, a, i, shadow);
    }
    for (int g = 0; g < plan->grids_count; ++g) {
        Launch *launch = &side->launches[g];
        *launch = record_launch(&bench->options, plan, g);
        launch->op = shadow ? OP_INTERVAL : bench->options.op;
        launch->flags = bench->flags;
        launch->source_name = launch->algorithm->name;
        for (int a = 0; a < plan->arrays_count; ++a)
            launch->arrays[a] =
                (GlobalArray){plan->arrays[a].name, side->words[a],
                              plan->arrays[a].words, plan->arrays[a].holds};
        side->logs[g] = log_new(launch->blocks, launch->threads, launch->words);
    }
}

static void side_end(Side *side)
{
    for (int a = 0; a < PLAN_MAX_ARRAYS; ++a)
        free(side->words[a]);
    for (int g = 0; g < PLAN_MAX_GRIDS; ++g)
        log_free(side->logs[g]);
}

static void run_apart(const Bench *bench, Side *side, bool shadow)
{
    Error error;

    side_begin(bench, side, shadow);
    for (int g = 0; g < bench->plan.grids_count; ++g)
        if (!simt_run(bench->machine, &side->launches[g],
                      shadow ? INTERVAL_UNSET : 0, side->logs[g], &error))
            g_error("%s", error.text);
}

static void run_both(const Bench *bench, Side *values, Side *shadow)
{
    Error error;

    side_begin(bench, values, false);
    side_begin(bench, shadow, true);
    for (int g = 0; g < bench->plan.grids_count; ++g)
        if (!simt_run_both(bench->machine, &values->launches[g],
                           &shadow->launches[g], values->logs[g],
                           shadow->logs[g], &error))
            g_error("%s does not run with its shadow: %s",
                    bench->options.algorithm->name, error.text);
}

static void check_words(const Word *a, const Word *b, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        g_assert_cmpuint(a[i], ==, b[i]);
}

/* Compares one event; of a WORDS_ONLY log only what such a log has. */
static void check_event(const Event *x, const Event *y, bool words_only)
{
    g_assert_cmpuint(x->value, ==, y->value);
    if (!words_only || y->kind == EVENT_OP)
        g_assert_cmpuint(x->cell, ==, y->cell);
    if (words_only)
        return;
    g_assert_cmpuint(x->kind, ==, y->kind);
    g_assert_cmpuint(x->site, ==, y->site);
    g_assert_cmpuint(x->array, ==, y->array);
}

static void check_log(const Log *together, const Log *apart)
{
    for (size_t t = 0; t < (size_t)apart->blocks * apart->threads; ++t) {
        const ThreadLog *x = &together->logs[t], *y = &apart->logs[t];
        g_assert_cmpuint(x->events_count, ==, y->events_count);
        for (size_t i = 0; i < y->events_count; ++i)
            check_event(&x->events[i], &y->events[i], together->words_only);
        if (!together->words_only) {
            g_assert_cmpuint(x->times_count, ==, y->times_count);
            check_words(x->times, y->times, y->times_count);
        }
    }
    for (uint32_t b = 0; b < apart->blocks; ++b) {
        const Snapshots *x = &together->snapshots[b], *y = &apart->snapshots[b];
        g_assert_cmpuint(x->values_count, ==, y->values_count);
        check_words(x->values, y->values, y->values_count);
    }
}

static void check_side(const Bench *bench, const Side *together,
                       const Side *apart)
{
    for (int a = 0; a < bench->plan.arrays_count; ++a)
        check_words(together->words[a], apart->words[a],
                    bench->plan.arrays[a].words);
    for (int g = 0; g < bench->plan.grids_count; ++g)
        check_log(together->logs[g], apart->logs[g]);
}

/* Plans ALGORITHM; false if it does not take the sizes. */
static bool bench_begin(Bench *bench, Simt *machine, const Algorithm *algorithm,
                        uint32_t n, uint32_t k, uint32_t block_n)
{
    Error error;

    *bench = (Bench){.machine = machine};
    bench->options = (RecordOptions){.algorithm = algorithm,
                                     .n = n,
                                     .k = k,
                                     .block_n = block_n,
                                     .passes = PLAN_USUAL,
                                     .inclusive = algorithm->inclusive,
                                     .op = OP_ADD,
                                     .seed = 7};
    if (!record_plan(&bench->options, &bench->plan, &error))
        return false;
    bench->options.input = input_read("random:1", OP_ADD, &n, &error);
    g_assert_nonnull(bench->options.input);
    bench->flags = condition_flags("x%2==0", bench->options.input, n, &error);
    g_assert_nonnull(bench->flags);
    return true;
}

static void bench_end(Bench *bench)
{
    free(bench->options.input);
    free(bench->flags);
}

static bool compare(Simt *machine, const Algorithm *algorithm, uint32_t n,
                    uint32_t k, uint32_t block_n)
{
    Bench bench;
    Side values, shadow, both[2];

    if (!bench_begin(&bench, machine, algorithm, n, k, block_n))
        return false;
    run_apart(&bench, &values, false);
    run_apart(&bench, &shadow, true);
    run_both(&bench, &both[0], &both[1]);
    check_side(&bench, &both[0], &values);
    check_side(&bench, &both[1], &shadow);
    side_end(&values);
    side_end(&shadow);
    side_end(&both[0]);
    side_end(&both[1]);
    bench_end(&bench);
    return true;
}

static void test_catalog(void)
{
    static const struct {
        uint32_t n, k, block_n;
    } sizes[] = {
        {1, 4, 0}, {64, 8, 0}, {1000, 32, 0}, {100, 4, 16}, {300, 16, 32}};
    size_t count;
    const Algorithm *const *all = catalog_all(&count);
    Simt *machine = simt_new();

    for (size_t i = 0; i < count; ++i) {
        int ran = 0;
        for (size_t s = 0; s < G_N_ELEMENTS(sizes); ++s)
            ran += compare(machine, all[i], sizes[s].n, sizes[s].k,
                           sizes[s].block_n);
        if (ran == 0)
            g_error("%s has run at no size", all[i]->name);
    }
    simt_free(machine);
}

/* Runs the first launch, which must not go with its shadow, and checks that
 * nothing is changed. */
static Error refuse(const Bench *bench, Side *values, Side *shadow)
{
    Error error;
    Side values_before, shadow_before;

    side_begin(bench, &values_before, false);
    side_begin(bench, &shadow_before, true);
    g_assert_false(simt_run_both(bench->machine, values->launches,
                                 shadow->launches, values->logs[0],
                                 shadow->logs[0], &error));
    check_side(bench, values, &values_before);
    check_side(bench, shadow, &shadow_before);
    side_end(&values_before);
    side_end(&shadow_before);
    return error;
}

/* The two differ in a number: the shadow counts flags of its own. */
static void test_number(void)
{
    Error error;
    Bench bench;
    Side values, shadow;
    Simt *machine = simt_new();

    g_assert_true(bench_begin(&bench, machine, catalog_find("compact", &error),
                              64, 8, 0));
    side_begin(&bench, &values, false);
    side_begin(&bench, &shadow, true);
    Word *other = condition_flags("x%2==1", bench.options.input, 64, &error);
    int last = bench.plan.grids_count - 1;
    for (int g = 0; g < last; ++g)
        g_assert_true(simt_run_both(machine, &values.launches[g],
                                    &shadow.launches[g], values.logs[g],
                                    shadow.logs[g], &error));
    Word *before = launch_arrays_copy(&values.launches[last]);
    shadow.launches[last].flags = other;
    g_assert_false(simt_run_both(machine, &values.launches[last],
                                 &shadow.launches[last], values.logs[last],
                                 shadow.logs[last], &error));
    g_assert_cmpint(error.kind, ==, ERROR_NONE);
    Word *after = launch_arrays_copy(&values.launches[last]);
    size_t words = 0;
    for (int a = 0; a < bench.plan.arrays_count; ++a)
        words += bench.plan.arrays[a].words;
    check_words(after, before, words);
    free(before);
    free(after);
    free(other);
    side_end(&values);
    side_end(&shadow);
    bench_end(&bench);
    simt_free(machine);
}

/* A fault stops both, and ERROR tells of it. */
static void test_fault(void)
{
    Error error;
    Bench bench;
    Side values, shadow;
    Simt *machine = simt_new();

    g_assert_true(bench_begin(&bench, machine,
                              catalog_find("leftright", &error), 64, 8, 0));
    side_begin(&bench, &values, false);
    side_begin(&bench, &shadow, true);
    values.launches->event_limit = 20;
    error = refuse(&bench, &values, &shadow);
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_nonnull(strstr(error.text, "does not end: 20 accesses so far"));
    side_end(&values);
    side_end(&shadow);
    bench_end(&bench);
    simt_free(machine);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/run_both/catalog", test_catalog);
    g_test_add_func("/run_both/number", test_number);
    g_test_add_func("/run_both/fault", test_fault);
    return g_test_run();
}
