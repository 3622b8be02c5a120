/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/cost.c: counted against closed form, and both against a
 * table worked out from S0's formulas.  The costs of
 * launches add up to the total; blocks that the trace does not hold are not
 * counted.
 */
#include "analysis/cost.h"
#include "record/record.h"
#include "fixture.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static void test_work(void)
{
    ClosedWork work = cost_closed_work(FORM_LEFTRIGHT, 1024, false, 0);

    g_assert_cmpfloat(work.W, ==, 2046);
    g_assert_cmpfloat(work.rounds, ==, 20);
    work = cost_closed_work(FORM_LEFTRIGHT, 1024, true, 0);
    g_assert_cmpfloat(work.W, ==, 2046 + 1024);
    g_assert_cmpfloat(work.rounds, ==, 21);
    work = cost_closed_work(FORM_BRENT_KUNG, 1024, true, 0);
    g_assert_cmpfloat(work.W, ==, 2036);
    g_assert_cmpfloat(work.rounds, ==, 19);
    work = cost_closed_work(FORM_HYBRID, 1024, true, 5);
    g_assert_cmpfloat(work.W, ==, 2108);
    g_assert_cmpfloat(work.rounds, ==, 15);
    for (int form = FORM_SEQUENTIAL; form <= FORM_HYBRID; ++form) {
        work = cost_closed_work((ClosedForm)form, 1, false, 0);
        g_assert_cmpfloat(work.W, ==, 0);
        g_assert_cmpfloat(work.rounds, ==, 0);
        g_assert_true(
            isnan(cost_closed_work((ClosedForm)form, 100, true, 0).W));
    }
    g_assert_true(isnan(cost_closed_work(FORM_NONE, 64, true, 0).W));
    g_assert_true(isnan(cost_closed_work(FORM_NONE, 64, true, 0).rounds));
}

/* Totals grow with the position and end at the whole. */
static void test_until(void)
{
    Trace *trace = fixture_scan(PLACE_PADDING, OP_MAX, 64, 4);
    BankTable banks = bank_table(trace);
    Counted before = {0}, all = cost_count(trace, &banks);

    g_assert_true(cost_has_upsweep(trace));
    for (size_t p = 0; p <= trace->instructions_count; ++p) {
        Counted now = cost_count_range(trace, &banks, 0, p);
        g_assert_cmpuint(now.T, ==, banks.starts[p]);
        g_assert_cmpuint(now.W, >=, before.W);
        g_assert_cmpuint(now.instructions - before.instructions, ==,
                         p && trace_is_shared(trace->instructions + p - 1));
        g_assert_cmpuint(now.accesses, >=, before.accesses);
        before = now;
    }
    g_assert_true(memcmp(&before, &all, sizeof before) == 0);
    bank_table_free(&banks);
    trace_free(trace);
}

/* Pairs are two words each, side by side. */
static void test_transactions(void)
{
    static const struct {
        AccessKind kind;
        uint32_t cells[4], count;
        bool reads, writes;
        uint8_t turns[4]; /* of each lane */
    } cases[] = {
        {ACCESS_GLOAD, {0, 1, 2, 3}, 1, true, false, {0, 0, 0, 0}},
        {ACCESS_GSTORE, {1, 2, 3, 4}, 2, false, true, {0, 0, 0, 1}},
        {ACCESS_GLOAD, {0, 4, 8, 12}, 4, true, false, {0, 1, 2, 3}},
        {ACCESS_ATOMIC, {7, 7, 7, 7}, 1, true, true, {0, 0, 0, 0}},
        {ACCESS_GLOAD, {0, 8, 1, 9}, 2, true, false, {0, 1, 0, 1}},
        {ACCESS_LOAD, {0, 4, 8, 12}, 0, false, false, {0}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Fixture *f = fixture_new(OP_ADD, 16, 4, 4, 16);
        fixture_step(f, "load", 0);
        fixture_instruction(f, 0, cases[i].kind, 3);
        for (int j = 0; j < 4; ++j)
            fixture_access(f, j, cases[i].cells[j], 0, INTERVAL_IDENTITY);
        Trace *trace = fixture_done(f);
        g_assert_cmpuint(cost_transactions(trace, trace->instructions), ==,
                         cases[i].count);
        uint8_t turns[TRACE_MAX_BANKS] = {0};
        g_assert_cmpuint(cost_turns(trace, trace->instructions, turns), ==,
                         cases[i].count);
        g_assert_true(memcmp(turns, cases[i].turns, 4) == 0);
        BankTable banks = bank_table(trace);
        Counted counted = cost_count(trace, &banks);
        g_assert_cmpuint(counted.G_read, ==,
                         cases[i].reads ? cases[i].count : 0);
        g_assert_cmpuint(counted.G_write, ==,
                         cases[i].writes ? cases[i].count : 0);
        bank_table_free(&banks);
        trace_free(trace);
    }
}

/* ---- Costs of launches ---------------------------------------------------*/

static Recorder *recorder;

static Trace *run(const char *name, uint32_t n, uint32_t block_n,
                  const BlockRange *held)
{
    static Word input[600];
    Error error = {ERROR_NONE, ""};
    RecordOptions options = {.algorithm = catalog_find(name, &error),
                             .n = n,
                             .k = 4,
                             .block_n = block_n,
                             .passes = PLAN_USUAL,
                             .some_blocks = held != NULL,
                             .device = DEVICE_CPU,
                             .input = input};

    if (held)
        options.blocks = *held;
    Trace *trace = record(recorder, &options, &error);
    if (!trace)
        g_error("%s: %s", name, error.text);
    return trace;
}

static void test_launch_sums(void)
{
    static const struct {
        const char *name;
        uint32_t n, block_n;
    } cases[] = {{"leftright", 64, 0},
                 {"three-phase", 48, 4},
                 {"three-phase:hillis-steele", 77, 5},
                 {"look-back", 77, 12},
                 {"block-shuffle", 100, 0},
                 {"vector-shuffle", 100, 0},
                 {"compact", 30, 0}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        Trace *trace = run(cases[i].name, cases[i].n, cases[i].block_n, NULL);
        BankTable banks = bank_table(trace);
        Counted all = cost_count(trace, &banks);
        Counted sum = {0};
        LaunchCosts costs = launch_costs_of(trace, &banks);
        uint64_t shuffles = 0, steps = 0, shuffled = 0;
        for (size_t g = 0; g < trace->grids_count; ++g) {
            const Counted *c = &costs.rows[g].counted;
            sum.cycles += c->cycles;
            sum.T += c->T;
            sum.W += c->W;
            sum.G_read += c->G_read;
            sum.G_write += c->G_write;
            sum.instructions += c->instructions;
            sum.accesses += c->accesses;
            sum.conflicts_load += c->conflicts_load;
            sum.conflicts_store += c->conflicts_store;
            sum.upsweep_store_T += c->upsweep_store_T;
            sum.upsweep_W += c->upsweep_W;
            shuffles += costs.rows[g].shuffles;
            steps += costs.rows[g].steps;
            g_assert_cmpuint(costs.rows[g].held, ==, trace->grids[g].blocks);
        }
        for (size_t j = 0; j < trace->instructions_count; ++j)
            shuffled += trace->instructions[j].kind == ACCESS_SHFL;
        g_assert_true(memcmp(&sum, &all, sizeof sum) == 0);
        g_assert_cmpuint(shuffles, ==, shuffled);
        g_assert_cmpuint(costs.shuffles, ==, shuffled);
        g_assert_cmpuint(steps, ==, trace->steps_count);
        launch_costs_free(&costs);
        bank_table_free(&banks);
        trace_free(trace);
    }
}

static void test_domains(void)
{
    g_assert_true(isnan(cost_closed_form(FORM_NOPADDING, 100, 4).W));
    g_assert_true(isnan(cost_closed_form(FORM_NOPADDING, 8, 16).T));
    g_assert_cmpfloat(cost_closed_form(FORM_NOPADDING, 8, 16).W, ==, 7);
    g_assert_true(isnan(cost_closed_form(FORM_PADDING, 128, 16).T));
    g_assert_false(isnan(cost_closed_form(FORM_PADDING, 128, 16).l));
    g_assert_false(isnan(cost_closed_form(FORM_PADDING, 256, 16).T));
    g_assert_true(isnan(cost_closed_form(FORM_NONE, 64, 16).W));
    g_assert_cmpfloat(cost_closed_form(FORM_NONE, 64, 16).G, ==, 4);
    g_assert_cmpfloat(cost_closed_form(FORM_SEQUENTIAL, 64, 4).W, ==, 63);
    g_assert_true(isnan(cost_closed_form(FORM_SEQUENTIAL, 64, 4).T));
    g_assert_true(isnan(cost_closed_form(FORM_SEQUENTIAL, 64, 4).G));
    g_assert_true(isnan(cost_closed_form(FORM_LEFTRIGHT, 16, 16).G));
    g_assert_cmpfloat(cost_closed_form(FORM_LEFTRIGHT, 32, 16).G, ==, 2);
    g_assert_cmpfloat(cost_closed_form(FORM_HILLIS_STEELE, 16, 16).G, ==, 1);
    g_assert_true(isnan(cost_closed_form(FORM_HILLIS_STEELE, 8, 16).G));
    g_assert_cmpfloat(cost_closed_form(FORM_HILLIS_STEELE, 16, 4).W, ==, 49);
    g_assert_cmpfloat(cost_closed_form(FORM_HILLIS_STEELE, 16, 4).T, ==, 12.25);
    g_assert_cmpfloat(cost_closed_form(FORM_HILLIS_STEELE, 1, 4).W, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cost/domains", test_domains);
    g_test_add_func("/cost/work", test_work);
    g_test_add_func("/cost/until", test_until);
    g_test_add_func("/cost/transactions", test_transactions);
    g_test_add_func("/cost/launches/sums", test_launch_sums);
    recorder = recorder_new();
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
