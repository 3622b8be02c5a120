/* SPDX-License-Identifier: MIT
 *
 * Tests of src/playback/timeline.c: places and gaps by both clocks.
 */
#include "playback/timeline.h"
#include "record/record.h"
#include "fixture.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 32, K = 4 };

static Trace *traces[2]; /* NoPadding, which has conflicts; LeftRight */

static void setup(void)
{
    traces[0] = fixture_scan(PLACE_NOPADDING, OP_ADD, N, K);
    traces[1] = fixture_scan(PLACE_LEFTRIGHT, OP_ADD, N, K);
}

static void teardown(void)
{
    for (int t = 0; t < 2; ++t) {
        trace_free(traces[t]);
        traces[t] = NULL;
    }
}

static const Trace *const *both(void)
{
    return (const Trace *const *)traces;
}

/* At every moment a trace is in one instruction or at rest, never goes back,
 * and is where the tick says at its end. */
static void check_places(const Timeline *timeline)
{
    for (int t = 0; t < 2; ++t) {
        double last = 0;
        for (uint32_t tick = 0; tick <= timeline->ticks; ++tick)
            for (int i = 1; i <= 8; ++i) {
                double remains;
                size_t place =
                    timeline_place(timeline, t, tick, i / 8.0, &remains);
                g_assert_cmpfloat(remains, >=, 0);
                g_assert_cmpfloat(remains, <, 1);
                g_assert_cmpfloat((double)place - remains, >=, last - 1e-9);
                last = (double)place - remains;
                if (i == 8)
                    g_assert_cmpuint((size_t)(last + 1e-9), ==,
                                     timeline->positions[t][tick]);
            }
        g_assert_cmpfloat(last, ==, (double)traces[t]->instructions_count);
    }
}

static void test_places(void)
{
    setup();
    Timeline step = timeline_by_step(both(), 2),
             cycles = timeline_by_cycles(both(), 2);

    check_places(&step);
    check_places(&cycles);
    timeline_free(&step);
    timeline_free(&cycles);
    teardown();
}

/* By the clock of cycles a trace is where its own cycles say, whatever the
 * other does. */
static void test_cycles(void)
{
    setup();
    Timeline timeline = timeline_by_cycles(both(), 2);

    for (int t = 0; t < 2; ++t) {
        BankTable banks = bank_table(traces[t]);
        for (uint32_t tick = 0; tick <= timeline.ticks; ++tick) {
            uint64_t cycle = timeline.cycles[tick];
            uint32_t done = timeline.positions[t][tick];
            g_assert_cmpuint(banks.starts[done], <=, cycle);
            if (done < banks.count)
                g_assert_cmpuint(banks.starts[done + 1], >=, cycle);
        }
        g_assert_cmpuint(timeline.cycles[timeline.ticks], >=,
                         banks.starts[banks.count]);
        bank_table_free(&banks);
    }
    timeline_free(&timeline);
    teardown();
}

/* ---- Traces made by hand ---- */

/* One letter an instruction, of warp 0 and its first round: l a load of one
 * cycle, c one of two, g a read of global memory; 1: from here on the round
 * after, w: the next warp, /: the next step. */
static Trace *by_hand(const char *script)
{
    Fixture *f = fixture_new(OP_ADD, 4, 4, 16, 16);
    uint32_t occurrence = 0;
    int warp = 0;

    fixture_step(f, "scan", 0);
    for (; *script; ++script) {
        if (*script == '/') {
            fixture_step(f, "scan", 0);
            occurrence = 0;
            warp = 0;
        } else if (*script == '1') {
            ++occurrence;
        } else if (*script == 'w') {
            ++warp;
            occurrence = 0;
        } else {
            fixture_instruction(f, warp,
                                *script == 'g' ? ACCESS_GLOAD : ACCESS_LOAD, 1);
            fixture_access(f, 0, 0, 7, INTERVAL_TOP);
            if (*script == 'c')
                fixture_access(f, 1, 4, 7, INTERVAL_TOP);
            Trace *trace = f->trace;
            trace->instructions[trace->instructions_count - 1].occurrence =
                occurrence;
        }
    }
    return fixture_done(f);
}

typedef struct {
    const char *scripts[2];
    uint32_t ticks, steps;
    uint32_t positions[2][16], step_ticks[8];
} Layout;

static void check_layout(const Layout *expected, Clock kind)
{
    Trace *own[2] = {by_hand(expected->scripts[0]),
                     by_hand(expected->scripts[1])};
    const Trace *const *pair = (const Trace *const *)own;
    Timeline timeline = kind == CLOCK_CYCLES ? timeline_by_cycles(pair, 2)
                                             : timeline_by_step(pair, 2);

    g_assert_cmpuint(timeline.ticks, ==, expected->ticks);
    g_assert_cmpuint(timeline.steps, ==, expected->steps);
    for (int t = 0; t < 2; ++t)
        for (uint32_t tick = 0; tick <= timeline.ticks; ++tick)
            g_assert_cmpuint(timeline.positions[t][tick], ==,
                             expected->positions[t][tick]);
    for (uint32_t s = 0; s <= timeline.steps; ++s)
        g_assert_cmpuint(timeline.step_ticks[s], ==, expected->step_ticks[s]);
    timeline_free(&timeline);
    for (int t = 0; t < 2; ++t)
        trace_free(own[t]);
}

/* By step, turn by turn, and who has fewer instructions waits; by the clock of
 * cycles, whichever is done first continues, and steps are the first trace's.
 */
static void test_layouts(void)
{
    static const Layout by_step[] = {
        {{"llll", "lll"}, 4, 1, {{0, 1, 2, 3, 4}, {0, 1, 2, 3, 3}}, {0, 4}},
        {{"lll1lwll/l", "l1llwll/l/ll"},
         10,
         3,
         {{0, 1, 2, 3, 4, 4, 5, 6, 7, 7, 7}, {0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8}},
         {0, 7, 8, 10}},
        {{"l1llwll/l/ll", "lll1lwll/l"},
         10,
         3,
         {{0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 1, 2, 3, 4, 4, 5, 6, 7, 7, 7}},
         {0, 7, 8, 10}},
        {{"lwl", "llwl"}, 3, 1, {{0, 1, 1, 2}, {0, 1, 2, 3}}, {0, 3}},
    };
    static const Layout races[] = {
        {{"c/l", "l/c/l"}, 4, 2, {{0, 0, 1, 2, 2}, {0, 1, 1, 2, 3}}, {0, 2, 4}},
        {{"l/c/l", "c/l"},
         4,
         3,
         {{0, 1, 1, 2, 3}, {0, 0, 1, 2, 2}},
         {0, 1, 3, 4}},
        {{"gl/g", "ll"}, 4, 2, {{0, 1, 2, 3, 3}, {0, 0, 1, 1, 2}}, {0, 2, 4}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(by_step); ++i)
        check_layout(by_step + i, CLOCK_STEPS);
    for (size_t i = 0; i < G_N_ELEMENTS(races); ++i)
        check_layout(races + i, CLOCK_CYCLES);
}

static void test_small_gaps(void)
{
    static const struct {
        double cycle, gap;
        int leader;
    } cases[] = {
        {0.5, 0.25, -1}, {1, 0.5, 1}, {1.5, 0.75, 1}, {2, 1, 1}, {3, 1, 1}};
    Trace *slow = by_hand("c"), *fast = by_hand("l");
    const Trace *own[2] = {slow, fast};
    Timeline cycles = timeline_by_cycles(own, 2),
             step = timeline_by_step(own, 2);
    double gaps[TIMELINE_MAX_TRACES];

    for (size_t i = 0; i < G_N_ELEMENTS(cases); ++i) {
        g_assert_cmpint(timeline_gaps(&cycles, cases[i].cycle, gaps), ==,
                        cases[i].leader);
        g_assert_cmpfloat(gaps[0], ==, cases[i].gap);
        g_assert_cmpfloat(gaps[1], ==, 0);
        g_assert_cmpint(timeline_gaps(&step, cases[i].cycle, gaps), ==, -1);
        g_assert_cmpfloat(gaps[0], ==, 0);
    }
    timeline_free(&cycles);
    timeline_free(&step);
    trace_free(slow);
    trace_free(fast);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/timeline/places", test_places);
    g_test_add_func("/timeline/cycles", test_cycles);
    g_test_add_func("/timeline/layouts", test_layouts);
    g_test_add_func("/timeline/small gaps", test_small_gaps);
    return g_test_run();
}
