/* SPDX-License-Identifier: MIT
 *
 * Tests of launch_costs_... of src/analysis/cost.c: the costs of launches add
 * up to the total, and blocks that the trace does not hold are not counted.
 */
#include "analysis/cost.h"
#include "record/record.h"

#include <glib.h>
#include <string.h>

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

static void test_sums(void)
{
    static const struct {
        const char *name;
        uint32_t n, block_n;
    } cases[] = {{"leftright", 64, 0},
                 {"three-phase", 48, 4},
                 {"three-phase:hillis-steele", 77, 5},
                 {"look-back", 77, 12},
                 {"block-shuffle", 100, 0},
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

static void explain(const Trace *trace, Text *text)
{
    BankTable banks = bank_table(trace);
    LaunchCosts costs = launch_costs_of(trace, &banks);

    text_free(text);
    launch_costs_text(&costs, text);
    launch_costs_free(&costs);
    bank_table_free(&banks);
}

static void test_text(void)
{
    Trace *trace = run("three-phase", 48, 4, NULL);
    Text text = {0};

    g_assert_true(launch_costs_applies(trace));
    explain(trace, &text);
    g_assert_nonnull(strstr(text.text,
                            "three-phase: 12 blocks of 4 elements, 7 "
                            "launches\n"));
    g_assert_nonnull(strstr(text.text, "\n   3 scan sums 1 "));
    g_assert_nonnull(strstr(text.text, "; sums 2, 3 words; "));
    g_assert_null(strstr(text.text, "holds"));
    g_assert_true(g_str_has_suffix(text.text, "\n"));
    trace_free(trace);

    trace = run("leftright", 48, 0, NULL);
    g_assert_false(launch_costs_applies(trace));
    trace_free(trace);
    text_free(&text);
}

static void test_held(void)
{
    const BlockRange held = {2, 4};
    Trace *trace = run("three-phase", 48, 4, &held);
    Trace *whole = run("three-phase", 48, 4, NULL);
    BankTable banks = bank_table(trace);
    LaunchCosts costs = launch_costs_of(trace, &banks);
    Text text = {0};

    g_assert_cmpuint(costs.rows[0].first, ==, 2);
    g_assert_cmpuint(costs.rows[0].held, ==, 3);
    g_assert_cmpuint(costs.rows[0].steps, ==, 3 * whole->blocks[0].step_count);
    g_assert_cmpuint(costs.rows[2].held, ==, 1); /* of 3 */
    g_assert_cmpuint(costs.rows[4].held, ==, 0); /* of 1 */
    g_assert_cmpuint(costs.rows[4].counted.T, ==, 0);
    explain(trace, &text);
    g_assert_nonnull(strstr(text.text, "launch 1, 2 to 4 of 12; "));
    g_assert_nonnull(strstr(text.text, "launch 3, 2 of 3; "));
    g_assert_nonnull(strstr(text.text, "launch 5, none of 1; "));
    g_assert_true(g_str_has_suffix(text.text, "\n"));
    text_free(&text);
    launch_costs_free(&costs);
    bank_table_free(&banks);
    trace_free(trace);
    trace_free(whole);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    recorder = recorder_new();
    g_test_add_func("/ledger/sums", test_sums);
    g_test_add_func("/ledger/text", test_text);
    g_test_add_func("/ledger/held", test_held);
    int status = g_test_run();
    recorder_free(recorder);
    return status;
}
