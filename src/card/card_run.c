/* SPDX-License-Identifier: MIT
 *
 * card_run - cards of what runs: a thread, a line, an instruction, a step, a
 * block, a launch; and of a bank and its queue.
 */
#include "card/card_maker.h"

#include "analysis/cost.h"
#include "text/narrate.h"
#include "trace/local.h"

#include <stdlib.h>
#include <string.h>

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static const Instruction *instruction_of(const CardMaker *maker, uint32_t i)
{
    return maker->trace->instructions + i;
}

/* The costs of an instruction. */
static const BankCost *cost_of(const CardMaker *maker, uint32_t i)
{
    return maker->whole->banks.costs +
           issue_order_place(maker->trace, maker->whole->order, i);
}

/* A line of KIND that leads to INSTRUCTION: "first in step 2, line 78". */
static void add_moment(CardMaker *maker, const char *words,
                       uint32_t instruction)
{
    size_t start = card_start(maker);

    text_add(&maker->card->texts, "%s ", words);
    card_when(maker, instruction, &maker->card->texts);
    card_lead(maker, card_end(maker, CARD_FACT, start), instruction);
}

/* ---- A thread -------------------------------------------------------------*/

static void collect(const CardMaker *maker, uint32_t i, uint32_t thread,
                    CardEvents *events)
{
    const Instruction *at = instruction_of(maker, i);
    const Access *access = trace_accesses(maker->trace, at);

    for (int lane = 0; lane < at->lanes; ++lane, ++access) {
        CardEvent event = {i, access};
        if (trace_thread(maker->trace, at, access) == thread)
            base_push(events, events, event);
    }
}

/* "ai = 9, bi = 11": the locals of a thread. */
static void add_locals(CardMaker *maker, uint32_t thread)
{
    const Trace *trace = maker->trace;
    size_t count = 0, start = card_start(maker);
    Text *text = &maker->card->texts;

    if (trace->locals_count == 0 || !maker->at.running)
        return;
    LocalValue *locals = trace_locals(trace, maker->running, thread, &count);
    for (size_t i = 0; i < count; ++i) {
        text_add(text, "%s%s = ", i ? ", " : "locals: ", locals[i].local->name);
        local_value_add(trace, maker->grid, locals[i].local, locals[i].value,
                        text);
    }
    free(locals);
    if (count)
        card_end(maker, CARD_FACT, start);
    else
        card_add(maker, CARD_FACT, "no local variables now");
}

/* "T2 loads 8, line 17: cell 5", of a list in which the thread is known. */
static void add_deed(CardMaker *maker, const CardEvent *event)
{
    const Trace *trace = maker->trace;
    const Instruction *at = instruction_of(maker, event->instruction);
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    trace_line_name(trace, at, text);
    text_add(text, ": ");
    card_does(maker, at, event->access, text);
    if (!trace_is_shuffle(at)) {
        text_add(text, trace_traits_of(at)->writes ? " to " : " of ");
        card_place_name(maker, at, event->access, text);
    }
    card_lead(maker, card_end(maker, CARD_EVENT, start), event->instruction);
}

/* What the thread does in the step at hand. */
static void add_deeds(CardMaker *maker, uint32_t thread)
{
    const Trace *trace = maker->trace;
    uint32_t s = maker->at.running ? instruction_of(maker, maker->running)->step
                                   : maker->block->first_step;
    const Step *step = trace->steps + s;
    CardEvents events = {0};

    for (uint32_t i = 0; i < step->instruction_count; ++i)
        collect(maker, step->first_instruction + i, thread, &events);
    uint32_t number = step->instruction_count
                          ? card_step(maker, step->first_instruction)
                          : s + 1;
    size_t start = card_start(maker);
    text_add(&maker->card->texts, "in step %u (", number);
    trace_step_name(trace, step, ", ", &maker->card->texts);
    text_add(&maker->card->texts, ")%s",
             events.events_count ? "" : " it makes no access");
    card_end(maker, CARD_HEAD, start);
    size_t most = maker->full ? events.events_count : 4 * CARD_EVENTS;
    for (size_t i = 0; i < events.events_count && i < most; ++i)
        add_deed(maker, events.events + i);
    if (events.events_count > most)
        card_add(maker, CARD_EVENT, "%zu after", events.events_count - most);
    free(events.events);
}

/* Accesses, and sums, of a thread in its block; and its next instruction. */
static void add_totals(CardMaker *maker, uint32_t thread)
{
    CardEvents events = {0};
    uint64_t brought = 0, written = 0, sums = 0;
    int64_t next = -1;

    for (uint32_t i = maker->first; i < maker->end; ++i)
        collect(maker, i, thread, &events);
    for (size_t i = 0; i < events.events_count; ++i) {
        const CardEvent *event = events.events + i;
        const AccessTraits *traits =
            trace_traits_of(instruction_of(maker, event->instruction));
        brought += traits->brings;
        written += traits->writes;
        sums += event->access->sums;
        if (next < 0 && !card_is_done(maker, event->instruction))
            next = event->instruction;
    }
    free(events.events);
    if (next >= 0)
        add_moment(maker, "its next access is in", (uint32_t)next);
    else
        card_add(maker, CARD_FACT, "it makes no access any more");
    card_add(maker, CARD_FACT,
             "in all: reads %llu word%s, writes %llu, makes %llu sum%s",
             (unsigned long long)brought, plural(brought),
             (unsigned long long)written, (unsigned long long)sums,
             plural(sums));
}

/* What the thread does now, and if it waits, why. */
static void add_now(CardMaker *maker, uint32_t thread)
{
    bool any = false;

    for (int i = 0; maker->at.running && i < maker->at.running->lanes; ++i) {
        const Instruction *at = instruction_of(maker, maker->running);
        const Access *access = trace_accesses(maker->trace, at) + i;
        if (trace_thread(maker->trace, at, access) != thread)
            continue;
        size_t start = card_start(maker);
        Text *text = &maker->card->texts;
        text_add(text, "now: ");
        card_does(maker, at, access, text);
        if (!trace_is_shuffle(at)) {
            text_add(text, trace_traits_of(at)->writes ? " to " : " of ");
            card_place_name(maker, at, access, text);
        }
        CardLine *line = card_end(maker, CARD_FACT, start);
        if (trace_is_shared(at))
            line->thing = (Thing){THING_CELL, access->cell, 0, 0};
        card_why_wrong(maker, maker->running, access);
        if (!any && trace_is_shared(at)) {
            card_why_races(maker, RACE_SHARED, access->cell);
            card_why_waits(maker, card_bank(maker, access->cell));
        }
        any = true;
    }
    if (!any && maker->at.running)
        card_add(maker, CARD_FACT, "takes no part in what runs now");
}

void card_make_thread(CardMaker *maker)
{
    uint32_t thread = maker->thing->a, k = maker->trace->run.k;
    Text *title = &maker->card->title;

    text_add(title, "thread %u, lane %u of warp %u", thread, thread % k,
             thread / k);
    if (maker->trace->blocks_count > 1)
        text_add(title, ", of block %u", maker->block->index);
    if (thread >= maker->trace->grids[maker->grid].threads) {
        card_add(maker, CARD_FACT, "the block that runs has %u threads",
                 maker->trace->grids[maker->grid].threads);
        return;
    }
    add_now(maker, thread);
    add_locals(maker, thread);
    add_deeds(maker, thread);
    add_totals(maker, thread);
}

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
    const Instruction *at = instruction_of(maker, i);
    const BankCost *cost = cost_of(maker, i);

    ++line->instructions;
    line->shared += trace_is_shared(at) ? at->lanes : 0;
    line->global += trace_is_global(at) ? at->lanes : 0;
    line->lanes += trace_is_shuffle(at) ? at->lanes : 0;
    line->cycles += cost->latency;
    line->waits += cost->wavefronts > 1 ? cost->wavefronts - 1u : 0;
    if (line->first < 0)
        line->first = i;
    if (line->next < 0 && !card_is_done(maker, i))
        line->next = i;
    if (cost->latency > line->most) {
        line->most = cost->latency;
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
             plural(line->instructions));
    if (line->shared)
        card_add(maker, CARD_FACT,
                 "%llu access%s to shared memory, in %llu cycle%s",
                 (unsigned long long)line->shared,
                 line->shared == 1 ? "" : "es",
                 (unsigned long long)line->cycles, plural(line->cycles));
    if (line->waits)
        card_add(maker, CARD_CONFLICT,
                 "%llu conflict%s: wavefronts beyond the first",
                 (unsigned long long)line->waits, plural(line->waits));
    else if (line->shared)
        card_add(maker, CARD_FACT, "no conflicts");
    if (line->global)
        card_add(maker, CARD_FACT, "%llu access%s to global memory",
                 (unsigned long long)line->global,
                 line->global == 1 ? "" : "es");
    if (line->lanes)
        card_add(maker, CARD_FACT, "%llu word%s move between lanes",
                 (unsigned long long)line->lanes, plural(line->lanes));
}

/* Races one side of which is this line; the first is told. */
static void add_line_races(CardMaker *maker)
{
    const RaceList *races = &maker->whole->races;
    const Race *first = NULL;
    uint64_t count = 0;

    for (size_t r = 0; r < races->races_count; ++r) {
        const Race *race = races->races + r;
        const Instruction *one = instruction_of(maker, race->first.instruction);
        const Instruction *two =
            instruction_of(maker, race->second.instruction);
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
                              (unsigned long long)count, plural(count));
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
    add_moment(maker, "first in", (uint32_t)line.first);
    if (line.most > 1) {
        add_moment(maker, "slowest in", (uint32_t)line.slowest);
        card_add(maker, CARD_FACT, "that takes %u cycles", line.most);
    }
    if (line.next >= 0)
        add_moment(maker, "next in", (uint32_t)line.next);
    else
        card_add(maker, CARD_FACT, "it does not run again");
}

/* ---- Instructions and steps -----------------------------------------------*/

/* Who does what to which word, a line for each lane. */
static void add_lanes(CardMaker *maker, uint32_t instruction)
{
    const Instruction *at = instruction_of(maker, instruction);
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
            text_add(text, ", bank %u", card_bank(maker, access->cell));
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
    const Instruction *at = instruction_of(maker, i);
    const BankCost *cost = cost_of(maker, i);
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
                 "%u cycles: the longest queue has %u requests", cost->latency,
                 cost->latency);
    else if (cost->latency)
        card_add(maker, CARD_FACT, "%u cycle%s", cost->latency,
                 plural(cost->latency));
    if (trace_is_global(at))
        card_add(maker, CARD_FACT, "%u transaction%s of %u words",
                 cost_transactions(trace, at),
                 plural(cost_transactions(trace, at)), trace->run.k);
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
                 (unsigned long long)count, plural(count), first->cell);
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
        const BankCost *cost = cost_of(maker, step->first_instruction + i);
        cycles += cost->latency;
        waits += cost->wavefronts > 1 ? cost->wavefronts - 1u : 0;
    }
    card_add(maker, waits ? CARD_CONFLICT : CARD_FACT,
             "%u instruction%s, %llu cycle%s, %llu conflict%s",
             step->instruction_count, plural(step->instruction_count),
             (unsigned long long)cycles, plural(cycles),
             (unsigned long long)waits, plural(waits));
    if (step->instruction_count) {
        uint32_t last = step->first_instruction + step->instruction_count - 1;
        add_moment(maker, "begins with", step->first_instruction);
        add_moment(maker, "ends with", last);
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

    if (!sums || trace_is_program(trace))
        return;
    sums += block - trace->blocks;
    if (card_interval(maker, sums->own, &text))
        card_add(maker, CARD_FACT, "its inputs: %s", text.text);
    text_free(&text);
    char value[VALUE_TEXT];
    if (sums->own_at != TILE_STATUS_NEVER && sums->own_at <= maker->position)
        card_add(maker, CARD_FACT, "its own sum: %s",
                 scene_value(trace->run.op, sums->own_value, false, value));
    if (sums->before_at != TILE_STATUS_NEVER &&
        sums->before_at <= maker->position)
        card_add(maker, CARD_FACT, "the sum of all before it: %s",
                 scene_value(trace->run.op, sums->before_value, false, value));
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
        text_add(title, " of launch %u, %s", maker->thing->a + 1, grid->title);
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
    if (!maker->whole->order)
        card_add(maker,
                 counted.conflicts_load + counted.conflicts_store
                     ? CARD_CONFLICT
                     : CARD_FACT,
                 "T %llu cycles, %llu conflicts, W %llu",
                 (unsigned long long)counted.T,
                 (unsigned long long)(counted.conflicts_load +
                                      counted.conflicts_store),
                 (unsigned long long)counted.W);
    if (first < end) {
        add_moment(maker, "begins in", first);
        add_moment(maker, "ends in", end - 1);
    }
}

void card_make_launch(CardMaker *maker)
{
    const Trace *trace = maker->trace;
    uint32_t g = maker->thing->a, first, end, from, to, last;
    const Grid *grid = trace->grids + g;

    text_add(&maker->card->title, "launch %u of %zu: %s", g + 1,
             trace->grids_count, grid->title);
    card_add(maker, CARD_FACT, "%u block%s of %u thread%s", grid->blocks,
             plural(grid->blocks), grid->threads, plural(grid->threads));
    card_add(maker, CARD_FACT, "%u element%s, of \"%s\", to \"%s\"", grid->n,
             plural(grid->n), trace->arrays[grid->in].name,
             trace->arrays[grid->out].name);
    trace_grid_blocks(trace, g, &first, &end);
    if (end - first < grid->blocks)
        card_add(maker, CARD_FACT, "the trace holds %u of its blocks",
                 end - first);
    if (first == end)
        return;
    trace_block_instructions(trace, trace->blocks + first, &from, &to);
    if (from < to)
        add_moment(maker, "begins in", from);
    trace_block_instructions(trace, trace->blocks + end - 1, &from, &last);
    if (from < last && !maker->whole->order)
        add_moment(maker, "ends in", last - 1);
}

/* ---- Banks ----------------------------------------------------------------*/

typedef struct {
    uint64_t requests, all; /* at this bank, and at all */
    uint8_t longest;        /* queue, and the instruction that has it first */
    uint32_t slowest;
    uint64_t waits; /* instructions in which requests wait here */
} BankCard;

static void count_bank(const CardMaker *maker, uint32_t i, uint32_t bank,
                       BankCard *card)
{
    const Instruction *at = instruction_of(maker, i);
    const Access *access = trace_accesses(maker->trace, at);
    uint32_t own = 0;

    if (!trace_is_shared(at))
        return;
    for (int lane = 0; lane < at->lanes; ++lane)
        own += card_bank(maker, access[lane].cell) == bank;
    card->requests += own;
    card->all += at->lanes;
    card->waits += own > 1;
    if (own > card->longest) {
        card->longest = (uint8_t)own;
        card->slowest = i;
    }
}

static void add_requests(CardMaker *maker, uint32_t bank)
{
    const Instruction *at = maker->at.running;
    uint32_t count = 0;

    for (int i = 0; at && trace_is_shared(at) && i < at->lanes; ++i)
        count += card_bank(maker, maker->at.accesses[i].cell) == bank;
    if (count == 0)
        card_add(maker, CARD_FACT, "nobody asks for a word of it now");
    for (int i = 0; count && i < at->lanes; ++i) {
        const Access *access = maker->at.accesses + i;
        if (card_bank(maker, access->cell) != bank)
            continue;
        size_t start = card_start(maker);
        text_add(&maker->card->texts, "now: T%u asks for ",
                 trace_thread(maker->at.analysed->trace, at, access));
        card_cell_name(maker, access->cell, &maker->card->texts);
        card_end(maker, CARD_FACT, start)->thing =
            (Thing){THING_CELL, access->cell, 0, 0};
    }
}

void card_make_bank(CardMaker *maker)
{
    const Run *run = &maker->trace->run;
    uint32_t bank = maker->thing->a;
    BankCard card = {0};

    text_add(&maker->card->title, "bank %u of %u", bank, run->k);
    for (uint32_t i = maker->first; i < maker->end; ++i)
        count_bank(maker, i, bank, &card);
    card_why_waits(maker, bank);
    add_requests(maker, bank);
    card_add(maker, CARD_FACT, "it has the cells %u, %u, %u ...: %u of %u",
             bank, bank + run->k, bank + 2 * run->k,
             bank < run->words ? (run->words - bank - 1) / run->k + 1 : 0,
             run->words);
    card_add(maker, CARD_FACT, "in the whole run%s %llu of %llu requests",
             maker->trace->blocks_count > 1 ? " of this block" : "",
             (unsigned long long)card.requests, (unsigned long long)card.all);
    if (card.longest < 2) {
        card_add(maker, CARD_FACT, "there is never more than one at a time");
        return;
    }
    card_add(maker, CARD_FACT, "more than one at a time in %llu instruction%s",
             (unsigned long long)card.waits, plural(card.waits));
    size_t start = card_start(maker);
    text_add(&maker->card->texts, "its longest queue, %u, is in ",
             card.longest);
    card_when(maker, card.slowest, &maker->card->texts);
    card_lead(maker, card_end(maker, CARD_FACT, start), card.slowest);
}

void card_make_place(CardMaker *maker)
{
    const Access *access = thing_access(&maker->at, maker->thing);
    uint32_t bank = maker->thing->a;
    Text *title = &maker->card->title;

    text_add(title, "place %u in the queue at bank %u", maker->thing->b + 1,
             bank);
    if (!access) {
        card_add(maker, CARD_FACT, "nobody stands there now");
        return;
    }
    uint32_t thread =
        trace_thread(maker->at.analysed->trace, maker->at.running, access);
    text_add(title, ": T%u", thread);
    card_why_races(maker, RACE_SHARED, access->cell);
    card_why_waits(maker, bank);
    const Instruction *at = instruction_of(maker, maker->running);
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;
    card_does(maker, at, access, text);
    text_add(text, trace_traits_of(at)->writes ? " to " : " of ");
    card_place_name(maker, at, access, text);
    card_end(maker, CARD_FACT, start)->thing =
        (Thing){THING_CELL, access->cell, 0, 0};
    card_add(maker, CARD_FACT, "thread %u", thread)->thing =
        (Thing){THING_THREAD, thread, 0, 0};
}
