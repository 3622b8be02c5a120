/* SPDX-License-Identifier: MIT */
#include "view/time_text.h"

#include "analysis/recorded_launches.h"
#include "say/phrases.h"

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

/* Is what INSTRUCTION publishes a prefix? */
static bool is_prefix(const TimeLayout *at, uint32_t instruction)
{
    const Instruction *by = at->trace->instructions + instruction;

    return tile_status_publishes(at->trace, by) &&
           tile_status_published(at->trace, by,
                                 tile_status_access(at->trace, by, 0)) ==
               PUBLISHED_PREFIX;
}

static void add_waits(const TimeLayout *at, const uint8_t *doings,
                      const uint32_t *waits_for, uint32_t count, Text *text)
{
    enum { MOST = 2 }; /* that are named with what they wait for */
    uint32_t one = SCHEDULE_NONE;
    int named = 0;
    bool same = true, prefix = true;

    for (uint32_t r = 0; r < at->rows_count; ++r) {
        if (doings[r] != DOING_WAITS)
            continue;
        same &= one == SCHEDULE_NONE || one == row_of(at, waits_for[r]);
        one = row_of(at, waits_for[r]);
        prefix &= is_prefix(at, waits_for[r]);
    }
    if (same) {
        add_rows(at, doings, DOING_WAITS, count, text);
        text_add(text, " %s for %s%s %u", count == 1 ? "waits" : "wait",
                 prefix ? "the prefix of " : "", at->noun,
                 at->rows[one].number);
        return;
    }

    for (uint32_t r = 0; r < at->rows_count && count <= MOST; ++r)
        if (doings[r] == DOING_WAITS)
            text_add(text, "%s%s %u waits for %s %u", named++ ? ", " : "",
                     at->noun, at->rows[r].number, at->noun,
                     at->rows[row_of(at, waits_for[r])].number);
    if (count <= MOST)
        return;
    add_rows(at, doings, DOING_WAITS, count, text);
    text_add(text, " wait for words of others");
}

static void add_doings(const TimeLayout *at, uint32_t g, double now, Text *text)
{
    static const char *const one[DOINGS] = {[DOING_RUNS] = " runs",
                                            [DOING_COMING] = " has not started",
                                            [DOING_DONE] = " has ended"};
    static const char *const many[DOINGS] = {[DOING_RUNS] = " run",
                                             [DOING_COMING] =
                                                 " have not started",
                                             [DOING_DONE] = " have ended"};
    static const char *const cut[] = {" is cut off", " are cut off"};
    static const Doing said[] = {DOING_RUNS, DOING_WAITS, DOING_COMING,
                                 DOING_DONE};
    uint32_t *waits_for = base_alloc(at->rows_count + 1, sizeof *waits_for);
    uint8_t *doings = doings_at(at, g, now, waits_for);
    uint32_t counts[DOINGS] = {0};
    bool more = false;

    for (uint32_t r = 0; r < at->rows_count; ++r)
        ++counts[doings[r]];
    for (size_t i = 0; i < sizeof said / sizeof *said; ++i) {
        Doing what = said[i];
        if (!counts[what])
            continue;
        text_add(text, "%s", more ? "; " : "");
        more = true;
        if (what == DOING_WAITS) {
            add_waits(at, doings, waits_for, counts[what], text);
            continue;
        }
        add_rows(at, doings, what, counts[what], text);
        if (what == DOING_DONE && trace_is_cut(at->trace, g))
            text_add(text, "%s", cut[counts[what] > 1]);
        else
            text_add(text, "%s", (counts[what] == 1 ? one : many)[what]);
    }
    free(doings);
    free(waits_for);
}

/* What runs at once here, the other views show one after the other; and where
 * they are. */
static void add_player(const TimeLayout *at, Text *text)
{
    const View *view = at->view;
    const Trace *trace = at->trace;

    if (view->position == 0 || !view->running)
        return;
    uint32_t b = trace_step(trace, view->running)->block;
    uint32_t number = at->rows[at->row_of[b]].number;
    bool warps = at->rows[at->row_of[b]].lanes > 1;
    const char *noun = trace->blocks_count > 1 ? at->noun : "warp";
    if (trace->blocks_count < 2 && !warps)
        return;
    text_add(text, " Here %ss run at once; other views show one, now ", noun);
    if (trace->blocks_count > 1)
        text_add(text, "%s %u.", noun, number);
    else
        text_add(text, "warp %u.", view->running->warp);
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

/* What the warps of the only block do: "warp 0 runs; warps 1 to 3 wait at a
 * barrier". */
static void add_warps(const TimeLayout *at, double now, Text *text)
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
    if (runs == 1)
        text_add(text, "warp %u runs", which);
    else
        text_add(text, "%u warps run", runs);
    if (runs < lanes)
        text_add(text, "; %u wait%s at a barrier", lanes - runs,
                 lanes - runs == 1 ? "s" : "");
}

void time_text_sentence(const TimeLayout *at, double now, TimeBrief brief,
                        Text *text)
{
    const Schedule *schedule = at->schedule;
    bool runs;
    uint32_t g = launch_at(at, now, &runs);

    text_add(text, "Cycle %.0f of %llu", floor(now),
             (unsigned long long)schedule->end);
    if (brief == TIME_CYCLE)
        return;
    text_add(text, ": ");
    if (runs) {
        if (at->trace->grids_count > 1 && brief < TIME_NO_LAUNCH) {
            text_add(text, "launch %u, ",
                     recorded_launches_number(at->trace, g));
            phrase_launch(at->trace, g, text);
            text_add(text, ": ");
        }
        if (at->trace->blocks_count == 1 && at->trace->steps_count)
            add_warps(at, now, text);
        else
            add_doings(at, g, now, text);
    } else if (g + 1 < at->trace->grids_count) {
        text_add(text, "launch %u has ended; launch %u starts at cycle %llu",
                 recorded_launches_number(at->trace, g),
                 recorded_launches_number(at->trace, g + 1),
                 (unsigned long long)schedule->launches[g + 1].start);
    } else if (trace_is_cut(at->trace, g)) {
        text_add(text, "launch %u ended early",
                 recorded_launches_number(at->trace, g));
    } else {
        text_add(text, "all have ended");
    }
    text_add(text, ".");
    if (runs && brief == TIME_FULL)
        add_player(at, text);
}

void time_text_total(const Schedule *schedule, Text *text)
{
    text_add(text, "%llu cycle%s", (unsigned long long)schedule->end,
             schedule->end == 1 ? "" : "s");
}

/* Shared memory serves the only block one instruction after the other, so that
 * its cycles are a part of its time; of several blocks it is a part of their work. */
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
    text_add(text,
             "a first read of global memory %u · a word used before %u · the "
             "next launch %u · the next block's start %u",
             costs->dram, costs->word, costs->launch, costs->start);
}
