/* SPDX-License-Identifier: MIT
 *
 * What the view of time says in words: what blocks do at a cycle, how long they
 * take, and the model.
 */
#include "analysis/recorded_launches.h"
#include "view/time_panel.h"

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

/* What each row does now, in launch G. */
typedef struct {
    uint8_t *doings;
    uint32_t *waits_for; /* the row, of those that wait */
    uint32_t counts[DOINGS];
} Doings;

static Doings doings_at(const TimePanel *panel, uint32_t g)
{
    const Trace *trace = panel->trace;
    const Schedule *schedule = panel->schedule;
    size_t count = (size_t)panel->rows_count + 1;
    Doings now = {.doings = base_alloc(count, 1),
                  .waits_for = base_alloc(count, sizeof *now.waits_for)};
    uint32_t first, end;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        const ScheduledBlock *block = schedule->blocks + b;
        now.doings[panel->row_of[b]] =
            panel->now < (double)block->start ? DOING_COMING
            : panel->now < (double)block->end ? DOING_RUNS
                                              : DOING_DONE;
    }
    for (size_t l = 0; l < schedule->seen.links_count; ++l) {
        const WordLink *link = schedule->seen.links + l;
        const ScheduledInstruction *to = schedule->instructions + link->to;
        uint32_t b = time_panel_block(panel, link->to);
        if (!link->blocks || !to->waited || panel->now < (double)to->ready ||
            panel->now >= (double)to->start || trace->blocks[b].grid != g)
            continue;
        now.doings[panel->row_of[b]] = DOING_WAITS;
        now.waits_for[panel->row_of[b]] = panel->row_of[time_panel_block(
            panel, to->why == SCHEDULE_WORD ? to->cause : link->from)];
    }
    for (uint32_t r = 0; r < panel->rows_count; ++r)
        ++now.counts[now.doings[r]];
    return now;
}

/* "tiles 0 to 2", "block 7", "12 blocks", for the rows that do WHAT. */
static void add_rows(const TimePanel *panel, const Doings *now, Doing what,
                     Text *text)
{
    uint32_t first = UINT32_MAX, last = 0, count = now->counts[what];

    for (uint32_t r = 0; r < panel->rows_count; ++r)
        if (now->doings[r] == what) {
            first = first == UINT32_MAX ? r : first;
            last = r;
        }
    uint32_t from = panel->rows[first].number, to = panel->rows[last].number;
    if (count == 1)
        text_add(text, "%s %u", panel->noun, from);
    else if (count == 2 || last - first + 1 == count)
        text_add(text, "%ss %u %s %u", panel->noun, from,
                 count == 2 ? "and" : "to", to);
    else
        text_add(text, "%u %ss", count, panel->noun);
}

/* "tiles 1 to 3 wait for tile 0", or for other tiles. */
static void add_waits(const TimePanel *panel, const Doings *now, Text *text)
{
    uint32_t one = UINT32_MAX;
    bool same = true;

    for (uint32_t r = 0; r < panel->rows_count; ++r) {
        if (now->doings[r] != DOING_WAITS)
            continue;
        same &= one == UINT32_MAX || one == now->waits_for[r];
        one = now->waits_for[r];
    }
    text_add(text, " wait%s for ", now->counts[DOING_WAITS] == 1 ? "s" : "");
    if (same)
        text_add(text, "%s %u", panel->noun, panel->rows[one].number);
    else
        text_add(text, "other %ss", panel->noun);
}

static void say_doings(const TimePanel *panel, uint32_t g, Statement *statement)
{
    static const char *const does[DOINGS][2] = {
        [DOING_RUNS] = {" runs", " run"},
        [DOING_COMING] = {" has not started", " have not started"},
        [DOING_DONE] = {" has ended", " have ended"}};
    static const Doing said[] = {DOING_RUNS, DOING_WAITS, DOING_COMING,
                                 DOING_DONE};
    Doings now = doings_at(panel, g);
    bool first = true;

    for (size_t i = 0; i < sizeof said / sizeof *said; ++i) {
        Doing what = said[i];
        if (!now.counts[what])
            continue;
        Text *text =
            first ? statement_text(statement) : statement_add(statement, 1);
        text_add(text, "%s", first ? ": " : "");
        first = false;
        add_rows(panel, &now, what, text);
        if (what == DOING_WAITS)
            add_waits(panel, &now, text);
        else
            text_add(text, "%s", does[what][now.counts[what] > 1]);
    }
    free(now.doings);
    free(now.waits_for);
}

/* What the warps of the only block do: ": warp 0 runs", "3 wait at a barrier".
 */
static void say_warps(const TimePanel *panel, Statement *statement)
{
    const Trace *trace = panel->trace;
    uint32_t warps = panel->rows->lanes, runs = 0, which = 0;
    bool *busy = base_alloc((size_t)warps + 1, sizeof *busy);
    size_t s = 0;

    while (s + 1 < trace->steps_count &&
           (double)panel->schedule->steps[s] <= panel->now)
        ++s;
    for (uint32_t j = 0; j < trace->steps[s].instruction_count; ++j) {
        uint32_t i = trace->steps[s].first_instruction + j;
        uint32_t w = trace->instructions[i].warp;
        if (w < warps &&
            (double)panel->schedule->instructions[i].end > panel->now)
            busy[w] = true;
    }
    for (uint32_t w = 0; w < warps; ++w)
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
    if (runs < warps)
        statement_say(statement, 1, "%u wait%s at a barrier", warps - runs,
                      warps - runs == 1 ? "s" : "");
}

void time_text_sentence(const TimePanel *panel, Statement *statement)
{
    const Schedule *schedule = panel->schedule;
    const Trace *trace = panel->trace;
    uint32_t g = 0;

    while (g + 1 < trace->grids_count &&
           (double)schedule->launches[g + 1].start <= panel->now)
        ++g;
    bool runs = panel->now < (double)schedule->launches[g].end;
    Text *text = statement_add(statement, 0);
    Text *brief = statement_brief(statement);
    text_add(brief, "cycle %.0f of %llu", floor(panel->now),
             (unsigned long long)schedule->end);
    text_add(text, "%s", brief->text);
    if (runs && trace->grids_count > 1)
        text_add(text, ", launch %u", recorded_launches_number(trace, g));
    if (runs && trace->blocks_count == 1 && trace->steps_count)
        say_warps(panel, statement);
    else if (runs)
        say_doings(panel, g, statement);
    else if (g + 1 < trace->grids_count)
        text_add(text, ": launch %u has ended; launch %u starts at cycle %llu",
                 recorded_launches_number(trace, g),
                 recorded_launches_number(trace, g + 1),
                 (unsigned long long)schedule->launches[g + 1].start);
    else if (trace_is_cut(trace, g))
        text_add(text, ": the launch ended early");
    else
        text_add(text, ": all have ended");
}

/* Shared memory serves the only block one instruction after the other, so that
 * its cycles are a part of its time; of several blocks it is a part of their
 * work. */
void time_text_total(const TimePanel *panel, Text *text)
{
    const BankTable *banks = &panel->view->analysed->banks;
    size_t blocks = panel->trace->blocks_count;

    if (blocks > 1)
        text_add(text, "%llu of work in %zu blocks",
                 (unsigned long long)panel->schedule->work, blocks);
    else
        text_add(text, "%u of them on shared memory",
                 banks->starts[banks->count]);
}

void time_text_model(const ScheduleCosts *costs, bool brief, Text *text)
{
    text_add(text,
             brief ? "Model: global load %u · next launch %u"
                   : "Model: an instruction 1 cycle · a first load from global "
                     "memory %u · the next launch %u",
             costs->dram, costs->launch);
    if (!brief)
        text_add(text, " · a value used before %u", costs->word);
    if (costs->start)
        text_add(text, " · next block %u", costs->start);
}
