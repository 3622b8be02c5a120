/* SPDX-License-Identifier: MIT
 *
 * course - laying out beats; see course.h.
 */
#include "play/course.h"

#include <stdlib.h>
#include <string.h>

/* ---- What both kinds share ---- */

static Course course_new(CourseKind kind, const Trace *const traces[],
                         int count)
{
    Course course = {.kind = kind, .count = count};
    size_t most = 1;

    BASE_CHECK(count >= 1 && count <= COURSE_MAX_TRACES);
    for (int t = 0; t < count; ++t) {
        course.traces[t] = traces[t];
        course.orders[t] = tour_of(traces[t]);
        most += traces[t]->instructions_count;
        if (kind == COURSE_STEP || t == 0)
            if (traces[t]->steps_count > course.steps)
                course.steps = (uint32_t)traces[t]->steps_count;
    }
    for (int t = 0; t < count; ++t)
        course.positions[t] = base_alloc(most, sizeof(uint32_t));
    course.times = base_alloc(most, sizeof *course.times);
    course.step_beats =
        base_alloc((size_t)course.steps + 1, sizeof *course.step_beats);
    return course;
}

void course_free(Course *course)
{
    for (int t = 0; t < COURSE_MAX_TRACES; ++t) {
        free(course->orders[t]);
        free(course->positions[t]);
        free(course->starts[t]);
    }
    free(course->times);
    free(course->cycles);
    free(course->step_beats);
    *course = (Course){0};
}

/* When instructions start by the model, in the order of playing. */
static uint64_t *model_starts(const Trace *trace, const uint32_t *order)
{
    BankTable banks = tour_banks(trace, order);
    uint64_t *starts = base_alloc(banks.count + 1, sizeof *starts);

    for (size_t i = 0; i <= banks.count; ++i)
        starts[i] = banks.starts[i];
    bank_table_free(&banks);
    return starts;
}

/* How many instructions of trace T are played before its step S, in the order
 * in which steps end; at or past the last, all. */
static uint32_t step_place(const Course *course, int t, const uint32_t *stops,
                           uint32_t s)
{
    const Trace *trace = course->traces[t];

    if (s >= trace->steps_count)
        return (uint32_t)trace->instructions_count;
    if (!stops)
        return trace->steps[s].first_instruction;
    return s ? stops[s - 1] : 0;
}

static uint32_t *stops_of(const Course *course, int t)
{
    return course->orders[t] ? tour_stops(course->traces[t], course->orders[t])
                             : NULL;
}

/* Steps are those of the first trace. */
static void lay_out_steps(Course *course)
{
    uint32_t *stops = stops_of(course, 0);
    uint32_t beat = 0;

    for (uint32_t s = 0; s < course->steps; ++s) {
        uint32_t place = step_place(course, 0, stops, s);
        while (beat < course->beats && course->positions[0][beat] < place)
            ++beat;
        course->step_beats[s] = beat;
    }
    course->step_beats[course->steps] = course->beats;
    free(stops);
}

/* ---- By step ---- */

/* Instructions from FIRST on that are one turn, before END. */
static uint32_t turn_length(const Trace *trace, uint32_t first, uint32_t end)
{
    const Instruction *all = trace->instructions;
    uint32_t at = first;

    while (at < end && all[at].warp == all[first].warp &&
           all[at].occurrence == all[first].occurrence)
        ++at;
    return at - first;
}

/* Cycles that instruction I of trace T takes, at least one. */
static double visible_cycles(const Course *course, int t, size_t i)
{
    uint64_t cycles = course->starts[t][i + 1] - course->starts[t][i];

    return cycles ? (double)cycles : 1;
}

/* Appends the beats of one turn that starts at AT[t] and has LENGTHS[t]. */
static void add_turn(Course *course, const uint32_t at[],
                     const uint32_t lengths[])
{
    uint32_t most = 0;

    for (int t = 0; t < course->count; ++t)
        most = lengths[t] > most ? lengths[t] : most;
    for (uint32_t j = 1; j <= most; ++j) {
        double lasts = 1;
        for (int t = 0; t < course->count; ++t) {
            course->positions[t][course->beats + j] =
                at[t] + (j < lengths[t] ? j : lengths[t]);
            if (j > lengths[t])
                continue;
            double own = visible_cycles(course, t, at[t] + j - 1);
            lasts = own > lasts ? own : lasts;
        }
        course->times[course->beats + j] =
            course->times[course->beats + j - 1] + lasts;
    }
    course->beats += most;
}

static void lay_out_step(Course *course, uint32_t s)
{
    uint32_t at[COURSE_MAX_TRACES], end[COURSE_MAX_TRACES];
    uint32_t lengths[COURSE_MAX_TRACES];

    for (int t = 0; t < course->count; ++t) {
        const Trace *trace = course->traces[t];
        at[t] = end[t] = (uint32_t)trace->instructions_count;
        if (s >= trace->steps_count)
            continue;
        at[t] = trace->steps[s].first_instruction;
        end[t] = at[t] + trace->steps[s].instruction_count;
    }
    for (bool more = true; more;) {
        more = false;
        for (int t = 0; t < course->count; ++t) {
            lengths[t] = turn_length(course->traces[t], at[t], end[t]);
            more |= lengths[t] > 0;
        }
        add_turn(course, at, lengths);
        for (int t = 0; t < course->count; ++t)
            at[t] += lengths[t];
    }
}

/* Every trace at its own pace, an instruction a beat. */
static void lay_out_in_order(Course *course)
{
    uint32_t at[COURSE_MAX_TRACES], lengths[COURSE_MAX_TRACES];

    for (int t = 0; t < course->count; ++t) {
        at[t] = 0;
        lengths[t] = (uint32_t)course->traces[t]->instructions_count;
    }
    add_turn(course, at, lengths);
    course->steps = (uint32_t)course->traces[0]->steps_count;
    lay_out_steps(course);
}

Course course_by_step(const Trace *const traces[], int count)
{
    Course course = course_new(COURSE_STEP, traces, count);
    bool ordered = false;

    for (int t = 0; t < count; ++t) {
        course.starts[t] = model_starts(traces[t], course.orders[t]);
        ordered |= course.orders[t] != NULL;
    }
    if (ordered) {
        lay_out_in_order(&course);
        return course;
    }
    for (uint32_t s = 0; s < course.steps; ++s) {
        course.step_beats[s] = course.beats;
        lay_out_step(&course, s);
    }
    course.step_beats[course.steps] = course.beats;
    return course;
}

/* ---- In a race ---- */

/* Of one block: several run beside each other, so that what they take does not
 * add up to a time in which one is ahead of another. */
static bool is_measured(const Trace *trace)
{
    if (trace->blocks_count > 1)
        return false;
    for (size_t s = 0; s < trace->steps_count; ++s)
        if (trace->steps[s].cycles == 0)
            return false;
    return trace->steps_count > 0;
}

/* The measured cycles of each step, shared out among its instructions as the
 * model would, or evenly where that sees none; then added up. */
static uint64_t *measured_starts(const Trace *trace)
{
    size_t count = trace->instructions_count;
    uint64_t *model = model_starts(trace, NULL), sum = 0;
    uint64_t *lasts = base_alloc(count + 1, sizeof *lasts);

    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        uint32_t parts = step->instruction_count;
        uint64_t *own = model + step->first_instruction, given = 0;
        uint64_t all = own[parts] - own[0];
        for (uint32_t i = 0; i < parts; ++i) {
            uint64_t upto = all ? step->cycles * (own[i + 1] - own[0]) / all
                                : (uint64_t)step->cycles * (i + 1) / parts;
            lasts[step->first_instruction + i] = upto - given;
            given = upto;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        model[i] = sum;
        sum += lasts[i];
    }
    model[count] = sum;
    free(lasts);
    return model;
}

static uint64_t total(const Course *course, int t)
{
    return course->starts[t][course->traces[t]->instructions_count];
}

/* Model cycles that a cycle of this course's clock stands for, about. */
static double pace_of(const Course *course)
{
    uint64_t model = 0, own = 0;

    for (int t = 0; course->measured && t < course->count; ++t) {
        BankTable banks = bank_table(course->traces[t]);
        model += banks.starts[banks.count];
        own += total(course, t);
        bank_table_free(&banks);
    }
    return own && model ? (double)model / (double)own : 1;
}

/* The next cycle at which a trace is done with an instruction; false if all
 * are at their ends. */
static bool next_event(const Course *course, const uint32_t at[],
                       uint64_t *cycle)
{
    bool more = false;

    for (int t = 0; t < course->count; ++t) {
        if (at[t] >= course->traces[t]->instructions_count)
            continue;
        uint64_t ends = course->starts[t][at[t] + 1];
        if (!more || ends < *cycle)
            *cycle = ends;
        more = true;
    }
    return more;
}

static void lay_out_race(Course *course)
{
    double pace = pace_of(course);
    uint32_t at[COURSE_MAX_TRACES] = {0};
    uint64_t cycle = 0, before = 0;

    while (next_event(course, at, &cycle)) {
        uint32_t beat = ++course->beats;
        double lasts = (double)(cycle - before) * pace;
        for (int t = 0; t < course->count; ++t) {
            if (at[t] < course->traces[t]->instructions_count &&
                course->starts[t][at[t] + 1] == cycle)
                ++at[t];
            course->positions[t][beat] = at[t];
        }
        course->cycles[beat] = before = cycle;
        course->times[beat] = course->times[beat - 1] + (lasts > 0 ? lasts : 1);
    }
}

Course course_by_race(const Trace *const traces[], int count)
{
    Course course = course_new(COURSE_RACE, traces, count);
    size_t most = 1;

    course.measured = true;
    for (int t = 0; t < count; ++t) {
        most += traces[t]->instructions_count;
        course.measured &= is_measured(traces[t]);
    }
    for (int t = 0; t < count; ++t)
        course.starts[t] = course.measured
                               ? measured_starts(traces[t])
                               : model_starts(traces[t], course.orders[t]);
    course.cycles = base_alloc(most, sizeof *course.cycles);
    lay_out_race(&course);
    lay_out_steps(&course);
    return course;
}

/* ---- Moments ---- */

double course_cycle(const Course *course, uint32_t beat, double share)
{
    if (!course->cycles)
        return 0;
    double to = (double)course->cycles[beat];
    double from = beat ? (double)course->cycles[beat - 1] : 0;

    return share < 1 ? from + (to - from) * share : to;
}

/* By step, who is done sooner than the other waits for the end of the beat. */
static size_t place_by_step(const Course *course, int t, uint32_t beat,
                            double share, double *remains)
{
    size_t before = course->positions[t][beat - 1];
    size_t after = course->positions[t][beat];

    if (after == before)
        return after;
    double passed = share * (course->times[beat] - course->times[beat - 1]) /
                    visible_cycles(course, t, before);
    *remains = passed < 1 ? 1 - passed : 0;
    return after;
}

/* In a race, a trace may be within an instruction at any time. */
static size_t place_in_race(const Course *course, int t, uint32_t beat,
                            double share, double *remains)
{
    double cycle = course_cycle(course, beat, share);
    size_t done = course->positions[t][share < 1 ? beat - 1 : beat];

    if (done == course->traces[t]->instructions_count)
        return done;
    double from = (double)course->starts[t][done];
    double to = (double)course->starts[t][done + 1];
    if (to > from && cycle > from) {
        *remains = (to - cycle) / (to - from);
        return done + 1;
    }
    if (course->positions[t][beat] == done)
        return done;
    *remains = 1 - share;
    return done + 1;
}

size_t course_place(const Course *course, int t, uint32_t beat, double share,
                    double *remains)
{
    *remains = 0;
    if (beat == 0)
        return 0;
    if (course->kind == COURSE_RACE)
        return place_in_race(course, t, beat, share, remains);
    if (share >= 1)
        return course->positions[t][beat];
    return place_by_step(course, t, beat, share, remains);
}

/* ---- The gap ---- */

static bool steps_are_alike(const Trace *a, const Trace *b)
{
    if (a->steps_count != b->steps_count)
        return false;
    for (size_t s = 0; s < a->steps_count; ++s)
        if (a->steps[s].block != b->steps[s].block ||
            a->steps[s].level != b->steps[s].level ||
            strcmp(trace_phase(a, a->steps + s), trace_phase(b, b->steps + s)))
            return false;
    return true;
}

static double step_start(const Course *course, int t, size_t s)
{
    const Trace *trace = course->traces[t];

    if (s >= trace->steps_count)
        return (double)total(course, t);
    return (double)course->starts[t][trace->steps[s].first_instruction];
}

/* How far trace T is at CYCLE: whole steps, and the share of the next. */
static double progress_at(const Course *course, int t, double cycle)
{
    size_t low = 0, high = course->traces[t]->steps_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (step_start(course, t, middle + 1) <= cycle)
            low = middle + 1;
        else
            high = middle;
    }
    double from = step_start(course, t, low);
    double to = step_start(course, t, low + 1);
    return (double)low + (to > from ? (cycle - from) / (to - from) : 0);
}

/* The cycle at which trace T was that far. */
static double cycle_of(const Course *course, int t, double progress)
{
    size_t s = (size_t)progress;
    double from = step_start(course, t, s), to = step_start(course, t, s + 1);

    return from + (to - from) * (progress - (double)s);
}

bool course_is_even(const Course *course)
{
    for (int t = 0; t < course->count; ++t)
        if (course->orders[t] ||
            !steps_are_alike(course->traces[0], course->traces[t]))
            return false;
    return true;
}

int course_gaps(const Course *course, double cycle,
                double gaps[COURSE_MAX_TRACES])
{
    double own[COURSE_MAX_TRACES], progress[COURSE_MAX_TRACES], most = 0;
    int leader = 0;

    memset(gaps, 0, COURSE_MAX_TRACES * sizeof *gaps);
    if (course->kind != COURSE_RACE || !course_is_even(course))
        return -1;
    for (int t = 0; t < course->count; ++t) {
        double all = (double)total(course, t);
        own[t] = cycle < all ? cycle : all;
        progress[t] = progress_at(course, t, own[t]);
        if (progress[t] > progress[leader] ||
            (progress[t] == progress[leader] && own[t] < own[leader]))
            leader = t;
    }
    for (int t = 0; t < course->count; ++t) {
        double gap = own[t] - cycle_of(course, leader, progress[t]);
        gaps[t] = gap > 0 && t != leader ? gap : 0;
        most = gaps[t] > most ? gaps[t] : most;
    }
    return most >= 0.5 ? leader : -1;
}
