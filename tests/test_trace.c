/* SPDX-License-Identifier: MIT
 *
 * Tests of src/trace/trace.c and trace_memory.c: finding things in a trace,
 * memory at any moment, and the check that it is consistent.
 */
#include "fixture.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Two blocks of two and one steps, two cells of memory each. */
static Trace *two_blocks(void)
{
    Fixture *f = fixture_new(OP_ADD, 4, 2, 4, 2);

    fixture_step(f, "load", 0);
    fixture_instruction(f, 0, ACCESS_STORE, 3);
    fixture_access(f, 0, 0, 10, interval_make(0, 0));
    fixture_access(f, 1, 1, 20, interval_make(1, 1));
    fixture_step(f, "up-sweep", 1);
    fixture_instruction(f, 1, ACCESS_STORE, 5);
    fixture_access(f, 1, 1, 30, interval_make(0, 1));
    fixture_sum(f, 10, interval_make(0, 0), 20, interval_make(1, 1));
    fixture_next_block(f);
    fixture_step(f, "load", 0);
    fixture_instruction(f, 0, ACCESS_STORE, 3);
    fixture_access(f, 0, 0, 50, interval_make(2, 2));
    fixture_access(f, 1, 0, 60, interval_make(3, 3));
    return fixture_done(f);
}

/* All that a trace holds counts, each byte of its texts too. */
static void test_bytes(void)
{
    Trace *trace = two_blocks();
    Run *run = &trace->run;
    char **texts[] = {&run->algorithm,
                      &run->title,
                      &run->summary,
                      &run->condition,
                      &run->device,
                      &run->device_name,
                      &trace->arrays[0].name,
                      &trace->grids[0].title,
                      &trace->sources[0].name,
                      &trace->sources[0].text,
                      &trace->phases[0].title};
    size_t before = trace_bytes(trace);

    for (size_t i = 0; i < G_N_ELEMENTS(texts); ++i) {
        char *longer = g_strconcat(*texts[i], "1234567", NULL);
        free(*texts[i]);
        *texts[i] = base_strdup(longer);
        g_free(longer);
        g_assert_cmpuint(trace_bytes(trace), ==, before + 7);
        before += 7;
    }
    for (int i = 0; i < 1000; ++i)
        base_push(trace, sums, (Sum){0});
    g_assert_cmpuint(trace_bytes(trace), >=, before + 990 * sizeof(Sum));
    trace_free(trace);
}

/* Memory at each position equals an independent replay's. */
static void test_memory(void)
{
    Trace *trace = fixture_scan(PLACE_PADDING, OP_ADD, 24, 4);
    uint32_t words = trace->run.words;
    Word *values = base_alloc(words, sizeof *values);
    Word *intervals = base_alloc(words, sizeof *intervals);
    Word *wanted = base_alloc(words, sizeof *wanted);

    for (size_t p = 0; p <= trace->instructions_count; ++p) {
        trace_memory(trace, p, values, NULL);
        trace_memory(trace, p, NULL, intervals);
        g_assert_true(memcmp(values, wanted, words * sizeof *values) == 0);
        if (p < trace->instructions_count)
            trace_replay(trace, trace->instructions + p, wanted, NULL);
    }
    g_assert_true(
        memcmp(intervals,
               trace_snapshot_intervals(trace, (uint32_t)trace->steps_count),
               words * sizeof *intervals) == 0);
    free(values);
    free(intervals);
    free(wanted);
    trace_free(trace);
}

static void test_check(void)
{
    Trace *trace = two_blocks();
    Error error = {0};

    g_assert_true(trace_check(trace, &error));
    trace->snapshot_values[2 * trace->run.words + 1] = 31;
    g_assert_false(trace_check(trace, &error));
    g_assert_cmpint(error.kind, ==, ERROR_FAILED);
    g_assert_nonnull(strstr(error.text, "step 1, cell 1"));
    trace->snapshot_values[2 * trace->run.words + 1] = 30;
    trace->snapshot_intervals[4 * trace->run.words] = INTERVAL_TOP;
    g_assert_false(trace_check(trace, &error));
    g_assert_nonnull(strstr(error.text, "step 2, cell 0"));
    trace_free(trace);

    for (Place place = PLACE_NOPADDING; place <= PLACE_LEFTRIGHT; ++place) {
        trace = fixture_scan(place, OP_AFFINE, 50, 8);
        g_assert_true(trace_check(trace, &error));
        trace_free(trace);
    }
}

/* Each phase once: known kinds have titles, others what the kernel says, even
 * if that is the title of a known one. */
static void test_phases(void)
{
    static const struct {
        PhaseKind kind;
        const char *says, *title;
        uint16_t index;
    } cases[] = {
        {PHASE_UPSWEEP, "", "up-sweep", 0},
        {PHASE_OTHER, "look back", "look back", 1},
        {PHASE_OTHER, "up-sweep", "up-sweep", 2},
        {PHASE_UPSWEEP, "other", "up-sweep", 0},
        {PHASE_WRITE_BACK, "", "write back", 3},
        {PHASE_OTHER, "look back", "look back", 1},
    };
    Trace *trace = trace_new();

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        const Step step = {
            .phase = trace_phase_add(trace, cases[i].kind, cases[i].says)};
        g_assert_cmpuint(step.phase, ==, cases[i].index);
        g_assert_cmpint(trace_phase_kind(trace, &step), ==, cases[i].kind);
        g_assert_cmpstr(trace_phase(trace, &step), ==, cases[i].title);
    }
    for (int i = PHASE_OTHER + 1; i < PHASE_KINDS; ++i)
        if (i != PHASE_GRID) /* it has no title */
            g_assert_cmpstr(trace_phase_title((PhaseKind)i), !=, "");
    trace_free(trace);
}

static void test_memory_of_blocks(void)
{
    Trace *trace = two_blocks();
    Word values[2], intervals[2];

    trace_memory(trace, 2, values, intervals);
    g_assert_cmpuint(values[0], ==, 10);
    g_assert_cmpuint(values[1], ==, 30);
    trace_memory(trace, 3, values, intervals);
    g_assert_cmpuint(values[0], ==, 60);
    g_assert_cmphex(intervals[1], ==, INTERVAL_UNSET);
    trace_free(trace);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/memory-of-blocks", test_memory_of_blocks);
    g_test_add_func("/trace/phases", test_phases);
    g_test_add_func("/trace/bytes", test_bytes);
    g_test_add_func("/trace/memory", test_memory);
    g_test_add_func("/trace/check", test_check);
    return g_test_run();
}
