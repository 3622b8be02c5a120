/* SPDX-License-Identifier: MIT */
#include "view/time_text.h"

#include "analysis/recorded_launches.h"

#include <math.h>
#include <stdlib.h>

/* What the block of a row does. */
typedef enum {
    DOING_NOTHING, /* no block of the launch has this row */
    DOING_COMING,
    DOING_RUNS,
    DOING_WAITS,
    DOING_DONE,
    DOINGS
} Doing;

double time_text_now(const View *whole, const Schedule *schedule)
{
    if (whole->position == 0)
        return 0;
    if (whole->position == whole->trace->instructions_count &&
        whole->moment->progress >= 1)
        return (double)schedule->end;
    const ScheduledInstruction *at =
        schedule->instructions +
        analysed_running(whole->analysed, whole->position);
    return (double)at->start +
           whole->moment->progress * (double)(at->end - at->start);
}

/* The launch that runs at NOW, or that has ended last; sets *RUNS. */
static uint32_t launch_at(const TimeLayout *at, double now, bool *runs)
{
    const Schedule *schedule = at->schedule;
    uint32_t g = 0;

    while (g + 1 < at->trace->grids_count &&
           (double)schedule->launches[g + 1].start <= now)
        ++g;
    *runs = now < (double)schedule->launches[g].end;
    return g;
}

/* What each row does at NOW, in an array to be freed; WAITS_FOR becomes, of
 * those that wait, the instruction that writes what they wait for. */
static uint8_t *doings_at(const TimeLayout *at, uint32_t g, double now,
                          uint32_t *waits_for)
{
    const Trace *trace = at->trace;
    uint8_t *doings = base_alloc(at->rows_count + 1, 1);
    uint32_t first, end;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        const ScheduledBlock *block = at->schedule->blocks + b;
        doings[at->row_of[b]] = now < (double)block->start ? DOING_COMING
                                : now < (double)block->end ? DOING_RUNS
                                                           : DOING_DONE;
    }
    for (size_t l = 0; l < at->schedule->seen.links_count; ++l) {
        const WordLink *link = at->schedule->seen.links + l;
        const ScheduledInstruction *to = at->schedule->instructions + link->to;
        uint32_t b = trace->steps[trace->instructions[link->to].step].block;
        if (!link->blocks || !to->waited || now < (double)to->ready ||
            now >= (double)to->start || trace->blocks[b].grid != g)
            continue;
        doings[at->row_of[b]] = DOING_WAITS;
        waits_for[at->row_of[b]] =
            to->why == SCHEDULE_WORD ? to->cause : link->from;
    }
    return doings;
}

/* "tiles 0 to 2", "block 7", "12 blocks", for the COUNT rows that do WHAT. */
static void add_rows(const TimeLayout *at, const uint8_t *doings, Doing what,
                     uint32_t count, Text *text)
{
    uint32_t first = SCHEDULE_NONE, last = 0, previous = 0;
    bool run = true;

    for (uint32_t r = 0; r < at->rows_count; ++r) {
        if (doings[r] != what)
            continue;
        if (first == SCHEDULE_NONE)
            first = r;
        else
            run &= r == previous + 1;
        previous = last = r;
    }
    if (count == 1)
        text_add(text, "%s %u", at->noun, at->rows[first].number);
    else if (count == 2)
        text_add(text, "%ss %u and %u", at->noun, at->rows[first].number,
                 at->rows[last].number);
    else if (run)
        text_add(text, "%ss %u to %u", at->noun, at->rows[first].number,
                 at->rows[last].number);
    else
        text_add(text, "%u %ss", count, at->noun);
}

/* The row of the block of an instruction. */
static uint32_t row_of(const TimeLayout *at, uint32_t instruction)
{
    return at->row_of[time_layout_block(at, instruction)];
}

/* Adds what the rows that wait wait for, where that is one row: "tiles 1 to 3
 * wait for tile 0". */
static void add_waits(const TimeLayout *at, const uint8_t *doings,
                      const uint32_t *waits_for, uint32_t count, Text *text)
{
    uint32_t one = SCHEDULE_NONE;
    bool same = true;

    for (uint32_t r = 0; r < at->rows_count; ++r) {
        if (doings[r] != DOING_WAITS)
            continue;
        same &= one == SCHEDULE_NONE || one == row_of(at, waits_for[r]);
        one = row_of(at, waits_for[r]);
    }
    add_rows(at, doings, DOING_WAITS, count, text);
    text_add(text, " wait%s for ", count == 1 ? "s" : "");
    if (same)
        text_add(text, "%s %u", at->noun, at->rows[one].number);
    else
        text_add(text, "values of other %ss", at->noun);
}

static void say_doings(const TimeLayout *at, uint32_t g, double now,
                       Statement *statement)
{
    static const char *const does[DOINGS][2] = {
        [DOING_RUNS] = {"runs", "run"},
        [DOING_COMING] = {"has not started", "have not started"},
        [DOING_DONE] = {"has ended", "have ended"}};
    static const Doing said[] = {DOING_RUNS, DOING_WAITS, DOING_COMING,
                                 DOING_DONE};
    uint32_t *waits_for = base_alloc(at->rows_count + 1, sizeof *waits_for);
    uint8_t *doings = doings_at(at, g, now, waits_for);
    uint32_t counts[DOINGS] = {0};
    bool first = true;

    for (uint32_t r = 0; r < at->rows_count; ++r)
        ++counts[doings[r]];
    for (size_t i = 0; i < sizeof said / sizeof *said; ++i) {
        Doing what = said[i];
        if (!counts[what])
            continue;
        Text *text =
            first ? statement_text(statement) : statement_add(statement, 1);
        text_add(text, "%s", first ? ": " : "");
        first = false;
        if (what == DOING_WAITS) {
            add_waits(at, doings, waits_for, counts[what], text);
            continue;
        }
        add_rows(at, doings, what, counts[what], text);
        if (what == DOING_DONE && trace_is_cut(at->trace, g))
            text_add(text, counts[what] > 1 ? " are cut off" : " is cut off");
        else
            text_add(text, " %s", does[what][counts[what] > 1]);
    }
    free(doings);
    free(waits_for);
}

/* Blocks run concurrently here; the other views show one after the other. */
static void say_others(const TimeLayout *at, Statement *statement)
{
    const View *view = at->view;

    if (view->position == 0 || !view->running)
        return;
    uint32_t b = trace_step(at->trace, view->running)->block;
    if (at->trace->blocks_count > 1)
        statement_say(statement, 2, "the other views show %s %u", at->noun,
                      at->rows[at->row_of[b]].number);
    else if (at->rows[at->row_of[b]].lanes > 1)
        statement_say(statement, 2, "the other views show warp %u",
                      view->running->warp);
    else
        return;
    statement_open(statement);
}

/* The step that the only block is in at NOW, or the last one. */
static const Step *step_at(const TimeLayout *at, double now)
{
    const Trace *trace = at->trace;
    size_t s = 0;

    while (s + 1 < trace->steps_count && (double)at->schedule->steps[s] <= now)
        ++s;
    return trace->steps + s;
}

/* What the warps of the only block do: ": warp 0 runs", "3 wait at a barrier".
 */
static void say_warps(const TimeLayout *at, double now, Statement *statement)
{
    const Step *step = step_at(at, now);
    uint32_t lanes = at->rows->lanes, runs = 0, which = 0;
    bool *busy = base_alloc(lanes + 1, sizeof *busy);

    for (uint32_t j = 0; j < step->instruction_count; ++j) {
        uint32_t i = step->first_instruction + j;
        uint32_t w = at->trace->instructions[i].warp;
        if (w < lanes && (double)at->schedule->instructions[i].end > now)
            busy[w] = true;
    }
    for (uint32_t w = 0; w < lanes; ++w)
        if (busy[w]) {
            ++runs;
            which = w;
        }
    free(busy);
    Text *text = statement_text(statement);
    if (runs == 1)
        text_add(text, ": warp %u runs", which);
    else
        text_add(text, ": %u warps run", runs);
    if (runs < lanes)
        statement_say(statement, 1, "%u wait%s at a barrier", lanes - runs,
                      lanes - runs == 1 ? "s" : "");
}

void time_text_sentence(const TimeLayout *at, double now, Statement *statement)
{
    const Schedule *schedule = at->schedule;
    const Trace *trace = at->trace;
    bool runs;
    uint32_t g = launch_at(at, now, &runs), number;
    Text *text = statement_add(statement, 0), *brief;

    number = recorded_launches_number(trace, g);
    brief = statement_brief(statement);
    text_add(brief, "cycle %.0f of %llu", floor(now),
             (unsigned long long)schedule->end);
    text_add(text, "%s", brief->text);
    if (runs && trace->grids_count > 1)
        text_add(text, ", launch %u (%s)", number, trace->grids[g].title);
    if (runs && trace->blocks_count == 1 && trace->steps_count)
        say_warps(at, now, statement);
    else if (runs)
        say_doings(at, g, now, statement);
    else if (g + 1 < trace->grids_count)
        text_add(text, ": launch %u has ended; launch %u starts at cycle %llu",
                 number, recorded_launches_number(trace, g + 1),
                 (unsigned long long)schedule->launches[g + 1].start);
    else if (trace_is_cut(trace, g))
        text_add(text, ": launch %u ended early", number);
    else
        text_add(text, ": all have ended");
    if (runs)
        say_others(at, statement);
}

void time_text_total(const Schedule *schedule, Text *text)
{
    text_add(text, "%llu cycle%s", (unsigned long long)schedule->end,
             schedule->end == 1 ? "" : "s");
}

/* Shared memory serves the only block one instruction after the other, so that
 * its cycles are a part of its time; of several blocks it is a part of their
 * work. */
void time_text_totals(const View *whole, const Schedule *schedule, bool brief,
                      Text *text)
{
    const AnalysedTrace *analysed = whole->analysed;
    size_t count = whole->trace->instructions_count;
    size_t blocks = whole->trace->blocks_count;
    unsigned long long shared = analysed->banks.starts[count];
    unsigned long long end = schedule->end, work = schedule->work;

    if (blocks > 1)
        text_add(text,
                 "from start to end; %zu blocks work %llu in all, %llu of it "
                 "on shared memory",
                 blocks, work, shared);
    else
        text_add(text,
                 "from start to end: %llu on shared memory, %llu on global "
                 "memory%s and waits",
                 shared, end - shared, analysed->shuffles ? ", shuffles" : "");
    if (!brief)
        text_add(text, " · %u transactions read, %u written",
                 analysed->reads[count], analysed->writes[count]);
}

void time_text_model(const ScheduleCosts *costs, bool brief, Text *text)
{
    text_add(text,
             brief ? "Model cycles (--costs): "
                   : "Order and values as recorded. Model cycles (--costs): an "
                     "instruction 1 · shared memory its queue · ");
    text_add(
        text,
        "a first load from global memory %u · a value used before %u · the "
        "next launch %u · the next block's start %u",
        costs->dram, costs->word, costs->launch, costs->start);
}
