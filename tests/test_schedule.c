/* SPDX-License-Identifier: MIT
 *
 * Tests of src/analysis/schedule.c: cycles worked out by hand for small traces;
 * and, for recorded ones, that what was recorded stays true.
 */
#include "analysis/cost.h"
#include "analysis/schedule.h"
#include "analysis/tile_status.h"
#include "fixture.h"
#include "record/record.h"

#include <glib.h>
#include <string.h>

static const ScheduleCosts costs = {.dram = 10,
                                    .word = 4,
                                    .launch = 20,
                                    .start = 3};

enum { PAIRS = GLOBAL_FIRST_SCRATCH };

/* ---- By hand ----*/

/* An instruction of lanes 0 and 1 at these cells; ONE: of lane 0 alone. */
enum { ONE = -1 };

static void add(Fixture *f, int warp, AccessKind kind, int cell, int other)
{
    fixture_instruction(f, warp, kind, 1);
    fixture_access(f, 0, (uint32_t)cell, 1, INTERVAL_TOP);
    if (other != ONE)
        fixture_access(f, 1, (uint32_t)other, 1, INTERVAL_TOP);
}

/* START..END of each instruction; "*" where it is critical. */
static void check(const Trace *trace, const char *wanted)
{
    Schedule *schedule = schedule_of(trace, &costs);
    GString *text = g_string_new("");

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const ScheduledInstruction *at = schedule->instructions + i;
        g_string_append_printf(text, "%s%d..%d%s", i ? " " : "", (int)at->start,
                               (int)at->end, at->critical ? "*" : "");
    }
    g_string_append_printf(text, " | %d of work, %d", (int)schedule->work,
                           (int)schedule->end);
    g_assert_cmpstr(text->str, ==, wanted);
    g_string_free(text, TRUE);
    schedule_free(schedule);
}

/* Two warps load concurrently, store one after the other, and meet. */
static void test_warps(void)
{
    Fixture *f = fixture_new(OP_ADD, 8, 2, 4, 8);

    fixture_step(f, "load", 0);
    add(f, 0, ACCESS_GLOAD, 0, 1);
    add(f, 0, ACCESS_STORE, 0, 1);
    add(f, 1, ACCESS_GLOAD, 2, 3);
    add(f, 1, ACCESS_STORE, 2, 4);
    fixture_step(f, "add", 0);
    fixture_step(f, "add", 1);
    add(f, 0, ACCESS_LOAD, 0, 2);
    add(f, 1, ACCESS_LOAD, 1, 4);
    Trace *trace = fixture_done(f);
    check(trace, "0..10* 10..11 1..11* 11..13* 13..15* 15..16* | 16 of work, "
                 "16");
    Schedule *schedule = schedule_of(trace, &costs);
    g_assert_cmpuint(schedule->steps[0], ==, 13);
    g_assert_cmpuint(schedule->steps[1], ==, 13);
    g_assert_cmpuint(schedule->steps[2], ==, 16);
    g_assert_cmpuint(schedule->instructions[2].why, ==, SCHEDULE_ISSUE);
    g_assert_cmpuint(schedule->instructions[2].cause, ==, 0);
    g_assert_cmpuint(schedule->instructions[4].why, ==, SCHEDULE_BARRIER);
    g_assert_cmpuint(schedule->instructions[4].cause, ==, 3);
    schedule_free(schedule);
    trace_free(trace);
}

/* ---- Of recorded traces ----*/

/* The instruction that wrote the pair that ACCESS saw, as recorded: the latest
 * before it. */
static const Instruction *publisher(const Trace *trace, const Instruction *at,
                                    const Access *access)
{
    const Instruction *found = NULL;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *other = trace->instructions + i;
        if (!tile_status_publishes(trace, other) || other->array != at->array ||
            other->time >= at->time || (found && found->time > other->time))
            continue;
        const Access *written = trace_accesses(trace, other);
        for (int lane = 0; lane < other->lanes; ++lane)
            if (written[lane].cell == access->cell)
                found = other;
    }
    return found;
}

/* Nobody sees a pair before it was published. */
static uint32_t check_awaits(const Trace *trace, const Schedule *schedule)
{
    uint32_t awaits = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int a = 0; tile_status_looks(trace, at) && a < at->lanes; ++a) {
            const Instruction *from = publisher(trace, at, access + a);
            if (!from) /* a block that the trace does not hold */
                continue;
            ++awaits;
            g_assert_cmpuint(
                schedule->instructions[i].start, >=,
                schedule->instructions[from - trace->instructions].end);
        }
    }
    return awaits;
}

/* Everything has its place within its step, its warp and its block. */
static void check_places(const Trace *trace, const Schedule *schedule)
{
    uint64_t latencies = 0;

    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        const Block *block = trace->blocks + step->block;
        uint64_t begins = s > block->first_step
                              ? schedule->steps[s - 1]
                              : schedule->blocks[step->block].start;
        uint64_t *warps = g_new0(uint64_t, 65536);
        for (uint32_t j = 0; j < step->instruction_count; ++j) {
            uint32_t i = step->first_instruction + j;
            const Instruction *at = trace->instructions + i;
            const ScheduledInstruction *when = schedule->instructions + i;
            uint64_t *warp = warps + at->warp;
            g_assert_cmpuint(when->ready, ==, *warp ? *warp : begins);
            g_assert_cmpuint(when->start, >=, when->ready);
            g_assert_cmpuint(when->end, >=, when->start + when->occupied);
            g_assert_cmpuint(when->end, <=, schedule->steps[s]);
            latencies += bank_cost(trace, at, NULL).latency;
            *warp = when->end;
        }
        g_free(warps);
    }
    g_assert_cmpuint(schedule->work, >=, latencies);
    g_assert_false(schedule->forced);
}

/* The critical path reaches from the start to the end without a gap that is not
 * a cost. */
static void check_critical(const Trace *trace, const Schedule *schedule)
{
    uint64_t most = 0;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const ScheduledInstruction *at = schedule->instructions + i;
        most = at->end > most ? at->end : most;
        if (!at->critical || at->cause == SCHEDULE_NONE)
            continue;
        const ScheduledInstruction *cause = schedule->instructions + at->cause;
        g_assert_true(cause->critical);
        if (at->why == SCHEDULE_WORD)
            g_assert_cmpuint(at->start, ==,
                             schedule_visible(schedule, at->cause));
        else if (at->why == SCHEDULE_ISSUE)
            g_assert_cmpuint(at->start, ==, cause->start + cause->occupied);
        else if (at->why != SCHEDULE_LAUNCH)
            g_assert_cmpuint(at->start, ==, cause->end);
        else
            g_assert_cmpuint(at->start, >=,
                             cause->end + schedule->costs.launch);
    }
    g_assert_cmpuint(most, ==, schedule->end);
}

static uint32_t check_trace(const Trace *trace, const ScheduleCosts *with)
{
    Schedule *schedule = schedule_of(trace, with);

    uint32_t awaits = check_awaits(trace, schedule);
    check_places(trace, schedule);
    check_critical(trace, schedule);
    schedule_free(schedule);
    return awaits;
}

/* Many orders in which blocks ran, and other costs than were measured. */
static void test_seeds(void)
{
    static const char *const names[] = {"look-back", "vector-look-back",
                                        "torn-look-back", "three-phase"};
    static const ScheduleCosts others[] = {{24, 9, 64, 1},
                                           {0, 0, 0, 0},
                                           {3, 50, 1, 200},
                                           {500, 1, 7, 0}};
    Recorder *recorder = recorder_new();
    Word *input = g_new0(Word, 96);
    uint32_t awaits = 0;

    for (size_t a = 0; a < G_N_ELEMENTS(names); ++a)
        for (uint64_t seed = 0; seed < 40; ++seed) {
            Error error = {ERROR_NONE, ""};
            RecordOptions options = {.algorithm =
                                         catalog_find(names[a], &error),
                                     .n = 96,
                                     .k = 4,
                                     .block_n = 8 + 8 * (uint32_t)(seed % 3),
                                     .seed = seed,
                                     .input = input};
            Trace *trace = record(recorder, &options, &error);
            if (!trace)
                g_error("%s: %s", names[a], error.text);
            awaits += check_trace(trace, others + seed % 4);
            trace_free(trace);
        }
    g_assert_cmpuint(awaits, >, 1000);
    g_free(input);
    recorder_free(recorder);
}

/* ---- Costs ----*/

static void test_costs(void)
{
    static const struct {
        const char *text;
        ScheduleCosts then; /* all 0: refused */
    } tests[] = {{"dram=7", {7, 4, 20, 3}},
                 {"start=0,launch=1000000", {10, 4, 1000000, 0}},
                 {"word=1,word=2", {10, 2, 20, 3}},
                 {"", {0}},
                 {"dram", {0}},
                 {"dram=", {0}},
                 {"dram=-1", {0}},
                 {"dram=1.5", {0}},
                 {"dram=1000001", {0}},
                 {"dram=4294967297", {0}},
                 {"dra=1", {0}},
                 {"dramm=1", {0}},
                 {"dram=1,", {0}},
                 {",dram=1", {0}},
                 {"dram=1 ", {0}}};

    for (size_t i = 0; i < G_N_ELEMENTS(tests); ++i) {
        ScheduleCosts got = costs;
        Error error = {ERROR_NONE, ""};
        bool good = tests[i].then.dram > 0;
        g_assert_cmpint(schedule_costs_read(tests[i].text, &got, &error), ==,
                        good);
        g_assert_cmpint(error.kind, ==, good ? ERROR_NONE : ERROR_USAGE);
        if (good)
            g_assert_true(memcmp(&got, &tests[i].then, sizeof got) == 0);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/schedule/warps", test_warps);
    g_test_add_func("/schedule/seeds", test_seeds);
    g_test_add_func("/schedule/costs", test_costs);
    return g_test_run();
}
