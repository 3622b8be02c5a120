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

/* What test_counts.c and test_work.c compare with counting holds for some n and
 * k only; elsewhere a form is not a number. */
static void test_domains(void)
{
    static const struct {
        ClosedForm form;
        uint32_t n, k;
        const char *known;
    } cases[] = {{FORM_NOPADDING, 100, 4, ""},
                 {FORM_NOPADDING, 8, 16, "W"},
                 {FORM_PADDING, 128, 16, "WGl"},
                 {FORM_PADDING, 256, 16, "TWGl"},
                 {FORM_NONE, 64, 16, "G"},
                 {FORM_SEQUENTIAL, 64, 4, "W"},
                 {FORM_LEFTRIGHT, 16, 16, "TWl"},
                 {FORM_LEFTRIGHT, 32, 16, "TWGl"},
                 {FORM_HILLIS_STEELE, 16, 16, "TWG"},
                 {FORM_HILLIS_STEELE, 8, 16, "TW"},
                 {FORM_HYBRID, 64, 4, "G"}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        const char *known = cases[i].known;
        ClosedCost cost =
            cost_closed_form(cases[i].form, cases[i].n, cases[i].k);
        g_assert_cmpint(!isnan(cost.T), ==, strchr(known, 'T') != NULL);
        g_assert_cmpint(!isnan(cost.W), ==, strchr(known, 'W') != NULL);
        g_assert_cmpint(!isnan(cost.G), ==, strchr(known, 'G') != NULL);
        g_assert_cmpint(!isnan(cost.l), ==, strchr(known, 'l') != NULL);
    }
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
            for (size_t f = 0; f < sizeof sum / sizeof(uint64_t); ++f)
                ((uint64_t *)&sum)[f] += ((const uint64_t *)c)[f];
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cost/domains-of-closed-forms", test_domains);
    g_test_add_func("/cost/until", test_until);
    g_test_add_func("/cost/transactions", test_transactions);
    g_test_add_func("/cost/launches/sums", test_launch_sums);
    recorder = recorder_new();
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
