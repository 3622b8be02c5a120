/* SPDX-License-Identifier: MIT
 *
 * gpu_bench without a GPU: the device is played by functions of this test, so
 * that what is printed, and what a wrong result does, can be seen anywhere.
 */
#include "gpu/cuda.h"
#include "report/gpu_bench.h"
#include "trace/value.h"

#include <glib.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static bool spoil;           /* the next result */
static uint32_t passes_seen; /* of hybrid: a bit for each number of them */

bool cuda_ready(Error *error)
{
    (void)error;
    return true;
}

const char *cuda_device_name(void)
{
    return "a device of the test";
}

bool cuda_plain(const Plan *plan, const Word *const arrays[], Error *error)
{
    (void)plan;
    (void)arrays;
    return error_set(error, ERROR_FAILED, "not in this test");
}

bool cuda_bench(const CudaBench *bench, const Word *in, Word *out, int rounds,
                double times[], Error *error)
{
    size_t span = bench->joined ? bench->n : bench->block_n;

    (void)error;
    if (bench->peer == PEER_NONE && bench->algorithm->is_hybrid)
        passes_seen |= 1U << bench->passes;
    memcpy(out, in, bench->n * sizeof *out);
    for (size_t at = 0; at < bench->n && bench->peer != PEER_COPY; at += span)
        value_scan(OP_ADD, bench->inclusive, in + at, out + at, (uint32_t)span);
    for (int r = 0; r < rounds; ++r)
        times[r] = bench->threads == 32 ? 1 + r : 100 + r;
    out[bench->n - 1] += spoil;
    return true;
}

/* What gpu_bench prints; *GOOD is what it returns. */
static char *printed(const GpuBenchOptions *options, bool *good, Error *error)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    *good = gpu_bench(options, out, error);
    fclose(out);
    return text;
}

static json_t *rows_of(const GpuBenchOptions *options)
{
    bool good;
    Error error;
    char *text = printed(options, &good, &error);
    json_t *root = json_loads(text, 0, NULL);

    g_assert_true(good);
    g_assert_nonnull(root);
    json_t *rows = json_incref(json_object_get(root, "rows"));
    json_decref(root);
    free(text);
    return rows;
}

static int count_rows(json_t *rows, const char *start)
{
    int count = 0;

    for (size_t i = 0; i < json_array_size(rows); ++i)
        count += g_str_has_prefix(
            json_string_value(json_object_get(json_array_get(rows, i), "name")),
            start);
    return count;
}

static void test_json(void)
{
    GpuBenchOptions options = {.format = BENCH_JSON, .n = 128, .blocks = 3};
    json_t *rows = rows_of(&options);
    bool leftright = false;

    for (size_t i = 0; i < json_array_size(rows); ++i) {
        json_t *row = json_array_get(rows, i);
        const char *name = json_string_value(json_object_get(row, "name"));
        g_assert_cmpint(json_integer_value(json_object_get(row, "n")), ==, 128);
        if (strcmp(name, "leftright") != 0)
            continue;
        leftright = true; /* 64 threads take 115, 32 take 16: the median */
        g_assert_cmpint(json_integer_value(json_object_get(row, "threads")), ==,
                        32);
        g_assert_cmpfloat(json_real_value(json_object_get(row, "median_us")),
                          ==, 16);
    }
    g_assert_true(leftright);
    g_assert_cmpuint(json_array_size(rows), >=, 8);
    json_decref(rows);
}

/* Only what is named, whether by its own name or as what joins its blocks. */
static void test_named(void)
{
    Error error;
    const Algorithm *named[] = {catalog_find("three-phase:padding", &error),
                                catalog_find("leftright", &error),
                                catalog_find("look-back", &error)};
    GpuBenchOptions options = {.format = BENCH_JSON,
                               .only = named,
                               .only_count = 3,
                               .n = 2048,
                               .one_array = true};
    json_t *rows = rows_of(&options);

    g_assert_cmpuint(json_array_size(rows), ==, 5); /* and two peers */
    g_assert_cmpint(count_rows(rows, "three-phase:padding"), ==, 1);
    g_assert_cmpint(count_rows(rows, "three-phase:leftright"), ==, 1);
    g_assert_cmpint(count_rows(rows, "look-back"), ==, 1);
    json_decref(rows);
}

static void test_wrong(void)
{
    GpuBenchOptions options = {.format = BENCH_CSV, .n = 64, .blocks = 2};
    bool good;
    Error error;

    spoil = true;
    char *text = printed(&options, &good, &error);
    spoil = false;
    g_assert_false(good);
    g_assert_nonnull(strstr(error.text, "wrong"));
    g_assert_null(strstr(text, "leftright"));
    free(text);
}

/* S3's trade-off: hybrid alone has a row for each number of passes, which is
 * what the device gets, too; beside others it has one. */
static void test_passes(void)
{
    Error error;
    const Algorithm *hybrid = catalog_find("hybrid", &error);
    GpuBenchOptions options = {.format = BENCH_JSON,
                               .only = &hybrid,
                               .only_count = 1,
                               .n = 64,
                               .passes = PLAN_USUAL,
                               .blocks = 2};

    passes_seen = 0;
    json_t *rows = rows_of(&options);
    g_assert_cmpint(count_rows(rows, "hybrid "), ==, 7);
    g_assert_cmpint(count_rows(rows, "hybrid 0 passes"), ==, 1);
    g_assert_cmpint(count_rows(rows, "hybrid 1 pass"), ==, 1);
    g_assert_cmpint(count_rows(rows, "hybrid 6 passes"), ==, 1);
    g_assert_cmphex(passes_seen, ==, 0x7f);
    json_decref(rows);

    passes_seen = 0;
    options.passes = 3;
    rows = rows_of(&options);
    g_assert_cmpint(count_rows(rows, "hybrid"), ==, 1);
    g_assert_cmpint(count_rows(rows, "hybrid 3 passes"), ==, 1);
    g_assert_cmphex(passes_seen, ==, 1U << 3);
    json_decref(rows);
    options.passes = 7; /* more than 64 elements allow */
    rows = rows_of(&options);
    g_assert_cmpint(count_rows(rows, "hybrid"), ==, 0);
    json_decref(rows);

    passes_seen = 0;
    options = (GpuBenchOptions){.format = BENCH_JSON, .n = 256, .blocks = 2};
    rows = rows_of(&options);
    g_assert_cmpint(count_rows(rows, "hybrid"), ==, 1);
    g_assert_cmpint(count_rows(rows, "hybrid "), ==, 0);
    g_assert_cmphex(passes_seen, ==, 1U << 3); /* 32 elements are left */
    json_decref(rows);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/gpu_bench/json", test_json);
    g_test_add_func("/gpu_bench/named", test_named);
    g_test_add_func("/gpu_bench/passes", test_passes);
    g_test_add_func("/gpu_bench/wrong", test_wrong);
    return g_test_run();
}
