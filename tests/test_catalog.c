/* SPDX-License-Identifier: MIT
 *
 * Tests of src/catalog/catalog.c: what an entry needs, and which sizes it
 * accepts.
 */
#include "catalog/catalog.h"
#include "record/record.h"

#include <glib.h>
#include <string.h>

static bool is_power(uint32_t n, uint32_t k)
{
    (void)k;
    return base_is_power_of_two(n);
}

static uint32_t far_too_many(uint32_t n, uint32_t k)
{
    (void)n;
    (void)k;
    return 1u << 30;
}

static const Algorithm whole = {.name = "my-scan",
                                .title = "My Scan",
                                .summary = "it adds up",
                                .origin = "me",
                                .max_n = 1000,
                                .words = catalog_n,
                                .workers = catalog_one};

static bool plan(const Algorithm *algorithm, uint32_t n, Error *error)
{
    static Word input[1000];
    const RecordOptions options = {.algorithm = algorithm,
                                   .n = n,
                                   .k = 4,
                                   .passes = PLAN_USUAL,
                                   .input = input};
    Plan made;

    return record_plan(&options, &made, error);
}

static void test_accepts(void)
{
    Algorithm powers = whole;
    Error error = {ERROR_NONE, ""};

    powers.accepts = is_power;
    powers.accepted = "powers of two";
    g_assert_true(plan(&whole, 7, &error));
    g_assert_true(plan(&powers, 8, &error));
    g_assert_false(plan(&powers, 7, &error));
    g_assert_cmpint(error.kind, ==, ERROR_USAGE);
    g_assert_cmpstr(
        error.text, ==,
        "-n 7 with -k 4: my-scan takes powers of two; write other numbers");
    g_assert_true(catalog_is_block_scan(&whole));
    g_assert_false(catalog_is_block_scan(&powers));
}

static void test_sizes(void)
{
    Algorithm odd = whole;
    Error error = {ERROR_NONE, ""};

    odd.words = far_too_many;
    g_assert_false(plan(&odd, 7, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_cmpstr(error.text, ==,
                    "kernels/my-scan.cu: its .words asks for 1073741824 words "
                    "of shared memory at n = 7, k = 4; a block has 1048576 at "
                    "most");
    odd.words = catalog_n;
    odd.workers = catalog_none;
    g_assert_false(plan(&odd, 7, &error));
    g_assert_nonnull(strstr(error.text, ".workers asks for no threads"));
    odd.workers = far_too_many; /* as many as a block may have */
    g_assert_true(plan(&odd, 7, &error));
}

/* A program may have the name of an algorithm, and is none. */
static void test_of(void)
{
    Trace trace = {.run = {.algorithm = (char[]){"padding"}}};

    g_assert_cmpstr(catalog_of(&trace)->name, ==, "padding");
    trace.run.command = (char[]){"./padding 64"};
    g_assert_null(catalog_of(&trace));
    trace.run.command = NULL;
    trace.run.algorithm = (char[]){"of another catalog"};
    g_assert_null(catalog_of(&trace));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/catalog/of", test_of);
    g_test_add_func("/catalog/accepts", test_accepts);
    g_test_add_func("/catalog/sizes", test_sizes);
    return g_test_run();
}
