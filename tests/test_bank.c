/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/bank.c and bank.h: queues, wavefronts and the model's
 * clock of random instructions, against counting; and what GPUs counted for
 * accesses of one to 16 bytes.
 */
#include "analysis/bank.h"
#include "util/base.h"
#include "fixture.h"

#include <glib.h>
#include <stdlib.h>
enum {
    WIDTHS = 5, /* 1, 2, 4, 8 and 16 bytes */
    LANES = 32
};

/* ---- Queues ---------------------------------------------------------------*/

static uint32_t below(uint64_t *seed, uint32_t count)
{
    return (uint32_t)(base_random(seed) >> 32) % count;
}

/* Instructions of all kinds, whose lanes ask for few cells of few banks. */
static Trace *random_trace(uint64_t *seed)
{
    uint32_t k = 2u << below(seed, 6), words = 3 * k - 1;
    Fixture *f = fixture_new(OP_ADD, words, k, k, words);

    fixture_step(f, "load", 0);
    for (uint32_t i = below(seed, 12); i > 0; --i) {
        uint32_t cells = 1 + below(seed, words);
        fixture_instruction(f, 0, (AccessKind)below(seed, ACCESS_KINDS), 3);
        for (uint32_t lane = 0; lane < k; ++lane)
            if (below(seed, 8) > 0)
                fixture_access(f, (int)lane, below(seed, cells), 0,
                               INTERVAL_IDENTITY);
    }
    return fixture_done(f);
}

/* Counts the requests that access I of an instruction finds at its bank, and
 * the different words among them; of all accesses if ALL. */
static void count_before(const Trace *trace, const Instruction *at, int i,
                         bool all, uint32_t *requests, uint32_t *words)
{
    const Access *accesses = trace_accesses(trace, at);
    int end = all ? at->lanes : i;

    *requests = *words = 0;
    for (int j = 0; j < end; ++j) {
        bool seen = trace_traits_of(at)->serial ? false : j >= i && !all;
        if (accesses[j].cell % trace->run.k != accesses[i].cell % trace->run.k)
            continue;
        for (int l = 0; l < j && !trace_traits_of(at)->serial; ++l)
            seen |= accesses[l].cell == accesses[j].cell;
        ++*requests;
        *words += !seen;
    }
}

/* The first access of an instruction that is served with access I. */
static int served_with(const Trace *trace, const Instruction *at, int i)
{
    const Access *accesses = trace_accesses(trace, at);

    for (int j = 0; j < i && !trace_traits_of(at)->serial; ++j)
        if (accesses[j].cell == accesses[i].cell)
            return j;
    return i;
}

/* The wavefronts of an instruction. */
static uint32_t check_instruction(const Trace *trace, const Instruction *at)
{
    uint8_t queues[TRACE_MAX_BANKS], places[TRACE_MAX_BANKS];
    uint8_t turns[TRACE_MAX_BANKS];
    BankCost cost = bank_cost(trace, at, queues);
    uint32_t longest = 0, most = 0, busy = 0, requests, words;

    bank_places(trace, at, places, turns);
    for (int i = 0; i < at->lanes && trace_is_shared(at); ++i) {
        count_before(trace, at, i, true, &requests, &words);
        longest = MAX(longest, requests);
        most = MAX(most, words);
        uint32_t cell = trace_accesses(trace, at)[i].cell;
        g_assert_cmpuint(queues[bank_of(trace, cell)], ==, requests);
        g_assert_cmpuint(bank_row(trace, cell), <, bank_rows(trace));
        g_assert_cmpuint(bank_row(trace, cell) * trace->run.k +
                             bank_of(trace, cell),
                         ==, cell);
        count_before(trace, at, i, false, &requests, &words);
        g_assert_cmpuint(places[i], ==, requests);
        busy += requests == 0;
        count_before(trace, at, served_with(trace, at, i), false, &requests,
                     &words);
        g_assert_cmpuint(turns[i], ==, words);
    }
    g_assert_cmpuint(cost.lanes, ==, at->lanes);
    g_assert_cmpuint(cost.latency, ==, longest);
    g_assert_cmpuint(cost.wavefronts, ==, most);
    g_assert_cmpuint(cost.busy_banks, ==, busy);
    return most;
}

static void test_queues(void)
{
    uint64_t seed = 3;

    for (int round = 0; round < 2000; ++round) {
        Trace *trace = random_trace(&seed);
        BankTable table = bank_table(trace);
        uint32_t clock = 0;
        g_assert_cmpuint(table.count, ==, trace->instructions_count);
        for (size_t i = 0; i < table.count; ++i) {
            g_assert_cmpuint(table.starts[i], ==, clock);
            clock += check_instruction(trace, trace->instructions + i);
        }
        g_assert_cmpuint(table.starts[table.count], ==, clock);
        bank_table_free(&table);
        trace_free(trace);
    }
}

/* ---- Accesses of several widths -------------------------------------------*/

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
    g_test_add_func("/bank/agrees-with-counting", test_queues);
    g_test_add_func("/bank/wide/as-measured", test_table);
    g_test_add_func("/bank/wide/patterns-as-measured", test_patterns);
    return g_test_run();
}
