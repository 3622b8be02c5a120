/* SPDX-License-Identifier: MIT
 *
 * card_run - cards of what runs: a line, an instruction, a step, a block, a
 * launch.
 */
#include "card/card_maker.h"

#include "analysis/cost.h"
#include "analysis/sum_results.h"
#include "say/finding.h"
#include "say/say.h"
#include "view/shown_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long Count; /* as printf takes it */

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

static bool is_on_line(const CardMaker *maker, uint32_t instruction)
{
    const Instruction *at = card_instruction(maker, instruction);

    return at->source == maker->thing->a && at->site == maker->thing->b;
}

/* The costs of the line; NULL if it has no access to memory. */
static const LineCost *cost_of(const CardMaker *maker)
{
    const Findings *all = analysed_findings(maker->whole);

    for (size_t i = 0; i < all->lines_count; ++i)
        if (all->lines[i].source == maker->thing->a &&
            all->lines[i].line == maker->thing->b)
            return all->lines + i;
    return NULL;
}

static void add_line_costs(CardMaker *maker, const LineCost *cost)
{
    uint64_t conflicts = cost->conflicts_load + cost->conflicts_store;
    uint64_t cycles = cost->instructions + conflicts;

    if (cost->accesses)
        card_add(maker, CARD_FACT,
                 "%llu access{es} to shared memory: %llu cycle{s}, %llu "
                 "conflict{s}",
                 (Count)cost->accesses, (Count)cycles, (Count)conflicts);
    if (cost->global)
        card_add(maker, CARD_FACT,
                 "%llu access{es} to global memory: %llu transaction{s}, %llu "
                 "needed",
                 (Count)cost->global, (Count)cost->moved, (Count)cost->needed);
}

/* What the line costs beyond what it must, and what would help. */
static void add_line_findings(CardMaker *maker, const LineCost *cost)
{
    const Findings *all = analysed_findings(maker->whole);

    for (size_t i = 0; i < all->findings_count; ++i) {
        const Finding *at = all->findings + i;
        if (at->cost != cost || at->severity != SEVERITY_COST)
            continue;
        FindingWords words = finding_words(all, at);
        Text text = {0}, fix = {0};
        statement_write_plain(&words.is, 0, &text);
        card_lead(maker,
                  card_add(maker,
                           at->kind == FINDING_CONFLICTS ? CARD_CONFLICT
                                                         : CARD_FACT,
                           "%s: %s", finding_title(at->kind), text.text),
                  at->at.instruction);
        if (words.why.length)
            card_add(maker, CARD_EVENT, "why: %s", words.why.text);
        finding_write_prediction(at, &fix);
        if (words.fix.length)
            card_add(maker, CARD_EVENT, "fix: %s%s", words.fix.text,
                     fix.text ? fix.text : "");
        text_free(&text);
        text_free(&fix);
        finding_words_free(&words);
    }
}

/* Adds how many races there are on the line or, unless that is UINT32_MAX, in
 * shared memory in STEP. */
static void add_races(CardMaker *maker, uint32_t step, const char *where)
{
    const RaceList *races = &maker->whole->races;
    const Race *first = NULL;
    uint64_t count = 0;

    for (size_t r = races->races_count; r-- > 0;) {
        const Race *race = races->races + r;
        if (step == UINT32_MAX
                ? is_on_line(maker, race->first.instruction) ||
                      is_on_line(maker, race->second.instruction)
                : race->array == RACE_SHARED && race->step == step) {
            first = race;
            ++count;
        }
    }
    if (!first)
        return;
    CardLine *line =
        card_add(maker, CARD_FAULT, "%llu race{s} %s", (Count)count, where);
    card_lead(maker, line, first->second.instruction);
    card_lead_to(line, first->array, first->cell);
}

/* The moments of the line: its first access, the slowest, the next. */
static void add_line_moments(CardMaker *maker, const LineCost *cost)
{
    const uint32_t *order = maker->whole->order;
    bool first = true;

    for (size_t p = 0; p < maker->trace->instructions_count; ++p) {
        uint32_t i = (uint32_t)issue_order_at(order, p);
        if (!is_on_line(maker, i))
            continue;
        if (first)
            card_moment(maker, i, "first: {step}, {line}");
        if (first && cost && cost->worst > 1)
            card_event(maker, CARD_FACT, &(CardEvent){cost->worst_at, NULL},
                       "slowest: {step}, {line}, %u cycles", cost->worst);
        first = false;
        if (p >= maker->position) {
            card_moment(maker, i, "next: {step}, {line}");
            return;
        }
    }
    card_add(maker, CARD_FACT,
             first ? "no access to memory" : "no further access");
}

void card_make_line(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    const LineCost *cost = cost_of(maker);
    Text *title = &maker->card->title;

    thing_write(maker->thing, trace, title);
    text_add(title, ": ");
    add_source(trace, maker->thing->a, maker->thing->b, title);
    add_races(maker, UINT32_MAX, "on this line");
    if (cost) {
        add_line_costs(maker, cost);
        add_line_findings(maker, cost);
    }
    add_line_moments(maker, cost);
}

/* ---- Instructions and steps -----------------------------------------------*/

void card_make_instruction(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    size_t place = maker->thing->a;
    uint32_t i = (uint32_t)issue_order_at(maker->whole->order, place);
    const Instruction *at = card_instruction(maker, i);
    Text *title = &maker->card->title;
    Text text = {0};
    int most =
        maker->full || at->lanes <= CARD_EVENTS ? at->lanes : CARD_EVENTS;

    text_add(title, "instruction %zu of %zu: ", place + 1,
             trace->instructions_count);
    say_title(trace, (size_t)i + 1, title);
    Statement sentence = {0};
    say_instruction(trace, (size_t)i + 1, &sentence);
    statement_take(&sentence, &text);
    card_lead(maker, card_add(maker, CARD_FACT, "%s", text.text), i);
    text.length = 0;
    add_source(trace, at->source, at->site, &text);
    card_event(maker, CARD_FACT, &(CardEvent){i, NULL}, "{step}, {line}: %s",
               text.text)
        ->thing = (Thing){THING_LINE, at->source, at->site, 0};
    text_free(&text);
    card_add(maker, CARD_HEAD, "accesses");
    for (int lane = 0; lane < most; ++lane) {
        CardEvent event = {i, trace_accesses(trace, at) + lane};
        CardLine *line =
            card_event(maker, CARD_EVENT, &event, "{who} {does}{where}{bank}");
        if (trace_is_shared(at))
            card_lead_to(line, RACE_SHARED, event.access->cell);
    }
    if (most < at->lanes)
        card_add(maker, CARD_EVENT, "%d more", at->lanes - most);
}

/* The step with NUMBER, from 0, in the order of playing. */
static uint32_t step_numbered(const Trace *trace, uint32_t number)
{
    uint32_t *steps = issue_order_steps(trace);
    uint32_t step = steps ? steps[number] : number;

    free(steps);
    return step;
}

/* "3 instructions, 12 cycles, 9 conflicts". */
static void add_costs(CardMaker *maker, uint32_t first, uint32_t end)
{
    uint64_t cycles = 0, conflicts = 0;

    for (uint32_t i = first; i < end; ++i) {
        const BankCost *cost = card_cost(maker, i);
        cycles += cost->wavefronts;
        conflicts += cost->wavefronts > 1 ? cost->wavefronts - 1u : 0;
    }
    card_add(maker, conflicts ? CARD_CONFLICT : CARD_FACT,
             "%u instruction{s}, %llu cycle{s}, %llu conflict{s}", end - first,
             (Count)cycles, (Count)conflicts);
}

void card_make_step(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    uint32_t s = step_numbered(trace, maker->thing->a);
    const Step *step = trace->steps + s;
    uint32_t first = step->first_instruction;
    Text *title = &maker->card->title;
    Text text = {0};

    text_add(title, "step %u of %zu: ", maker->thing->a + 1,
             trace->steps_count);
    trace_step_name(trace, step, ", ", title);
    if (trace->blocks_count > 1)
        text_add(title, ", block %u", trace_block(trace, step)->index);
    add_races(maker, s, "in this step");
    Statement summary = {.plain = true};
    say_step(trace, s, &summary);
    statement_take(&summary, &text);
    card_add(maker, CARD_FACT, "%s", text.text);
    text_free(&text);
    add_costs(maker, first, first + step->instruction_count);
    if (step->instruction_count) {
        card_moment(maker, first, "begins: {step}, {line}");
        card_moment(maker, first + step->instruction_count - 1,
                    "ends: {step}, {line}");
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

/* The sums of a block that are known at the moment. */
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
        card_add(maker, CARD_FACT, "aggregate: %s",
                 shown_value(trace->run.op, sums->own_value, false, value));
    if (sums->before_at != TILE_STATUS_NEVER &&
        sums->before_at <= maker->position)
        card_add(maker, CARD_FACT, "exclusive prefix: %s",
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
        text_add(title, ", launch %u, %s",
                 recorded_launches_number(trace, maker->thing->a), grid->title);
    if (!block) {
        card_add(maker, CARD_FACT, "not in this trace");
        return;
    }
    trace_block_instructions(trace, block, &first, &end);
    card_add(maker, CARD_FACT, "%u of %u instructions done",
             issue_order_done(trace, maker->whole->order, block,
                              maker->position),
             end - first);
    add_block_sums(maker, block);
    if (!maker->whole->order) {
        Counted counted =
            cost_count_range(trace, &maker->whole->banks, first, end);
        add_costs(maker, first, end);
        if (sum_results_tell_work(trace))
            card_add(maker, CARD_FACT, "%llu addition{s}", (Count)counted.W);
    }
    if (first < end) {
        card_moment(maker, first, "begins: {step}, {line}");
        card_moment(maker, end - 1, "ends: {step}, {line}");
    }
}

static bool is_of_launch(const CardMaker *maker, uint32_t instruction)
{
    const Trace *trace = maker->trace;

    return trace_block(trace,
                       trace_step(trace, trace->instructions + instruction))
               ->grid == maker->thing->a;
}

/* Where the launch begins and ends, in the order of playing. */
static void add_ends(CardMaker *maker)
{
    const uint32_t *order = maker->whole->order;
    size_t first = 0, end = maker->trace->instructions_count;

    while (first < end &&
           !is_of_launch(maker, (uint32_t)issue_order_at(order, first)))
        ++first;
    while (end > first &&
           !is_of_launch(maker, (uint32_t)issue_order_at(order, end - 1)))
        --end;
    if (first == end)
        return;
    card_moment(maker, (uint32_t)issue_order_at(order, first),
                "begins: {step}, {line}");
    card_moment(maker, (uint32_t)issue_order_at(order, end - 1),
                "ends: {step}, {line}");
}

void card_make_launch(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    uint32_t g = maker->thing->a, first, end;
    const Grid *grid = trace->grids + g;

    recorded_launches_place(trace, g, &maker->card->title);
    text_add(&maker->card->title, ": %s", grid->title);
    card_add(maker, CARD_FACT, "%u block{s} of %u thread{s}", grid->blocks,
             grid->threads);
    card_add(maker, CARD_FACT, "%u element{s}, from \"%s\" to \"%s\"", grid->n,
             trace->arrays[grid->in].name, trace->arrays[grid->out].name);
    trace_grid_blocks(trace, g, &first, &end);
    if (end - first < grid->blocks)
        card_add(maker, CARD_FACT, "the trace has %u of its blocks",
                 end - first);
    add_ends(maker);
}
