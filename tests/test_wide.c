/* SPDX-License-Identifier: MIT
 *
 * What an H200 counted (Nsight Compute, one warp) for accesses to shared
 * memory: wavefronts of loads and of stores, and data_bank_conflicts.
 */

#include "analysis/bank.h"
#include "util/base.h"

#include <glib.h>
#include <stdlib.h>

enum {
    WIDTHS = 5, /* 1, 2, 4, 8 and 16 bytes */
    LANES = 32
};

static uint32_t own(uint32_t i, uint32_t bytes)
{
    (void)bytes;
    return i;
}

static uint32_t twice(uint32_t i, uint32_t bytes)
{
    (void)bytes;
    return 2 * i;
}

static uint32_t same(uint32_t i, uint32_t bytes)
{
    (void)i;
    (void)bytes;
    return 0;
}

/* Other words of bank 0. */
static uint32_t bank_0(uint32_t i, uint32_t bytes)
{
    return i * 128 / bytes;
}

static uint32_t modulo_16(uint32_t i, uint32_t bytes)
{
    (void)bytes;
    return i % 16;
}

static uint32_t pairs(uint32_t i, uint32_t bytes)
{
    (void)bytes;
    return i / 2;
}

static uint32_t woven(uint32_t i, uint32_t bytes)
{
    (void)bytes;
    return 2 * (i % 16) + i / 16;
}

static uint32_t thrice(uint32_t i, uint32_t bytes)
{
    (void)bytes;
    return 3 * i;
}

static const struct {
    const char *name;
    uint32_t (*element)(uint32_t lane, uint32_t bytes);
    int loads[WIDTHS], stores[WIDTHS], conflicts[WIDTHS];
} rows[] = {
    {"i", own, {1, 1, 1, 2, 4}, {1, 1, 1, 2, 4}, {0, 0, 0, 0, 0}},
    {"2i", twice, {1, 1, 2, 4, 8}, {1, 1, 2, 4, 8}, {0, 0, 1, 2, 4}},
    {"0", same, {1, 1, 1, 1, 2}, {1, 1, 1, 2, 4}, {0, 0, 0, 0, 0}},
    {"bank 0",
     bank_0,
     {32, 32, 32, 32, 32},
     {32, 32, 32, 32, 32},
     {31, 31, 31, 30, 28}},
    {"i mod 16", modulo_16, {1, 1, 1, 2, 4}, {1, 1, 1, 2, 4}, {0, 0, 0, 0, 0}},
    {"i/2", pairs, {1, 1, 1, 1, 2}, {1, 1, 1, 2, 4}, {0, 0, 0, 0, 0}},
    {"2(i mod 16) + i/16",
     woven,
     {1, 1, 1, 4, 8},
     {1, 1, 1, 4, 8},
     {0, 0, 0, 2, 4}},
    {"3i", thrice, {1, 2, 1, 2, 4}, {1, 2, 1, 2, 4}, {0, 1, 0, 0, 0}},
};

/* The instruction of the lanes of a part, in TRACE, and its wavefronts. */
static int part_wavefronts(Trace *trace, uint64_t part, bool load,
                           const uint64_t *addresses, uint32_t bytes)
{
    Instruction at = {.first_access = (uint32_t)trace->accesses_count,
                      .kind = load ? ACCESS_LOAD : ACCESS_STORE};

    for (uint32_t i = 0; i < LANES; ++i)
        for (uint32_t w = 0; part >> i & 1 && w < (bytes + 3) / 4; ++w) {
            Access access = {.cell = (uint32_t)(addresses[i] / 4 + w),
                             .lane = (uint8_t)i,
                             .bytes = TRACE_WORD};
            base_push(trace, accesses, access);
            ++at.lanes;
        }
    g_assert_cmpuint(at.lanes, <=, 64);
    return bank_cost(trace, &at, NULL).wavefronts;
}

static void count(uint32_t bytes, bool load, uint32_t lanes,
                  const uint64_t *addresses, int *wavefronts, int *conflicts)
{
    Trace *trace = trace_new();
    uint64_t parts[WIDE_PARTS];
    int parts_count = wide_parts(bytes, load, LANES, lanes, addresses, parts);

    trace->run.k = LANES;
    *wavefronts = *conflicts = 0;
    for (int p = 0; p < parts_count; ++p) {
        int own_wavefronts =
            part_wavefronts(trace, parts[p], load, addresses, bytes);
        *wavefronts += own_wavefronts;
        *conflicts += own_wavefronts - 1;
    }
    trace_free(trace);
}

static void check(size_t row, int width, bool load)
{
    uint32_t bytes = 1u << width;
    uint64_t addresses[WIDE_LANES] = {0};
    int wavefronts, conflicts;
    int wanted = load ? rows[row].loads[width] : rows[row].stores[width];

    for (uint32_t i = 0; i < LANES; ++i)
        addresses[i] = (uint64_t)rows[row].element(i, bytes) * bytes;
    count(bytes, load, UINT32_MAX, addresses, &wavefronts, &conflicts);
    if (wavefronts != wanted || conflicts != rows[row].conflicts[width])
        g_error("%s, %u bytes, %s: %d wavefronts, %d conflicts, not %d and %d",
                rows[row].name, bytes, load ? "load" : "store", wavefronts,
                conflicts, wanted, rows[row].conflicts[width]);
}

static void test_table(void)
{
    for (size_t row = 0; row < sizeof rows / sizeof *rows; ++row)
        for (int width = 0; width < WIDTHS; ++width) {
            check(row, width, true);
            check(row, width, false);
        }
}

/* What an H100 counted as conflicts of atomic updates of 4 bytes, whether they
 * add or exchange. */
static void test_atomics(void)
{
    static const struct {
        int words[16]; /* of the first lanes; the others repeat them */
        int conflicts;
    } cases[] = {
        {{0, 1, 2, 3}, 7}, /* i mod 4 */
        {{0, 32}, 31},     /* two words of bank 0 */
        {{0}, 31},         /* all the same */
        {{0, 1, 2}, 10},   /* i mod 3 */
        {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, 1},
    };
    static const int periods[] = {4, 2, 1, 3, 16};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        Trace *trace = trace_new();
        Instruction at = {.kind = ACCESS_CHANGE, .lanes = 32};
        trace->run.k = LANES;
        for (int i = 0; i < 32; ++i) {
            Access access = {.cell = (uint32_t)cases[c].words[i % periods[c]],
                             .lane = (uint8_t)i,
                             .bytes = TRACE_WORD};
            base_push(trace, accesses, access);
        }
        g_assert_cmpint(bank_cost(trace, &at, NULL).wavefronts - 1, ==,
                        cases[c].conflicts);
        trace_free(trace);
    }
}

/* What it counted of additions of one whose old value nobody uses. */
static void test_counts(void)
{
    static const struct {
        int period, words, conflicts; /* word i % PERIOD * WORDS */
    } cases[] = {{1, 1, 0},  {2, 1, 0},  {8, 1, 0},  {2, 32, 1},
                 {8, 32, 7}, {32, 2, 1}, {32, 4, 3}, {32, 32, 31}};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        Trace *trace = trace_new();
        Instruction at = {.kind = ACCESS_COUNT, .lanes = 32};
        trace->run.k = 32;
        for (int i = 0; i < 32; ++i) {
            Access access = {.cell = (uint32_t)(i % cases[c].period *
                                                cases[c].words),
                             .lane = (uint8_t)i,
                             .bytes = TRACE_WORD};
            base_push(trace, accesses, access);
        }
        g_assert_cmpint(bank_cost(trace, &at, NULL).wavefronts - 1, ==,
                        cases[c].conflicts);
        trace_free(trace);
    }
}

/* Lanes that do not take part. */
static void test_some_lanes(void)
{
    uint64_t addresses[WIDE_LANES] = {0};
    uint64_t parts[WIDE_PARTS];

    for (uint32_t i = 0; i < LANES; ++i)
        addresses[i] = 8 * i;
    g_assert_cmpint(wide_parts(8, false, LANES, 0, addresses, parts), ==, 0);
    g_assert_cmpint(wide_parts(8, false, LANES, 0xff0000, addresses, parts), ==,
                    1);
    g_assert_cmpuint(parts[0], ==, 0xff0000);
    /* every other lane: nobody differs from its neighbour */
    g_assert_cmpint(wide_parts(8, true, LANES, 0x55555555, addresses, parts),
                    ==, 1);
    g_assert_cmpint(wide_parts(8, true, LANES, 0x57555555, addresses, parts),
                    ==, 2);
    g_assert_cmpint(wide_parts(16, false, LANES, 0x01010101, addresses, parts),
                    ==, 4);
}

/* Warps of other widths than 32: parts of k words, and a lane at least. */
static void test_other_widths(void)
{
    static const struct {
        uint32_t k;
        int parts, alike; /* of 16 bytes: stores, loads that are alike */
        uint64_t first;
    } cases[] = {{2, 2, 1, 0x1},
                 {4, 4, 2, 0x1},
                 {8, 4, 2, 0x3},
                 {16, 4, 2, 0xf},
                 {64, 4, 4, 0xffff}};

    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        uint32_t k = cases[c].k;
        uint64_t addresses[WIDE_LANES], parts[WIDE_PARTS];
        uint64_t all = UINT64_MAX >> (64 - k), both = 0;
        for (uint32_t i = 0; i < WIDE_LANES; ++i)
            addresses[i] = 16 * i;
        int count = wide_parts(16, false, k, all, addresses, parts);
        g_assert_cmpint(count, ==, cases[c].parts);
        g_assert_cmphex(parts[0], ==, cases[c].first);
        for (int p = 0; p < count; ++p)
            both |= parts[p];
        g_assert_cmphex(both, ==, all);
        g_assert_cmpint(wide_parts(16, true, k, all, addresses, parts), ==,
                        cases[c].parts);
        /* two lanes, which differ: in parts of one lane each */
        g_assert_cmpint(wide_parts(16, true, k, 3, addresses, parts), ==,
                        k < 8 ? 2 : 1);
        for (uint32_t i = 0; i < WIDE_LANES; ++i)
            addresses[i] = 16 * (i / 2);
        g_assert_cmpint(wide_parts(16, true, k, all, addresses, parts), ==,
                        cases[c].alike);
    }
}

/* What an H100 counted for accesses of 8 and 16 bytes by lanes that are alike
 * in one way or another; NONE: the lane makes no access. */
enum { NONE = -1, PATTERNS = 22 };

static int pattern(int p, int i)
{
    switch (p) {
    case 0:
        return i / 4;
    case 1:
        return i & ~2;
    case 2:
        return i & ~4;
    case 3:
        return i & ~8;
    case 4:
        return 4 * (i / 2);
    case 5: /* halves alike in different ways */
        return i < 16 ? i & ~1 : i & ~2;
    case 6:
        return i % 2 ? NONE : i;
    case 7:
        return i < 16 ? i / 2 : NONE;
    case 8:
        return i & 8 ? NONE : i;
    case 9:
        return i ? NONE : 0;
    case 10: /* parts alike */
        return i % 8;
    case 11:
        return 3 * (i / 2);
    case 12:
        return i < 16 ? i : NONE;
    case 13: /* one lane is not */
        return i == 31 ? 40 : i / 2;
    case 14:
        return i < 8 ? i & ~1 : i < 16 ? i & ~2 : i & ~1;
    case 15: /* one half is not */
        return i < 16 ? i / 2 : 64 + i;
    case 16:
        return 2 * (i / 2);
    case 17:
        return i & 2 ? NONE : i;
    case 18:
        return i & 4 ? NONE : i;
    case 19:
        return i % 4;
    case 20:
        return i == 5 ? NONE : i / 2;
    default:
        return i & 1;
    }
}

/* Wavefronts and conflicts: loads of 8 bytes, of 16, stores of 8, of 16. */
static const struct {
    int wavefronts, conflicts;
} counted[PATTERNS][4] = {
    {{1, 0}, {2, 0}, {2, 0}, {4, 0}}, {{2, 1}, {4, 2}, {2, 0}, {4, 0}},
    {{2, 0}, {4, 0}, {2, 0}, {4, 0}}, {{2, 0}, {4, 0}, {2, 0}, {4, 0}},
    {{4, 3}, {8, 6}, {4, 2}, {8, 4}}, {{2, 0}, {4, 0}, {2, 0}, {4, 0}},
    {{2, 1}, {4, 2}, {2, 0}, {4, 0}}, {{1, 0}, {1, 0}, {1, 0}, {2, 0}},
    {{2, 0}, {2, 0}, {2, 0}, {2, 0}}, {{1, 0}, {1, 0}, {1, 0}, {1, 0}},
    {{2, 0}, {4, 0}, {2, 0}, {4, 0}}, {{1, 0}, {2, 0}, {2, 0}, {4, 0}},
    {{1, 0}, {2, 0}, {1, 0}, {2, 0}}, {{3, 1}, {4, 0}, {3, 1}, {4, 0}},
    {{2, 0}, {4, 0}, {2, 0}, {4, 0}}, {{2, 0}, {4, 0}, {2, 0}, {4, 0}},
    {{2, 1}, {4, 2}, {2, 0}, {4, 0}}, {{2, 1}, {4, 2}, {2, 0}, {4, 0}},
    {{2, 0}, {4, 0}, {2, 0}, {4, 0}}, {{2, 0}, {4, 0}, {2, 0}, {4, 0}},
    {{1, 0}, {2, 0}, {2, 0}, {4, 0}}, {{1, 0}, {2, 0}, {2, 0}, {4, 0}},
};

static void test_patterns(void)
{
    for (int p = 0; p < PATTERNS; ++p)
        for (int which = 0; which < 4; ++which) {
            uint32_t bytes = which % 2 ? 16 : 8, lanes = 0;
            uint64_t addresses[WIDE_LANES] = {0};
            int wavefronts, conflicts;

            for (int i = 0; i < LANES; ++i) {
                if (pattern(p, i) == NONE)
                    continue;
                lanes |= UINT32_C(1) << i;
                addresses[i] = (uint64_t)pattern(p, i) * bytes;
            }
            count(bytes, which < 2, lanes, addresses, &wavefronts, &conflicts);
            if (wavefronts != counted[p][which].wavefronts ||
                conflicts != counted[p][which].conflicts)
                g_error("pattern %d, %u bytes, %s: %d wavefronts, %d conflicts",
                        p, bytes, which < 2 ? "load" : "store", wavefronts,
                        conflicts);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wide/table", test_table);
    g_test_add_func("/wide/patterns", test_patterns);
    g_test_add_func("/wide/atomics", test_atomics);
    g_test_add_func("/wide/counts", test_counts);
    g_test_add_func("/wide/some_lanes", test_some_lanes);
    g_test_add_func("/wide/other_widths", test_other_widths);
    return g_test_run();
}
