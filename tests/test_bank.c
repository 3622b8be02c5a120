/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/bank.c: queues, wavefronts and the model's clock.
 */
#include "analysis/bank.h"
#include "fixture.h"

#include <glib.h>
#include <string.h>

/* One instruction with the given cells, k = 4. */
static Trace *one(AccessKind kind, const uint32_t *cells, int count)
{
    Fixture *f = fixture_new(OP_ADD, 4, 4, 4, 64);

    fixture_step(f, "load", 0);
    fixture_instruction(f, 0, kind, 3);
    for (int i = 0; i < count; ++i)
        fixture_access(f, i, cells[i], 0, INTERVAL_IDENTITY);
    return fixture_done(f);
}

static void test_cost(void)
{
    static const struct {
        AccessKind kind;
        uint32_t cells[4];
        int lanes;
        uint8_t queues[4], latency, wavefronts, busy;
    } cases[] = {
        {ACCESS_STORE, {8, 18, 28, 38}, 4, {2, 0, 2, 0}, 2, 2, 2},
        {ACCESS_LOAD, {0, 1, 2, 3}, 4, {1, 1, 1, 1}, 1, 1, 4},
        {ACCESS_LOAD, {5, 5, 5, 5}, 4, {0, 4, 0, 0}, 4, 1, 1},
        {ACCESS_STORE, {5, 5, 5, 5}, 4, {0, 4, 0, 0}, 4, 1, 1},
        {ACCESS_LOAD, {1, 5, 1, 9}, 4, {0, 4, 0, 0}, 4, 3, 1},
        {ACCESS_LOAD, {1, 1, 2, 6}, 4, {0, 2, 2, 0}, 2, 2, 2},
        {ACCESS_LOAD, {1, 1, 2, 3}, 4, {0, 2, 1, 1}, 2, 1, 3},
        {ACCESS_LOAD, {63}, 1, {0, 0, 0, 1}, 1, 1, 1},
        {ACCESS_GLOAD, {0, 4, 8, 12}, 4, {0}, 0, 0, 0},
        {ACCESS_SHFL, {0, 1, 2, 3}, 4, {0}, 0, 0, 0},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Trace *trace = one(cases[i].kind, cases[i].cells, cases[i].lanes);
        uint8_t queues[TRACE_MAX_BANKS];
        BankCost cost = bank_cost(trace, trace->instructions, queues);
        g_assert_true(memcmp(queues, cases[i].queues, 4) == 0);
        g_assert_cmpuint(cost.latency, ==, cases[i].latency);
        g_assert_cmpuint(cost.wavefronts, ==, cases[i].wavefronts);
        g_assert_cmpuint(cost.busy_banks, ==, cases[i].busy);
        g_assert_cmpint(cost.lanes, ==, cases[i].lanes);
        trace_free(trace);
    }
}

/* Each access is in the bank and the row of its cell, counts the accesses
 * before it there, and is served with those that ask for the same word. */
static void test_places(void)
{
    const uint32_t cells[] = {9, 18, 9, 61};
    const uint8_t served[] = {0, 0, 0, 1}; /* lane 2 with lane 0 */
    Trace *trace = one(ACCESS_STORE, cells, 4);
    uint8_t places[TRACE_MAX_BANKS], turns[TRACE_MAX_BANKS];

    bank_places(trace, trace->instructions, places, turns);
    for (int i = 0; i < 4; ++i) {
        uint32_t bank = bank_of(trace, cells[i]);
        int before = 0;
        g_assert_cmpuint(bank, <, 4);
        g_assert_cmpuint(bank_row(trace, cells[i]) * 4 + bank, ==, cells[i]);
        g_assert_cmpuint(bank_row(trace, cells[i]), <, bank_rows(trace));
        for (int j = 0; j < i; ++j)
            before += bank_of(trace, cells[j]) == bank;
        g_assert_cmpint(places[i], ==, before);
        g_assert_cmpint(turns[i], ==, served[i]);
    }
    trace_free(trace);
}

/* The worst that can be: 64 lanes at one bank of 64, each with its own word. */
static void test_widest(void)
{
    Fixture *f = fixture_new(OP_ADD, 64, 64, 64, 4096);

    fixture_step(f, "load", 0);
    fixture_instruction(f, 0, ACCESS_STORE, 3);
    for (int i = 0; i < 64; ++i)
        fixture_access(f, i, (uint32_t)i * 64, 0, INTERVAL_IDENTITY);
    Trace *trace = fixture_done(f);
    BankCost cost = bank_cost(trace, trace->instructions, NULL);
    g_assert_cmpuint(cost.latency, ==, 64);
    g_assert_cmpuint(cost.wavefronts, ==, 64);
    trace_free(trace);
}

static void test_table(void)
{
    Fixture *f = fixture_new(OP_ADD, 4, 4, 4, 16);

    fixture_step(f, "load", 0);
    fixture_instruction(f, 0, ACCESS_GLOAD, 2); /* takes no cycle */
    fixture_access(f, 0, 0, 1, interval_make(0, 0));
    fixture_instruction(f, 0, ACCESS_STORE, 3); /* 3 cycles */
    for (int i = 0; i < 3; ++i)
        fixture_access(f, i, (uint32_t)i * 4, 1, interval_make(0, 0));
    fixture_instruction(f, 0, ACCESS_GLOAD, 4);
    fixture_access(f, 0, 0, 1, interval_make(0, 0));
    fixture_instruction(f, 0, ACCESS_LOAD, 5); /* 1 */
    fixture_access(f, 0, 0, 1, interval_make(0, 0));
    Trace *trace = fixture_done(f);
    BankTable table = bank_table(trace);

    g_assert_cmpuint(table.count, ==, 4);
    g_assert_cmpuint(table.starts[1], ==, 0);
    g_assert_cmpuint(table.starts[3], ==, 3);
    g_assert_cmpuint(table.starts[4], ==, 4);
    g_assert_cmpuint(bank_at_cycle(&table, 0), ==, 1);
    g_assert_cmpuint(bank_at_cycle(&table, 2), ==, 1);
    g_assert_cmpuint(bank_at_cycle(&table, 3), ==, 3);
    g_assert_cmpuint(bank_at_cycle(&table, 4), ==, 3);
    g_assert_cmpuint(bank_at_cycle(&table, 1000), ==, 3);
    bank_table_free(&table);
    trace_free(trace);
}

static void test_empty_table(void)
{
    Fixture *f = fixture_new(OP_ADD, 4, 4, 4, 16);

    fixture_step(f, "load", 0);
    Trace *trace = fixture_done(f);
    BankTable table = bank_table(trace);
    g_assert_cmpuint(table.count, ==, 0);
    g_assert_cmpuint(table.starts[0], ==, 0);
    g_assert_cmpuint(bank_at_cycle(&table, 0), ==, 0);
    bank_table_free(&table);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/bank/cost", test_cost);
    g_test_add_func("/bank/places", test_places);
    g_test_add_func("/bank/widest", test_widest);
    g_test_add_func("/bank/table", test_table);
    g_test_add_func("/bank/empty-table", test_empty_table);
    return g_test_run();
}
