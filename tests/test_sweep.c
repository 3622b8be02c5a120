/* SPDX-License-Identifier: MIT
 *
 * Tests of src/report/sweep.c: which sizes verify tries.
 */
#include "record/record.h"
#include "report/sweep.h"

#include <glib.h>

static Sweep sweep(const char *name, SweepAsked asked)
{
    Error error;
    const Algorithm *algorithm = catalog_find(name, &error);

    g_assert_nonnull(algorithm);
    return sweep_of(algorithm, &asked);
}

static size_t count_of(const Sweep *sizes, uint32_t n, uint32_t k)
{
    size_t count = 0;

    for (size_t i = 0; i < sizes->sizes_count; ++i)
        count += sizes->sizes[i].n == n && sizes->sizes[i].k == k;
    return count;
}

static void test_asked(void)
{
    Sweep sizes = sweep("leftright", (SweepAsked){.max_n = 1100, .k = 8});

    g_assert_cmpuint(sizes.sizes_count, ==, 1100);
    g_assert_cmpuint(count_of(&sizes, 1100, 8), ==, 1);
    sweep_free(&sizes);
    sizes = sweep("hillis-steele", (SweepAsked){.max_n = 3000, .k = 8});
    g_assert_cmpuint(sizes.sizes_count, ==, 2048); /* its largest */
    sweep_free(&sizes);
    sizes = sweep("leftright", (SweepAsked){.n = 77});
    g_assert_cmpuint(sizes.sizes_count, ==, 3);
    g_assert_true(sizes.sizes[0].many);
    sweep_free(&sizes);
}

/* 2, 3, 5 and 17 blocks of each k, the last full and not. */
static void test_blocks(void)
{
    static const uint32_t counts[] = {2, 3, 5, 17};
    Sweep sizes = sweep("three-phase", (SweepAsked){0});
    size_t full[3] = {0}, part[3] = {0};

    for (size_t i = 0; i < sizes.sizes_count; ++i) {
        const SweepSize *size = sizes.sizes + i;
        int which = size->k == 4 ? 0 : size->k == 16 ? 1 : 2;
        if (!size->block_n)
            continue;
        g_assert_true(size->many);
        for (size_t c = 0; c < G_N_ELEMENTS(counts); ++c)
            if ((size->n + size->block_n - 1) / size->block_n == counts[c])
                ++*(size->n % size->block_n ? part + which : full + which);
    }
    for (int which = 0; which < 3; ++which) {
        g_assert_cmpuint(full[which], ==, 8);
        g_assert_cmpuint(part[which], ==, 8);
    }
    sweep_free(&sizes);
    sizes = sweep("three-phase", (SweepAsked){.block_n = 6, .k = 4});
    for (size_t i = 0; i < sizes.sizes_count; ++i)
        g_assert_cmpuint(sizes.sizes[i].block_n, ==, 6);
    sweep_free(&sizes);
    sizes = sweep("compact", (SweepAsked){0}); /* plans, but one block */
    g_assert_cmpuint(sizes.sizes_count, ==, 909);
    sweep_free(&sizes);
}

/* What cuts its input tries every n in one block for one k; for the others, n
 * at powers of two and beside them. */
static void test_near_powers(void)
{
    Sweep sizes = sweep("three-phase", (SweepAsked){0});
    uint32_t tried[3][301] = {{0}};

    for (size_t i = 0; i < sizes.sizes_count; ++i) {
        const SweepSize *size = sizes.sizes + i;
        if (!size->block_n && size->n <= 300)
            ++tried[size->k / 16][size->n];
    }
    for (uint32_t n = 1; n <= 300; ++n) {
        bool near = n == 1;
        for (uint32_t power = 2; power <= 256; power *= 2)
            near |= n + 1 >= power && n <= power + 1;
        g_assert_cmpuint(tried[0][n], ==, 1);
        g_assert_cmpuint(tried[1][n], ==, near);
        g_assert_cmpuint(tried[2][n], ==, near);
    }
    sweep_free(&sizes);
}

static bool is_even(uint32_t n, uint32_t k)
{
    return n % 2 == 0 && k > 4;
}

/* What an entry does not accept is left out; by name it is tried, and refused.
 */
static void test_accepts(void)
{
    Error error;
    Algorithm even = *catalog_find("leftright", &error);
    Sweep sizes;

    even.accepts = is_even;
    even.accepted = "even n and k above 4";
    sizes = sweep_of(&even, &(SweepAsked){0});
    g_assert_cmpuint(sizes.sizes_count, ==, 2 * 153);
    for (size_t i = 0; i < sizes.sizes_count; ++i)
        g_assert_true(is_even(sizes.sizes[i].n, sizes.sizes[i].k));
    sweep_free(&sizes);
    sizes = sweep_of(&even, &(SweepAsked){.n = 6, .all = true});
    g_assert_cmpuint(sizes.sizes_count, ==, 2);
    sweep_free(&sizes);
    sizes = sweep_of(&even, &(SweepAsked){.n = 7, .all = true});
    g_assert_cmpuint(sizes.sizes_count, ==, 0);
    sweep_free(&sizes);
    sizes = sweep_of(&even, &(SweepAsked){.n = 7});
    g_assert_cmpuint(sizes.sizes_count, ==, 3);
    sweep_free(&sizes);
    sizes = sweep("hillis-steele", (SweepAsked){.n = 5000, .all = true});
    g_assert_cmpuint(sizes.sizes_count, ==, 0);
    sweep_free(&sizes);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sweep/asked", test_asked);
    g_test_add_func("/sweep/blocks", test_blocks);
    g_test_add_func("/sweep/near powers", test_near_powers);
    g_test_add_func("/sweep/accepts", test_accepts);
    return g_test_run();
}
