/* SPDX-License-Identifier: MIT
 *
 * Tests of src/play/course.c: places and gaps by both clocks.
 */
#include "play/course.h"
#include "fixture.h"

#include <glib.h>

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

/* Whoever watches sees each beat as long as its longest queue. */
static void test_step_times(void)
{
    setup();
    Course course = course_by_step(both(), 2);

    g_assert_cmpfloat(course.times[0], ==, 0);
    for (uint32_t beat = 1; beat <= course.beats; ++beat) {
        double lasts = course.times[beat] - course.times[beat - 1], most = 1;
        for (int t = 0; t < 2; ++t) {
            uint32_t before = course.positions[t][beat - 1];
            if (course.positions[t][beat] == before)
                continue;
            g_assert_cmpuint(course.positions[t][beat], ==, before + 1);
            BankCost cost =
                bank_cost(traces[t], traces[t]->instructions + before, NULL);
            most = cost.latency > most ? cost.latency : most;
        }
        g_assert_cmpfloat(lasts, ==, most);
    }
    course_free(&course);
    teardown();
}

/* At every moment a trace is in one instruction or at rest, never goes back,
 * and is where the beat says at its end. */
static void check_places(const Course *course)
{
    for (int t = 0; t < 2; ++t) {
        double last = 0;
        for (uint32_t beat = 0; beat <= course->beats; ++beat)
            for (int i = 1; i <= 8; ++i) {
                double remains;
                size_t place = course_place(course, t, beat, i / 8.0, &remains);
                g_assert_cmpfloat(remains, >=, 0);
                g_assert_cmpfloat(remains, <, 1);
                g_assert_cmpfloat((double)place - remains, >=, last - 1e-9);
                last = (double)place - remains;
                if (i == 8)
                    g_assert_cmpuint((size_t)(last + 1e-9), ==,
                                     course->positions[t][beat]);
            }
        g_assert_cmpfloat(last, ==, (double)traces[t]->instructions_count);
    }
}

static void test_places(void)
{
    setup();
    Course step = course_by_step(both(), 2), race = course_by_race(both(), 2);

    check_places(&step);
    check_places(&race);
    course_free(&step);
    course_free(&race);
    teardown();
}

/* In a race a trace is where its own cycles say, whatever the other does. */
static void test_race_cycles(void)
{
    setup();
    Course course = course_by_race(both(), 2);

    for (int t = 0; t < 2; ++t) {
        BankTable banks = bank_table(traces[t]);
        for (uint32_t beat = 0; beat <= course.beats; ++beat) {
            uint64_t cycle = course.cycles[beat];
            uint32_t done = course.positions[t][beat];
            g_assert_cmpuint(banks.starts[done], <=, cycle);
            if (done < banks.count)
                g_assert_cmpuint(banks.starts[done + 1], >=, cycle);
        }
        g_assert_cmpuint(course.cycles[course.beats], >=,
                         banks.starts[banks.count]);
        bank_table_free(&banks);
    }
    g_assert_false(course.measured);
    course_free(&course);
    teardown();
}

/* The one with conflicts falls behind, by what its queues have cost it. */
static void test_gap(void)
{
    setup();
    Course course = course_by_race(both(), 2);
    double gaps[COURSE_MAX_TRACES], last = 0;
    uint64_t ends[2];

    for (int t = 0; t < 2; ++t)
        ends[t] = course.starts[t][traces[t]->instructions_count];
    g_assert_cmpint(course_gaps(&course, 0, gaps), ==, -1);
    for (double cycle = 0; cycle <= (double)ends[0]; cycle += 0.5) {
        int leader = course_gaps(&course, cycle, gaps);
        g_assert_cmpint(leader, !=, 0);
        g_assert_cmpfloat(gaps[1], ==, 0);
        g_assert_cmpfloat(gaps[0], >=, last - 1.5);
        last = gaps[0];
    }
    g_assert_cmpfloat(last, ==, (double)(ends[0] - ends[1]));
    /* After the step of level 1: two passes of two lanes at each of the
     * accesses of NoPadding, less what LeftRight spends on moving values. */
    const Step *second = traces[0]->steps + 2;
    double cycle = (double)course.starts[0][second->first_instruction];
    double other =
        (double)course.starts[1][traces[1]->steps[2].first_instruction];
    course_gaps(&course, cycle, gaps);
    g_assert_cmpfloat(gaps[0], ==, cycle - other);
    course_free(&course);
    teardown();
}

/* What takes no cycle (global memory) is under way for a whole beat, in which
 * the clock stands still; and nobody's cycles change for it. */
static void test_beat_without_cycles(void)
{
    setup();
    Course course = course_by_race(both(), 2);
    int seen[2] = {0};

    for (int t = 0; t < 2; ++t)
        for (uint32_t beat = 1; beat <= course.beats; ++beat) {
            uint32_t before = course.positions[t][beat - 1];
            double remains, lasts = course.times[beat] - course.times[beat - 1];
            if (course.positions[t][beat] == before ||
                course.starts[t][before + 1] != course.starts[t][before])
                continue;
            g_assert_cmpuint(course.cycles[beat], ==, course.cycles[beat - 1]);
            g_assert_cmpfloat(lasts, ==, 1);
            g_assert_cmpuint(course_place(&course, t, beat, 0.25, &remains), ==,
                             before + 1);
            g_assert_cmpfloat(remains, ==, 0.75);
            ++seen[t];
        }
    for (int t = 0; t < 2; ++t)
        g_assert_cmpint(seen[t], ==, 2 * N / K);
    course_free(&course);
    teardown();
}

/* Measured cycles of the steps are what the clock shows, if all have them. */
static void test_measured(void)
{
    setup();
    uint64_t sums[2] = {0, 0};

    for (int t = 0; t < 2; ++t)
        for (size_t s = 0; s < traces[t]->steps_count; ++s) {
            traces[t]->steps[s].cycles = 100 + 7 * (uint32_t)s + (uint32_t)t;
            sums[t] += traces[t]->steps[s].cycles;
        }
    Course course = course_by_race(both(), 2);
    g_assert_true(course.measured);
    /* yet it does not take as long to play */
    g_assert_cmpfloat(course.times[course.beats], <,
                      (double)course.cycles[course.beats] / 2);
    for (int t = 0; t < 2; ++t) {
        uint64_t sum = 0;
        for (size_t s = 0; s < traces[t]->steps_count; ++s) {
            const Step *step = traces[t]->steps + s;
            g_assert_cmpuint(course.starts[t][step->first_instruction], ==,
                             sum);
            sum += step->cycles;
        }
        g_assert_cmpuint(course.starts[t][traces[t]->instructions_count], ==,
                         sums[t]);
        for (size_t i = 0; i < traces[t]->instructions_count; ++i)
            g_assert_cmpuint(course.starts[t][i], <=, course.starts[t][i + 1]);
    }
    check_places(&course);
    course_free(&course);
    traces[1]->steps[3].cycles = 0; /* one step was not measured */
    course = course_by_race(both(), 2);
    g_assert_false(course.measured);
    course_free(&course);
    traces[1]->steps[3].cycles = 1; /* of several blocks sums say nothing */
    base_push(traces[1], blocks, ((Block){.index = 1}));
    course = course_by_race(both(), 2);
    g_assert_false(course.measured);
    course_free(&course);
    teardown();
}

/* Steps are alike if block, phase and level are. */
static void test_even(void)
{
    setup();
    Course course = course_by_race(both(), 2);
    g_assert_true(course_is_even(&course));
    ++traces[1]->steps[2].level;
    g_assert_false(course_is_even(&course));
    --traces[1]->steps[2].level;
    traces[1]->steps[2].phase =
        traces[1]->steps[traces[1]->steps_count - 1].phase;
    g_assert_false(course_is_even(&course));
    course_free(&course);
    teardown();
}

/* Traces with other steps can race, but nobody says by how much one leads. */
static void test_unlike(void)
{
    const Trace *unlike[2] = {fixture_scan(PLACE_PADDING, OP_ADD, 8, 4),
                              fixture_hillis(8, 4, true)};
    Course course = course_by_race(unlike, 2);
    double gaps[COURSE_MAX_TRACES];

    g_assert_cmpint(course_gaps(&course, 20, gaps), ==, -1);
    for (int t = 0; t < 2; ++t) {
        g_assert_cmpuint(course.positions[t][course.beats], ==,
                         unlike[t]->instructions_count);
        trace_free((Trace *)(uintptr_t)unlike[t]);
    }
    course_free(&course);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/course/step times", test_step_times);
    g_test_add_func("/course/places", test_places);
    g_test_add_func("/course/race cycles", test_race_cycles);
    g_test_add_func("/course/gap", test_gap);
    g_test_add_func("/course/beat without cycles", test_beat_without_cycles);
    g_test_add_func("/course/measured", test_measured);
    g_test_add_func("/course/even", test_even);
    g_test_add_func("/course/unlike", test_unlike);
    return g_test_run();
}
