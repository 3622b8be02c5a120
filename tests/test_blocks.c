/* SPDX-License-Identifier: MIT
 *
 * Tests of the kernels that run in several blocks or launches, and of compact.
 *
 *     three-phase   with each scan of a block inside; sums of sums of sums
 *     look-back     under 86 orders of its blocks, or with UPSWEEP_SLOW 256
 *     mistakes      found: block-sums-off-by-one always, torn-look-back by some
 *                   of these orders
 *     compact       against a loop
 *
 * What each kernel does at one block is in test_algorithms.c.
 */
#include "analysis/proof.h"
#include "record/record.h"
#include "analysis/condition.h"
#include "trace/value.h"
#include "slow.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_N = 2048, SEEDS = 256 };

static const uint32_t block_counts[] = {2, 3, 5, 17};

static Recorder *recorder;
static Word input[MAX_N];

static const Algorithm *found(const char *name)
{
    Error error;
    const Algorithm *algorithm = catalog_find(name, &error);

    if (!algorithm)
        g_error("%s", error.text);
    return algorithm;
}

/* Combination C of operator and kind: each other one is affine, which does not
 * commute. */
static void choose(RecordOptions *options, uint32_t c)
{
    static const Op ops[] = {OP_AFFINE, OP_ADD,    OP_AFFINE, OP_MAX,
                             OP_AFFINE, OP_AFFINE, OP_MIN};
    uint64_t random = c;

    options->op = ops[c % G_N_ELEMENTS(ops)];
    options->inclusive = c % 2;
    options->device = DEVICE_CPU;
    options->input = input;
    for (uint32_t i = 0; i < options->n; ++i)
        input[i] = (Word)(base_random(&random) >> 32);
}

/* Is a scan right, proved, and of so many blocks (0: any)? */
static bool is_right(const RecordOptions *options, uint32_t blocks)
{
    Error error = {ERROR_NONE, ""};
    Trace *trace = record(recorder, options, &error);

    if (!trace)
        g_error("%s: n %u, k %u, blocks of %u, seed %u: %s",
                options->algorithm->name, options->n, options->k,
                options->block_n, (unsigned)options->seed, error.text);
    if (blocks)
        g_assert_cmpuint(trace->run.blocks, ==, blocks);
    g_assert_true(trace_is_whole(trace));
    RaceList races = race_find(trace);
    Proof proof = proof_of(trace, &races);
    bool mistake = options->algorithm->fault != FAULT_NONE;
    g_assert_true(proof.race_free || mistake); /* torn words race */
    g_assert_true(proof.correct || !proof.intervals_ok);
    race_free(&races);
    trace_free(trace);
    return (mistake ? proof.intervals_ok : proof.proved) && proof.correct;
}

static void check_right(const RecordOptions *options, uint32_t blocks)
{
    if (!is_right(options, blocks))
        g_error("%s: n %u, k %u, blocks of %u, %u threads, seed %u, %s, %s: "
                "wrong",
                options->algorithm->name, options->n, options->k,
                options->block_n, options->threads, (unsigned)options->seed,
                op_name(options->op),
                options->inclusive ? "inclusive" : "exclusive");
}

/* ---- Three phases --------------------------------------------------------*/

/* BLOCKS blocks of BLOCK_N, of which the last one lacks a few. */
static void check_phases(const Algorithm *algorithm, uint32_t block_n,
                         uint32_t blocks, uint32_t c, bool right)
{
    static const uint32_t ks[] = {2, 4, 8, 32};
    uint32_t less = c % 3 < block_n ? c % 3 : block_n - 1;
    RecordOptions options = {.algorithm = algorithm,
                             .n = blocks * block_n - less,
                             .k = ks[c % G_N_ELEMENTS(ks)],
                             .threads = c % 5 == 4 ? 3 : 0,
                             .passes = PLAN_USUAL,
                             .block_n = block_n,
                             .seed = c};

    choose(&options, c);
    if (right)
        check_right(&options, blocks);
    else
        g_assert_false(is_right(&options, blocks));
}

/* Blocks of 2 have sums in five levels, of 17 and more in one. */
static void check_all_phases(const Algorithm *algorithm, bool right)
{
    static const uint32_t block_ns[] = {2, 3, 4, 7, 16, 17, 33, 64};
    uint32_t c = 0;

    for (size_t s = 0; s < G_N_ELEMENTS(block_ns); ++s)
        for (size_t b = 0; b < G_N_ELEMENTS(block_counts); ++b)
            for (int times = 0; times < 3; ++times, ++c)
                if (slow_takes(c, 3))
                    check_phases(algorithm, block_ns[s], block_counts[b], c,
                                 right);
}

static void test_phases(const void *inner)
{
    const Algorithm *algorithm = inner;
    char *name = g_strdup_printf("three-phase:%s", algorithm->name);

    check_all_phases(found(name), true);
    g_free(name);
}

/* ---- Look-back -----------------------------------------------------------*/

/* BLOCKS tiles and one order of them. */
static RecordOptions look_back(const char *name, uint32_t blocks, uint32_t seed)
{
    static const uint32_t ks[] = {4, 2, 8, 4, 4, 64};
    static const uint32_t sizes[] = {4, 2, 12, 5, 1, 7};
    uint32_t i = seed / 7 % G_N_ELEMENTS(ks);
    RecordOptions options = {.algorithm = found(name),
                             .n = blocks * sizes[i],
                             .k = ks[i],
                             .threads = seed % 3 ? 0 : seed % 11 + 1,
                             .block_n = sizes[i],
                             .seed = seed};

    if (seed % 4 == 3)
        options.n -= sizes[i] - 1;
    choose(&options, seed);
    return options;
}

static void test_look_back(const void *argument)
{
    const uint32_t *blocks = argument;

    for (uint32_t seed = 0; seed < SEEDS; ++seed) {
        if (!slow_takes(seed, 3))
            continue;
        RecordOptions options = look_back("look-back", *blocks, seed);
        check_right(&options, *blocks);
    }
}

/* Is it found, by no means always, and by a seed below SEEDS, at BLOCKS tiles?
 * Never at two, since tile 0 cannot be torn; of very many some are. */
static void test_torn(const void *argument)
{
    const uint32_t *blocks = argument;
    uint32_t wrong = 0, first = 0;

    for (uint32_t seed = 0; seed < SEEDS; ++seed) {
        RecordOptions options = look_back("torn-look-back", *blocks, seed);
        bool right = is_right(&options, *blocks);
        if (!right && wrong++ == 0)
            first = seed;
        if (!right && wrong < 10) /* again, the same */
            g_assert_false(is_right(&options, *blocks));
    }
    g_test_message("%u tiles: %u of %d orders wrong, first %u", *blocks, wrong,
                   SEEDS, first);
    g_assert_true((wrong > 0) == (*blocks > 2));
    g_assert_true(wrong < SEEDS || *blocks > 5);
}

/* From the size on that its entry names, without a word on blocks. */
static void test_torn_from(void)
{
    const Algorithm *torn = found("torn-look-back");

    for (uint32_t k = 2; k <= 16; k *= 2) {
        uint32_t from = torn->wrong_from(1, k);
        for (uint32_t n = from - 2; n <= from + 2; ++n) {
            RecordOptions options = {.algorithm = torn, .n = n, .k = k};
            uint32_t wrong = 0;
            choose(&options, 1);
            for (options.seed = 0; options.seed < SEEDS; ++options.seed)
                wrong += !is_right(&options, 0);
            g_test_message("n %u, k %u: %u of %d orders wrong", n, k, wrong,
                           SEEDS);
            g_assert_true((wrong > 0) == (n >= from));
        }
    }
}

/* ---- Compaction ----------------------------------------------------------*/

/* The word that the kernel stored in its scratch array "size". */
static Word size_of(const Trace *trace)
{
    Word size = UINT32_MAX;
    int stores = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = &trace->instructions[i];
        if (at->kind != ACCESS_GSTORE ||
            strcmp(trace->arrays[at->array].name, "size") != 0)
            continue;
        size = trace_accesses(trace, at)->value;
        stores += at->lanes;
    }
    g_assert_cmpint(stores, ==, 1);
    return size;
}

static void check_compact(const RecordOptions *options)
{
    Error error = {ERROR_NONE, ""};
    Trace *trace = record(recorder, options, &error);
    Word *flags = condition_flags(options->condition ? options->condition
                                                     : CONDITION_USUAL,
                                  options->input, options->n, &error);
    uint32_t size = 0;

    if (!trace)
        g_error("n %u, k %u, keep %s: %s", options->n, options->k,
                options->condition, error.text);
    for (uint32_t i = 0; i < options->n; ++i) {
        if (!flags[i])
            continue;
        g_assert_cmpuint(trace->output[size], ==, options->input[i]);
        g_assert_cmphex(trace->output_interval[size], ==, interval_make(i, i));
        ++size;
    }
    g_assert_cmpuint(size_of(trace), ==, size);
    for (uint32_t i = size; i < options->n; ++i) { /* nobody was there */
        g_assert_cmpuint(trace->output[i], ==, 0);
        g_assert_cmphex(trace->output_interval[i], ==, INTERVAL_UNSET);
    }
    RaceList races = race_find(trace);
    g_assert_cmpuint(races.races_count, ==, 0);
    race_free(&races);
    free(flags);
    trace_free(trace);
}

static void test_compact(void)
{
    static const char *const keeps[] = {
        NULL, "x>4", "x%2==1", "x<0", "x<100", "x>100", "x%3!=-1",
    };
    static const uint32_t ks[] = {4, 2, 32, 8, 16, 64};

    for (uint32_t n = 1; n <= 1100; n += n < 150 ? 1 : 37) {
        const uint32_t threads[] = {0, 1, 3, ks[n % 6], n / 2 + 1};
        RecordOptions options = {.algorithm = found("compact"),
                                 .n = n,
                                 .k = ks[n % 6],
                                 .threads = threads[n % (n < 150 ? 5 : 1)],
                                 .condition = keeps[n % G_N_ELEMENTS(keeps)]};
        choose(&options, n);
        options.op = OP_ADD;
        for (uint32_t i = 0; i < n; ++i) /* small, of both signs; many zeros */
            input[i] = input[i] & 1 ? 0 : (Word)((int32_t)input[i] >> 27);
        check_compact(&options);
    }
}

/* ---- What cannot be ------------------------------------------------------*/

static void add(const char *group, uint32_t number, const void *argument,
                GTestDataFunc test)
{
    char *path = g_strdup_printf("/blocks/%s/%u", group, number);

    g_test_add_data_func(path, argument, test);
    g_free(path);
}

int main(int argc, char **argv)
{
    size_t count;
    const Algorithm *const *all = catalog_all(&count);

    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    for (size_t i = 0; i < count; ++i) {
        char *path = g_strdup_printf("/blocks/three-phase/%s", all[i]->name);
        if (catalog_is_block_scan(all[i]))
            g_test_add_data_func(path, all[i], test_phases);
        g_free(path);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(block_counts); ++i) {
        add("look-back", block_counts[i], &block_counts[i], test_look_back);
        add("torn", block_counts[i], &block_counts[i], test_torn);
    }
    g_test_add_func("/blocks/torn-from", test_torn_from);
    g_test_add_func("/blocks/compact", test_compact);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
