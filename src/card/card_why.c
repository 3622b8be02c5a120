/* SPDX-License-Identifier: MIT
 *
 * card_why - why an access takes several cycles, why two accesses race, where a
 * value became wrong, and what a barrier protects.
 */
#include "card/card_maker.h"

#include "analysis/barrier.h"
#include "analysis/race.h"
#include "trace/variable.h"

#include <stdio.h>

/* ---- Conflicts ------------------------------------------------------------*/

/* "T2: cell 28 = 7·4 + 0, bank 0, after T0". */
static void add_request(CardMaker *maker, const Access *access,
                        const Access *before)
{
    const Trace *trace = maker->trace;
    const Instruction *at = card_instruction(maker, maker->running);
    uint32_t cell = access->cell;
    char after[24] = "";

    if (before)
        snprintf(after, sizeof after, ", after T%u",
                 trace_thread(trace, at, before));
    card_lead_to(card_add(maker, CARD_EVENT,
                          "T%u: cell %u = %u·%u + %u, bank %u%s",
                          trace_thread(trace, at, access), cell,
                          bank_row(trace, cell), trace->run.k,
                          bank_of(trace, cell), bank_of(trace, cell), after),
                 RACE_SHARED, cell);
}

void card_why_waits(CardMaker *maker, uint32_t bank)
{
    const Service *service = &maker->at.service;
    uint32_t requests = service->queues[bank], cycles = 1, most = requests;
    const Access *before = NULL;

    if (requests < 2)
        return;
    for (uint32_t place = 0; place < requests; ++place) {
        uint32_t rank = service->ranks[service_at(service, bank, place)];
        cycles = rank + 1 > cycles ? rank + 1 : cycles;
    }
    if (cycles == 1)
        card_add(maker, CARD_FACT,
                 "broadcast: %u lanes read the same cell of bank %u, 1 cycle",
                 requests, bank);
    else if (trace_traits_of(service->at)->serial)
        card_add(maker, CARD_CONFLICT,
                 "%u atomic operations at bank %u, one a cycle: %u cycles",
                 requests, bank, cycles);
    else
        card_add(maker, CARD_CONFLICT,
                 "%u-way conflict: %u lanes access %u cells of bank %u, "
                 "%u cycles",
                 cycles, requests, cycles, bank, cycles);
    if (!maker->full && most > CARD_EVENTS)
        most = CARD_EVENTS;
    for (uint32_t place = 0; place < most; ++place) {
        const Access *access =
            maker->at.accesses + service_at(service, bank, place);
        add_request(maker, access, cycles > 1 ? before : NULL);
        before = access;
    }
    if (most < requests)
        card_add(maker, CARD_EVENT, "%u later", requests - most);
}

/* ---- Races ----------------------------------------------------------------*/

/* "T4 loads from it in step 2, line 31". */
static void add_side(CardMaker *maker, const ThreadAccess *side)
{
    const Block *block = maker->trace->blocks + side->block;
    const AccessTraits *is = trace_traits((AccessKind)side->kind);
    char where[32] = "";

    if (block != maker->block)
        snprintf(where, sizeof where, " of block %u", block->index);
    card_event(maker, CARD_EVENT, &(CardEvent){side->instruction, NULL},
               "T%u%s %s in {step}, {line}", side->thread, where,
               !is->writes   ? "loads it"
               : !is->brings ? "stores to it"
                             : "updates it");
}

static void add_race(CardMaker *maker, const Race *race, uint32_t more)
{
    Text remedy = {0};

    card_add(maker, CARD_FAULT, "race in step %u: either access may come first",
             card_step(maker, race->first.instruction));
    add_side(maker, &race->first);
    add_side(maker, &race->second);
    race_remedy_explain(maker->trace, race, &maker->whole->races, &remedy);
    if (remedy.length)
        card_add(maker, CARD_EVENT, "fix: %s", remedy.text);
    text_free(&remedy);
    if (more)
        card_add(maker, CARD_EVENT, "races here in %u other step{s}", more);
}

void card_why_races(CardMaker *maker, uint8_t array, uint32_t cell)
{
    const Trace *trace = maker->trace;
    const RaceList *races = &maker->whole->races;
    const Race *found = NULL;
    uint32_t count = 0, step = UINT32_MAX;

    if (maker->at.running)
        step = card_instruction(maker, maker->running)->step;
    for (size_t r = 0; r < races->races_count; ++r) {
        const Race *race = races->races + r;
        const Block *block = trace->blocks + race->block;
        if (race->array != array || race->cell != cell ||
            (array == RACE_SHARED ? block != maker->block
                                  : block->grid != maker->grid))
            continue;
        ++count;
        if (!found || race->step == step)
            found = race;
    }
    if (found)
        add_race(maker, found, count - 1);
}

/* ---- Wrong values ---------------------------------------------------------*/

static uint8_t wrong_at(const CardMaker *maker, const Access *access)
{
    const WrongWords *wrong = &maker->whole->wrong;

    return wrong->accesses ? wrong->accesses[access - maker->trace->accesses]
                           : 0;
}

/* Moves *AT back, not before instruction FIRST: from a load to the store that
 * it sees, from a store to the wrong value that its thread got last.  False if
 * the value was right there. */
static bool step_back(const CardMaker *maker, CardEvent *at, uint32_t first)
{
    const Trace *trace = maker->trace;
    const Instruction *own = card_instruction(maker, at->instruction);
    bool loads = trace_traits_of(own)->brings, shared = trace_is_shared(own);

    for (uint32_t i = at->instruction; !trace_is_shuffle(own) && i-- > first;) {
        const Instruction *before = card_instruction(maker, i);
        const AccessTraits *is = trace_traits_of(before);
        if (loads ? !is->writes || trace_is_shared(before) != shared ||
                        (!shared && before->array != own->array)
                  : !is->brings || before->warp != own->warp)
            continue;
        const Access *access = trace_accesses(trace, before) + before->lanes;
        for (int lane = before->lanes; lane-- > 0;) {
            --access;
            if (loads ? access->cell != at->access->cell
                      : access->lane != at->access->lane ||
                            !wrong_at(maker, access))
                continue;
            *at = (CardEvent){i, access};
            return wrong_at(maker, access) != 0;
        }
    }
    return false;
}

/* The two operands of the sum that made a value wrong. */
static void add_operands(CardMaker *maker, const CardEvent *event)
{
    const Sum *sum = trace_last_sum(maker->trace, event->access);
    char left[VALUE_TEXT], right[VALUE_TEXT];

    if (!sum ||
        interval_join(sum->left_interval, sum->right_interval) !=
            INTERVAL_TOP ||
        sum->left_interval == INTERVAL_TOP ||
        sum->right_interval == INTERVAL_TOP)
        return;
    card_add(maker, CARD_EVENT, "it adds %s and %s, which are not adjacent",
             value_format_interval(sum->left_interval, left),
             value_format_interval(sum->right_interval, right));
}

static void add_path(CardMaker *maker, CardEvent at)
{
    enum { MOST = 64 }; /* accesses on the path */
    const Trace *trace = maker->trace;
    uint32_t first, end;

    trace_block_instructions(
        trace,
        trace_block(trace,
                    trace_step(trace, card_instruction(maker, at.instruction))),
        &first, &end);
    for (int i = 0; i < MOST; ++i) {
        bool arises = wrong_at(maker, at.access) & WRONG_ARISES;
        if (i == 0 || arises ||
            trace_traits_of(card_instruction(maker, at.instruction))->writes)
            card_event(maker, CARD_EVENT, &at,
                       "%s{who} {does}{where} in {step}, {line}",
                       arises ? "first wrong: " : "");
        if (arises)
            add_operands(maker, &at);
        if (arises || !step_back(maker, &at, first))
            return;
    }
}

void card_why_wrong(CardMaker *maker, const CardEvent *event)
{
    const WrongWords *wrong = &maker->whole->wrong;
    Text sum = {0};

    if (!wrong_words_at(wrong, maker->trace, event->access))
        return;
    card_add(maker, CARD_FAULT, "wrong value; its path back:");
    add_path(maker, *event);
    if (wrong->accesses && wrong->lost.interval != INTERVAL_UNSET &&
        card_interval(maker, wrong->lost.interval, &sum)) {
        CardLine *line = card_add(maker, CARD_EVENT,
                                  "the first wrong output needs %s, which was "
                                  "overwritten in cell %u",
                                  sum.text, wrong->lost.cell);
        card_lead(maker, line, wrong->lost.instruction);
        card_lead_to(line, RACE_SHARED, wrong->lost.cell);
    }
    text_free(&sum);
}

/* ---- Barriers -------------------------------------------------------------*/

/* The first place that a barrier protects, and the two accesses there. */
static void add_protected(CardMaker *maker, const Race *race)
{
    const Trace *trace = maker->trace;
    Text name = {0};

    if (race->array == RACE_SHARED)
        variable_cell_name(trace, trace->blocks[race->block].grid, race->cell,
                           &name);
    else
        variable_word_name(trace, race->array, race->cell, &name);
    card_lead_to(card_add(maker, CARD_EVENT,
                          "for example %s: without it, these accesses race",
                          name.text),
                 race->array, race->cell);
    text_free(&name);
    add_side(maker, &race->first);
    add_side(maker, &race->second);
}

void card_why_barrier(CardMaker *maker, uint32_t step)
{
    const Trace *trace = maker->trace;
    Barrier barrier = barrier_behind(trace, step);
    bool cut =
        trace_is_cut(trace, trace->blocks[trace->steps[step].block].grid);
    char cells[48] = "", words[80] = "";

    if (!barrier.exists) {
        card_add(maker, CARD_HEAD,
                 cut ? "the launch ended early in this step"
                     : "the block ends with this step");
        return;
    }
    if (barrier.cells)
        snprintf(cells, sizeof cells, " %u cell{s}%s", barrier.cells,
                 barrier.words ? " and" : "");
    if (barrier.words)
        snprintf(words, sizeof words, " %u element{s} of global memory",
                 barrier.words);
    card_add(maker, CARD_HEAD, "the barrier after it protects%s%s%s", cells,
             words,
             barrier.cells + barrier.words ? ""
             : cut ? " nothing before the launch ended early"
                   : " nothing: no thread uses another's data across it");
    if (barrier.cells + barrier.words)
        add_protected(maker, &barrier.first);
}
