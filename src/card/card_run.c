/* SPDX-License-Identifier: MIT
 *
 * card_run - cards of what runs: a line, an instruction, a step, a block, a
 * launch.
 */
#include "card/card_maker.h"

#include "analysis/cost.h"
#include "analysis/recorded_launches.h"
#include "analysis/sum_results.h"
#include "program/local_values.h"
#include "say/narrate.h"
#include "view/shown_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A line ---------------------------------------------------------------*/

/* The text of a line, without the blanks around it. */
static void add_source(const Trace *trace, uint32_t source, uint32_t line,
                       Text *text)
{
    const char *at = trace->sources[source].text;

    while (line-- > 1 && *at) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    at += strspn(at, " \t");
    int length = (int)strcspn(at, "\n");
    while (length > 0 && (at[length - 1] == ' ' || at[length - 1] == '\r'))
        --length;
    text_add(text, "%.*s", length, at);
}

/* What the instructions of a line cost. */
typedef struct {
    uint64_t instructions, shared, global, lanes, cycles, waits;
    int64_t first, next, slowest; /* instructions; -1: none */
    uint8_t most;                 /* cycles of the slowest */
} LineCard;

static void count_line(const CardMaker *maker, uint32_t i, LineCard *line)
{
    const Instruction *at = card_instruction(maker, i);
    const BankCost *cost = card_cost(maker, i);

    ++line->instructions;
    line->shared += trace_is_shared(at) ? at->lanes : 0;
    line->global += trace_is_global(at) ? at->lanes : 0;
    line->lanes += trace_is_shuffle(at) ? at->lanes : 0;
    line->cycles += cost->wavefronts;
    line->waits += cost->wavefronts > 1 ? cost->wavefronts - 1u : 0;
    if (line->first < 0)
        line->first = i;
    if (line->next < 0 && !card_is_done(maker, i))
        line->next = i;
    if (cost->wavefronts > line->most) {
        line->most = cost->wavefronts;
        line->slowest = i;
    }
}

static LineCard line_of(const CardMaker *maker)
{
    const Trace *trace = maker->trace;
    LineCard line = {.first = -1, .next = -1, .slowest = -1};

    for (size_t p = 0; p < trace->instructions_count; ++p) {
        uint32_t i = (uint32_t)issue_order_at(maker->whole->order, p);
        const Instruction *at = trace->instructions + i;
        if (at->site == maker->thing->b && at->source == maker->thing->a)
            count_line(maker, i, &line);
    }
    return line;
}

static void add_line_costs(CardMaker *maker, const LineCard *line)
{
    card_add(maker, CARD_FACT, "%llu instruction%s in the whole run",
             (unsigned long long)line->instructions,
             card_plural(line->instructions));
    if (line->shared)
        card_add(maker, CARD_FACT,
                 "%llu access%s to shared memory, in %llu cycle%s",
                 (unsigned long long)line->shared,
                 line->shared == 1 ? "" : "es",
                 (unsigned long long)line->cycles, card_plural(line->cycles));
    if (line->waits == 0 && line->shared)
        card_add(maker, CARD_FACT, "no conflicts");
    if (line->global)
        card_add(maker, CARD_FACT, "%llu access%s to global memory",
                 (unsigned long long)line->global,
                 line->global == 1 ? "" : "es");
    if (line->lanes)
        card_add(maker, CARD_FACT, "%llu word%s move between lanes",
                 (unsigned long long)line->lanes, card_plural(line->lanes));
}

/* What the line costs beyond what it must, and what would help. */
static void add_line_findings(CardMaker *maker)
{
    const Findings *all = analysed_findings(maker->whole);

    for (size_t i = 0; i < all->findings_count; ++i) {
        const Finding *at = all->findings + i;
        bool own = at->cost && at->cost->line == maker->thing->b &&
                   at->cost->source == maker->thing->a;
        if (!own || at->severity != SEVERITY_COST)
            continue;
        Text told = {0}, remedy = {0};
        finding_explain(all, at, &told);
        finding_remedy(all, at, &remedy);
        if (remedy.length)
            text_add(
                &told, "; predicted with %s: %llu and %llu", remedy.text,
                (unsigned long long)at->predicted.load,
                (unsigned long long)at->predicted.store);
        CardLine *line =
            card_add(maker,
                     at->kind == FINDING_CONFLICTS ? CARD_CONFLICT : CARD_FACT,
                     "%s", told.text);
        card_lead(maker, line, at->at.instruction);
        text_free(&told);
        text_free(&remedy);
    }
}

/* Races one side of which is this line; the first is told. */
static void add_line_races(CardMaker *maker)
{
    const RaceList *races = &maker->whole->races;
    const Race *first = NULL;
    uint64_t count = 0;

    for (size_t r = 0; r < races->races_count; ++r) {
        const Race *race = races->races + r;
        const Instruction *one =
            card_instruction(maker, race->first.instruction);
        const Instruction *two =
            card_instruction(maker, race->second.instruction);
        bool own =
            (one->site == maker->thing->b && one->source == maker->thing->a) ||
            (two->site == maker->thing->b && two->source == maker->thing->a);
        if (own && !first)
            first = race;
        count += own;
    }
    if (!first)
        return;
    CardLine *line = card_add(maker, CARD_FAULT, "it takes part in %llu race%s",
                              (unsigned long long)count, card_plural(count));
    card_lead(maker, line, first->second.instruction);
    if (first->array == RACE_SHARED)
        line->thing = (Thing){THING_CELL, first->cell, 0, 0};
    else
        line->thing = (Thing){THING_WORD, first->array, first->cell, 0};
}

void card_make_line(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    Text *title = &maker->card->title;
    LineCard line = line_of(maker);

    thing_write(maker->thing, trace, title);
    text_add(title, ": ");
    add_source(trace, maker->thing->a, maker->thing->b, title);
    add_line_races(maker);
    if (line.instructions == 0) {
        card_add(maker, CARD_FACT, "makes no access to memory");
        return;
    }
    add_line_costs(maker, &line);
    add_line_findings(maker);
    card_moment(maker, "first in", (uint32_t)line.first);
    if (line.most > 1) {
        card_moment(maker, "slowest in", (uint32_t)line.slowest);
        card_add(maker, CARD_FACT, "that takes %u cycles", line.most);
    }
    if (line.next >= 0)
        card_moment(maker, "next in", (uint32_t)line.next);
    else
        card_add(maker, CARD_FACT, "it does not run again");
}

/* ---- Instructions and steps -----------------------------------------------*/

/* Who does what to which word, a line for each lane. */
static void add_lanes(CardMaker *maker, uint32_t instruction)
{
    const Instruction *at = card_instruction(maker, instruction);
    const Access *access = trace_accesses(maker->trace, at);
    int most =
        maker->full || at->lanes <= CARD_EVENTS ? at->lanes : CARD_EVENTS;

    card_add(maker, CARD_HEAD, "its accesses");
    for (int i = 0; i < most; ++i, ++access) {
        size_t start = card_start(maker);
        Text *text = &maker->card->texts;
        text_add(text, "T%u ", trace_thread(maker->trace, at, access));
        card_does(maker, at, access, text);
        if (!trace_is_shuffle(at)) {
            text_add(text, trace_traits_of(at)->writes ? " to " : " of ");
            card_place_name(maker, at, access, text);
        }
        if (trace_is_shared(at))
            text_add(text, ", bank %u", bank_of(maker->trace, access->cell));
        CardLine *line = card_end(maker, CARD_EVENT, start);
        if (trace_is_shared(at))
            line->thing = (Thing){THING_CELL, access->cell, 0, 0};
    }
    if (most < at->lanes)
        card_add(maker, CARD_EVENT, "%d after", at->lanes - most);
}

void card_make_instruction(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    size_t place = maker->thing->a;
    uint32_t i = (uint32_t)issue_order_at(maker->whole->order, place);
    const Instruction *at = card_instruction(maker, i);
    const BankCost *cost = card_cost(maker, i);
    Text *title = &maker->card->title;

    text_add(title, "instruction %zu of %zu: ", place + 1,
             trace->instructions_count);
    narrate_title(trace, (size_t)i + 1, title);
    size_t start = card_start(maker);
    narrate_instruction(trace, (size_t)i + 1, &maker->card->texts);
    card_lead(maker, card_end(maker, CARD_FACT, start), i);
    start = card_start(maker);
    card_when(maker, i, &maker->card->texts);
    text_add(&maker->card->texts, ": ");
    add_source(trace, at->source, at->site, &maker->card->texts);
    card_end(maker, CARD_FACT, start)->thing =
        (Thing){THING_LINE, at->source, at->site, 0};
    if (cost->wavefronts > 1)
        card_add(maker, CARD_CONFLICT,
                 "%u cycles: a bank serves %u words in turn", cost->wavefronts,
                 cost->wavefronts);
    else if (cost->wavefronts)
        card_add(maker, CARD_FACT, "1 cycle");
    if (trace_is_global(at))
        card_add(maker, CARD_FACT, "%u transaction%s of %u words",
                 cost_transactions(trace, at),
                 card_plural(cost_transactions(trace, at)), trace->run.k);
    add_lanes(maker, i);
}

/* The step with NUMBER, from 0, in the order of playing. */
static uint32_t step_numbered(const Trace *trace, uint32_t number)
{
    uint32_t *steps = issue_order_steps(trace);
    uint32_t step = steps ? steps[number] : number;

    free(steps);
    return step;
}

static void add_step_races(CardMaker *maker, uint32_t s)
{
    const RaceList *races = &maker->whole->races;
    uint64_t count = 0;
    const Race *first = NULL;

    for (size_t r = 0; r < races->races_count; ++r)
        if (races->races[r].step == s && races->races[r].array == RACE_SHARED) {
            first = first ? first : races->races + r;
            ++count;
        }
    if (!first)
        return;
    CardLine *line =
        card_add(maker, CARD_FAULT,
                 "races at %llu cell%s, the first at cell %u",
                 (unsigned long long)count, card_plural(count), first->cell);
    card_lead(maker, line, first->second.instruction);
    line->thing = (Thing){THING_CELL, first->cell, 0, 0};
}

void card_make_step(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    uint32_t s = step_numbered(trace, maker->thing->a);
    const Step *step = trace->steps + s;
    uint64_t cycles = 0, waits = 0;
    Text *title = &maker->card->title;

    text_add(title, "step %u of %zu: ", maker->thing->a + 1,
             trace->steps_count);
    trace_step_name(trace, step, ", ", title);
    if (trace->blocks_count > 1)
        text_add(title, ", of block %u", trace_block(trace, step)->index);
    add_step_races(maker, s);
    size_t start = card_start(maker);
    narrate_step(trace, s, &maker->card->texts);
    card_end(maker, CARD_FACT, start);
    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        const BankCost *cost = card_cost(maker, step->first_instruction + i);
        cycles += cost->wavefronts;
        waits += cost->wavefronts > 1 ? cost->wavefronts - 1u : 0;
    }
    card_add(maker, waits ? CARD_CONFLICT : CARD_FACT,
             "%u instruction%s, %llu cycle%s, %llu conflict%s",
             step->instruction_count, card_plural(step->instruction_count),
             (unsigned long long)cycles, card_plural(cycles),
             (unsigned long long)waits, card_plural(waits));
    if (step->instruction_count) {
        uint32_t last = step->first_instruction + step->instruction_count - 1;
        card_moment(maker, "begins with", step->first_instruction);
        card_moment(maker, "ends with", last);
    }
    card_why_barrier(maker, s);
}

/* ---- Blocks and launches --------------------------------------------------*/

/* The block of the trace that THING is; NULL if the trace does not hold it. */
static const Block *held_block(const CardMaker *maker)
{
    const Trace *trace = maker->trace;
    uint32_t first, end;

    trace_grid_blocks(trace, maker->thing->a, &first, &end);
    for (uint32_t b = first; b < end; ++b)
        if (trace->blocks[b].index == maker->thing->b)
            return trace->blocks + b;
    return NULL;
}

/* The sums of a block, as far as they are known. */
static void add_block_sums(CardMaker *maker, const Block *block)
{
    const Trace *trace = maker->trace;
    const BlockSums *sums = maker->whole->sums;
    Text text = {0};

    if (!sums)
        return;
    sums += block - trace->blocks;
    if (card_interval(maker, sums->own, &text))
        card_add(maker, CARD_FACT, "its inputs: %s", text.text);
    text_free(&text);
    char value[VALUE_TEXT];
    if (sums->own_at != TILE_STATUS_NEVER && sums->own_at <= maker->position)
        card_add(maker, CARD_FACT, "its own sum: %s",
                 shown_value(trace->run.op, sums->own_value, false, value));
    if (sums->before_at != TILE_STATUS_NEVER &&
        sums->before_at <= maker->position)
        card_add(maker, CARD_FACT, "the sum of all before it: %s",
                 shown_value(trace->run.op, sums->before_value, false, value));
}

void card_make_block(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    const Grid *grid = trace->grids + maker->thing->a;
    const Block *block = held_block(maker);
    Text *title = &maker->card->title;
    uint32_t first, end;

    text_add(title, "block %u of %u", maker->thing->b, grid->blocks);
    if (trace->grids_count > 1)
        text_add(title, " of launch %u, %s",
                 recorded_launches_number(trace, maker->thing->a), grid->title);
    if (!block) {
        card_add(maker, CARD_FACT, "the trace does not hold this block");
        return;
    }
    trace_block_instructions(trace, block, &first, &end);
    uint32_t done =
        issue_order_done(trace, maker->whole->order, block, maker->position);
    card_add(maker, CARD_FACT, "%u of its %u instructions are done", done,
             end - first);
    add_block_sums(maker, block);
    Counted counted = cost_count_range(trace, &maker->whole->banks, first, end);
    char work[32] = "";
    if (sum_results_tell_work(trace))
        snprintf(work, sizeof work, ", W %llu", (unsigned long long)counted.W);
    uint64_t conflicts = counted.conflicts_load + counted.conflicts_store;
    if (!maker->whole->order)
        card_add(maker, conflicts ? CARD_CONFLICT : CARD_FACT,
                 "%llu cycle%s, %llu conflict%s%s",
                 (unsigned long long)counted.cycles,
                 card_plural(counted.cycles), (unsigned long long)conflicts,
                 card_plural(conflicts), work);
    if (first < end) {
        card_moment(maker, "begins in", first);
        card_moment(maker, "ends in", end - 1);
    }
}

/* Adds where the blocks from FIRST up to END begin and end, in the order of
 * playing. */
static void add_ends(CardMaker *maker, uint32_t first, uint32_t end)
{
    const Trace *trace = maker->trace;
    const uint32_t *order = maker->whole->order;
    size_t begins = SIZE_MAX, ends = 0;

    for (uint32_t b = first; b < end; ++b) {
        uint32_t from, to;
        trace_block_instructions(trace, trace->blocks + b, &from, &to);
        if (from == to)
            continue;
        size_t early = issue_order_place(trace, order, from);
        size_t late = issue_order_place(trace, order, to - 1);
        begins = early < begins ? early : begins;
        ends = late > ends ? late : ends;
    }
    if (begins == SIZE_MAX)
        return;
    card_moment(maker, "begins in", (uint32_t)issue_order_at(order, begins));
    card_moment(maker, "ends in", (uint32_t)issue_order_at(order, ends));
}

void card_make_launch(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    uint32_t g = maker->thing->a, first, end;
    const Grid *grid = trace->grids + g;

    recorded_launches_place(trace, g, &maker->card->title);
    text_add(&maker->card->title, ": %s", grid->title);
    card_add(maker, CARD_FACT, "%u block%s of %u thread%s", grid->blocks,
             card_plural(grid->blocks), grid->threads,
             card_plural(grid->threads));
    card_add(maker, CARD_FACT, "%u element%s, of \"%s\", to \"%s\"", grid->n,
             card_plural(grid->n), trace->arrays[grid->in].name,
             trace->arrays[grid->out].name);
    trace_grid_blocks(trace, g, &first, &end);
    if (end - first < grid->blocks)
        card_add(maker, CARD_FACT, "the trace holds %u of its blocks",
                 end - first);
    add_ends(maker, first, end);
}
