/* SPDX-License-Identifier: MIT
 *
 * timeline - computes the ticks; see timeline.h.
 */
#include "playback/timeline.h"

#include <stdlib.h>
#include <string.h>

/* ---- Both clocks ---- */

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

static bool is_even(const Timeline *timeline)
{
    for (int t = 0; t < timeline->count; ++t)
        if (timeline->orders[t] ||
            !steps_are_alike(timeline->traces[0], timeline->traces[t]))
            return false;
    return true;
}

static Timeline timeline_new(Clock clock, const Trace *const traces[],
                             int count)
{
    Timeline timeline = {.clock = clock, .count = count};
    size_t most = 1;

    BASE_CHECK(count >= 0 && count <= TIMELINE_MAX_TRACES);
    for (int t = 0; t < count; ++t) {
        timeline.traces[t] = traces[t];
        timeline.orders[t] = issue_order_of(traces[t]);
        most += traces[t]->instructions_count;
        if (clock == CLOCK_STEPS || t == 0)
            if (traces[t]->steps_count > timeline.steps)
                timeline.steps = (uint32_t)traces[t]->steps_count;
    }
    timeline.even = is_even(&timeline);
    for (int t = 0; t < count; ++t)
        timeline.positions[t] = base_alloc(most, sizeof(uint32_t));
    timeline.times = base_alloc(most, sizeof *timeline.times);
    timeline.step_ticks =
        base_alloc((size_t)timeline.steps + 1, sizeof *timeline.step_ticks);
    return timeline;
}

void timeline_free(Timeline *timeline)
{
    for (int t = 0; t < TIMELINE_MAX_TRACES; ++t) {
        free(timeline->orders[t]);
        free(timeline->positions[t]);
        free(timeline->starts[t]);
    }
    free(timeline->times);
    free(timeline->cycles);
    free(timeline->step_ticks);
    *timeline = (Timeline){0};
}

/* The model's cycle at which each instruction starts, in the order of playing;
 * the caller frees it. */
static uint64_t *model_starts(const Trace *trace, const uint32_t *order)
{
    BankTable banks = bank_table_in(trace, order);
    uint64_t *starts = base_alloc(banks.count + 1, sizeof *starts);

    for (size_t i = 0; i <= banks.count; ++i)
        starts[i] = banks.starts[i];
    bank_table_free(&banks);
    return starts;
}

/* Sets the ticks at which the steps of the first trace start. */
static void lay_out_steps(Timeline *timeline)
{
    const Trace *trace = timeline->traces[0];
    const uint32_t *order = timeline->orders[0];
    uint32_t *stops = order ? issue_order_stops(trace, order) : NULL;
    uint32_t tick = 0;

    for (uint32_t s = 0; s < timeline->steps; ++s) {
        uint32_t place = trace->steps[s].first_instruction;
        if (stops) /* a step starts where the one before it has ended */
            place = s ? stops[s - 1] : 0;
        while (tick < timeline->ticks && timeline->positions[0][tick] < place)
            ++tick;
        timeline->step_ticks[s] = tick;
    }
    timeline->step_ticks[timeline->steps] = timeline->ticks;
    free(stops);
}

/* ---- The clock of steps ---- */

/* The number of instructions, from FIRST on and before END, of one turn. */
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
static double visible_cycles(const Timeline *timeline, int t, size_t i)
{
    uint64_t cycles = timeline->starts[t][i + 1] - timeline->starts[t][i];

    return cycles ? (double)cycles : 1;
}

/* Appends the ticks of one turn that starts at AT[t] and has LENGTHS[t]
 * instructions. */
static void add_turn(Timeline *timeline, const uint32_t at[],
                     const uint32_t lengths[])
{
    uint32_t most = 0;

    for (int t = 0; t < timeline->count; ++t)
        most = lengths[t] > most ? lengths[t] : most;
    for (uint32_t j = 1; j <= most; ++j) {
        double lasts = 1;
        for (int t = 0; t < timeline->count; ++t) {
            timeline->positions[t][timeline->ticks + j] =
                at[t] + (j < lengths[t] ? j : lengths[t]);
            if (j > lengths[t])
                continue;
            double own = visible_cycles(timeline, t, at[t] + j - 1);
            lasts = own > lasts ? own : lasts;
        }
        timeline->times[timeline->ticks + j] =
            timeline->times[timeline->ticks + j - 1] + lasts;
    }
    timeline->ticks += most;
}

static void lay_out_step(Timeline *timeline, uint32_t s)
{
    uint32_t at[TIMELINE_MAX_TRACES], end[TIMELINE_MAX_TRACES];
    uint32_t lengths[TIMELINE_MAX_TRACES];

    for (int t = 0; t < timeline->count; ++t) {
        const Trace *trace = timeline->traces[t];
        at[t] = end[t] = (uint32_t)trace->instructions_count;
        if (s >= trace->steps_count)
            continue;
        at[t] = trace->steps[s].first_instruction;
        end[t] = at[t] + trace->steps[s].instruction_count;
    }
    for (bool more = true; more;) {
        more = false;
        for (int t = 0; t < timeline->count; ++t) {
            lengths[t] = turn_length(timeline->traces[t], at[t], end[t]);
            more |= lengths[t] > 0;
        }
        add_turn(timeline, at, lengths);
        for (int t = 0; t < timeline->count; ++t)
            at[t] += lengths[t];
    }
}

/* Appends ticks at each of which every trace executes its next instruction. */
static void lay_out_in_order(Timeline *timeline)
{
    uint32_t at[TIMELINE_MAX_TRACES], lengths[TIMELINE_MAX_TRACES];

    for (int t = 0; t < timeline->count; ++t) {
        at[t] = 0;
        lengths[t] = (uint32_t)timeline->traces[t]->instructions_count;
    }
    add_turn(timeline, at, lengths);
    timeline->steps = (uint32_t)timeline->traces[0]->steps_count;
    lay_out_steps(timeline);
}

Timeline timeline_by_step(const Trace *const traces[], int count)
{
    Timeline timeline = timeline_new(CLOCK_STEPS, traces, count);
    bool ordered = false;

    for (int t = 0; t < count; ++t) {
        timeline.starts[t] = model_starts(traces[t], timeline.orders[t]);
        ordered |= timeline.orders[t] != NULL;
    }
    if (ordered) {
        lay_out_in_order(&timeline);
        return timeline;
    }
    for (uint32_t s = 0; s < timeline.steps; ++s) {
        timeline.step_ticks[s] = timeline.ticks;
        lay_out_step(&timeline, s);
    }
    timeline.step_ticks[timeline.steps] = timeline.ticks;
    return timeline;
}

/* ---- The clock of cycles ---- */

static uint64_t total(const Timeline *timeline, int t)
{
    return timeline->starts[t][timeline->traces[t]->instructions_count];
}

/* The next cycle at which any trace completes an instruction; false if all are
 * at their ends. */
static bool next_event(const Timeline *timeline, const uint32_t at[],
                       uint64_t *cycle)
{
    bool more = false;

    for (int t = 0; t < timeline->count; ++t) {
        if (at[t] >= timeline->traces[t]->instructions_count)
            continue;
        uint64_t ends = timeline->starts[t][at[t] + 1];
        if (!more || ends < *cycle)
            *cycle = ends;
        more = true;
    }
    return more;
}

static void lay_out_cycles(Timeline *timeline)
{
    uint32_t at[TIMELINE_MAX_TRACES] = {0};
    uint64_t cycle = 0, before = 0;

    while (next_event(timeline, at, &cycle)) {
        uint32_t tick = ++timeline->ticks;
        double lasts = (double)(cycle - before);
        for (int t = 0; t < timeline->count; ++t) {
            if (at[t] < timeline->traces[t]->instructions_count &&
                timeline->starts[t][at[t] + 1] == cycle)
                ++at[t];
            timeline->positions[t][tick] = at[t];
        }
        timeline->cycles[tick] = before = cycle;
        timeline->times[tick] =
            timeline->times[tick - 1] + (lasts > 0 ? lasts : 1);
    }
}

Timeline timeline_by_cycles(const Trace *const traces[], int count)
{
    Timeline timeline = timeline_new(CLOCK_CYCLES, traces, count);
    size_t most = 1;

    for (int t = 0; t < count; ++t) {
        most += traces[t]->instructions_count;
        timeline.starts[t] = model_starts(traces[t], timeline.orders[t]);
    }
    timeline.cycles = base_alloc(most, sizeof *timeline.cycles);
    lay_out_cycles(&timeline);
    lay_out_steps(&timeline);
    return timeline;
}

/* ---- Positions between ticks ---- */

double timeline_cycle(const Timeline *timeline, uint32_t tick, double share)
{
    if (!timeline->cycles)
        return 0;
    double to = (double)timeline->cycles[tick];
    double from = tick ? (double)timeline->cycles[tick - 1] : 0;

    return share < 1 ? from + (to - from) * share : to;
}

/* By the clock of steps, a trace that is done early waits for the end of the
 * tick. */
static size_t place_by_step(const Timeline *timeline, int t, uint32_t tick,
                            double share, double *remains)
{
    size_t before = timeline->positions[t][tick - 1];
    size_t after = timeline->positions[t][tick];

    if (after == before)
        return after;
    double passed = share *
                    (timeline->times[tick] - timeline->times[tick - 1]) /
                    visible_cycles(timeline, t, before);
    *remains = passed < 1 ? 1 - passed : 0;
    return after;
}

/* By the clock of cycles, a trace may be within an instruction at any time. */
static size_t place_by_cycle(const Timeline *timeline, int t, uint32_t tick,
                             double share, double *remains)
{
    double cycle = timeline_cycle(timeline, tick, share);
    size_t done = timeline->positions[t][share < 1 ? tick - 1 : tick];

    if (done == timeline->traces[t]->instructions_count)
        return done;
    double from = (double)timeline->starts[t][done];
    double to = (double)timeline->starts[t][done + 1];
    if (to > from && cycle > from) {
        *remains = (to - cycle) / (to - from);
        return done + 1;
    }
    if (timeline->positions[t][tick] == done)
        return done;
    *remains = 1 - share;
    return done + 1;
}

size_t timeline_place(const Timeline *timeline, int t, uint32_t tick,
                      double share, double *remains)
{
    *remains = 0;
    if (tick == 0)
        return 0;
    if (timeline->clock == CLOCK_CYCLES)
        return place_by_cycle(timeline, t, tick, share, remains);
    if (share >= 1)
        return timeline->positions[t][tick];
    return place_by_step(timeline, t, tick, share, remains);
}

/* ---- The gap ---- */

static double step_start(const Timeline *timeline, int t, size_t s)
{
    const Trace *trace = timeline->traces[t];

    if (s >= trace->steps_count)
        return (double)total(timeline, t);
    return (double)timeline->starts[t][trace->steps[s].first_instruction];
}

/* The progress of trace T at CYCLE: whole steps, plus the share of the next. */
static double progress_at(const Timeline *timeline, int t, double cycle)
{
    size_t low = 0, high = timeline->traces[t]->steps_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (step_start(timeline, t, middle + 1) <= cycle)
            low = middle + 1;
        else
            high = middle;
    }
    double from = step_start(timeline, t, low);
    double to = step_start(timeline, t, low + 1);
    return (double)low + (to > from ? (cycle - from) / (to - from) : 0);
}

/* The cycle at which trace T had made PROGRESS. */
static double cycle_of(const Timeline *timeline, int t, double progress)
{
    size_t s = (size_t)progress;
    double from = step_start(timeline, t, s),
           to = step_start(timeline, t, s + 1);

    return from + (to - from) * (progress - (double)s);
}

int timeline_gaps(const Timeline *timeline, double cycle,
                  double gaps[TIMELINE_MAX_TRACES])
{
    double own[TIMELINE_MAX_TRACES], progress[TIMELINE_MAX_TRACES], most = 0;
    int leader = 0;

    memset(gaps, 0, TIMELINE_MAX_TRACES * sizeof *gaps);
    if (timeline->clock != CLOCK_CYCLES || !timeline->even)
        return -1;
    for (int t = 0; t < timeline->count; ++t) {
        double all = (double)total(timeline, t);
        own[t] = cycle < all ? cycle : all;
        progress[t] = progress_at(timeline, t, own[t]);
        if (progress[t] > progress[leader] ||
            (progress[t] == progress[leader] && own[t] < own[leader]))
            leader = t;
    }
    for (int t = 0; t < timeline->count; ++t) {
        double gap = own[t] - cycle_of(timeline, leader, progress[t]);
        gaps[t] = gap > 0 && t != leader ? gap : 0;
        most = gaps[t] > most ? gaps[t] : most;
    }
    return most >= 0.5 ? leader : -1;
}
