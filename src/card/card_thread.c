/* SPDX-License-Identifier: MIT
 *
 * card_thread - cards of a thread, of a bank and of a place in its queue.
 */
#include "card/card_maker.h"
#include "program/local_values.h"

#include <stdlib.h>

/* ---- A thread -------------------------------------------------------------*/

/* Adds the accesses of THREAD in instructions FIRST to END - 1. */
static CardEvents accesses_of(const CardMaker *maker, uint32_t thread,
                              uint32_t first, uint32_t end)
{
    CardEvents events = {0};

    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = card_instruction(maker, i);
        const Access *access = trace_accesses(maker->trace, at);
        for (int lane = 0; lane < at->lanes; ++lane) {
            CardEvent event = {i, access + lane};
            if (trace_thread(maker->trace, at, access + lane) == thread)
                base_push(&events, events, event);
        }
    }
    return events;
}

/* What the thread does now and, if that takes several cycles, why. */
static void add_now(CardMaker *maker, uint32_t thread)
{
    if (!maker->at.running)
        return;
    const Instruction *at = card_instruction(maker, maker->running);
    CardEvents events =
        accesses_of(maker, thread, maker->running, maker->running + 1);

    for (size_t i = 0; i < events.events_count; ++i) {
        const CardEvent *event = events.events + i;
        CardLine *line =
            card_event(maker, CARD_FACT, event, "now: {does}{where}");
        if (trace_is_shared(at))
            card_lead_to(line, RACE_SHARED, event->access->cell);
        card_why_wrong(maker, event);
        if (i == 0 && trace_is_shared(at)) {
            card_why_races(maker, RACE_SHARED, event->access->cell);
            card_why_waits(maker, bank_of(maker->trace, event->access->cell));
        }
    }
    if (events.events_count == 0)
        card_add(maker, CARD_FACT, "idle in this instruction");
    free(events.events);
}

/* "locals: ai = 9, bi = 11". */
static void add_locals(CardMaker *maker, uint32_t thread)
{
    const Trace *trace = maker->trace;
    size_t count = 0;
    Text text = {0};

    if (trace->locals_count == 0 || !maker->at.running)
        return;
    LocalValue *locals = trace_locals(trace, maker->running, thread, &count);
    for (size_t i = 0; i < count; ++i) {
        text_add(&text,
                 "%s%s = ", i ? ", " : "locals: ", locals[i].local->name);
        local_value_add(trace, maker->grid, locals[i].local, locals[i].value,
                        &text);
    }
    free(locals);
    card_add(maker, CARD_FACT, "%s", count ? text.text : "no local variables");
    text_free(&text);
}

static void add_accesses_of_step(CardMaker *maker, uint32_t thread)
{
    const Trace *trace = maker->trace;
    uint32_t s = maker->at.running
                     ? card_instruction(maker, maker->running)->step
                     : maker->block->first_step;
    const Step *step = trace->steps + s;
    uint32_t first = step->first_instruction;
    CardEvents events =
        accesses_of(maker, thread, first, first + step->instruction_count);
    Text name = {0};

    trace_step_name(trace, step, ", ", &name);
    card_add(maker, CARD_HEAD, "in step %u (%s)%s",
             step->instruction_count ? card_step(maker, first) : s + 1,
             name.text, events.events_count ? "" : ": no access");
    text_free(&name);
    card_list(maker, &events, "{line}: {does}{where}");
}

static void add_totals(CardMaker *maker, uint32_t thread)
{
    CardEvents events = accesses_of(maker, thread, maker->first, maker->end);
    uint64_t loads = 0, stores = 0, additions = 0;
    size_t next = 0;

    for (size_t i = 0; i < events.events_count; ++i) {
        const CardEvent *event = events.events + i;
        const AccessTraits *traits =
            trace_traits_of(card_instruction(maker, event->instruction));
        loads += traits->brings;
        stores += traits->writes;
        additions += event->access->sums;
    }
    while (next < events.events_count &&
           card_is_done(maker, events.events[next].instruction))
        ++next;
    if (next < events.events_count)
        card_moment(maker, events.events[next].instruction,
                    "next access: {step}, {line}");
    else
        card_add(maker, CARD_FACT, "no further access");
    card_add(maker, CARD_FACT,
             "in total: %llu load{s}, %llu store{s}, %llu addition{s}",
             (unsigned long long)loads, (unsigned long long)stores,
             (unsigned long long)additions);
    free(events.events);
}

void card_make_thread(CardMaker *maker)
{
    uint32_t thread = maker->thing->a, k = maker->trace->run.k;
    uint32_t threads = maker->trace->grids[maker->grid].threads;
    Text *title = &maker->card->title;

    text_add(title, "thread %u, lane %u of warp %u", thread, thread % k,
             thread / k);
    if (maker->trace->blocks_count > 1)
        text_add(title, ", block %u", maker->block->index);
    if (thread >= threads) {
        card_add(maker, CARD_FACT, "this block has %u thread{s}", threads);
        return;
    }
    add_now(maker, thread);
    add_locals(maker, thread);
    add_accesses_of_step(maker, thread);
    add_totals(maker, thread);
}

/* ---- A bank ---------------------------------------------------------------*/

static void add_requests(CardMaker *maker, uint32_t bank)
{
    const Service *service = &maker->at.service;

    if (service->queues[bank] == 0)
        card_add(maker, CARD_FACT, "now: no request");
    else if (service->queues[bank] > 1)
        card_why_waits(maker, bank);
    else {
        CardEvent event = {maker->running,
                           service->accesses + service_at(service, bank, 0)};
        card_lead_to(card_event(maker, CARD_FACT, &event,
                                "now: {who} {does}{where}"),
                     RACE_SHARED, event.access->cell);
    }
}

static void add_requests_of_block(CardMaker *maker, uint32_t bank)
{
    uint64_t own = 0, all = 0, several = 0;
    uint32_t longest = 0, slowest = 0;

    for (uint32_t i = maker->first; i < maker->end; ++i) {
        const Instruction *at = card_instruction(maker, i);
        uint8_t queues[TRACE_MAX_BANKS];
        if (!trace_is_shared(at))
            continue;
        bank_cost(maker->trace, at, queues);
        own += queues[bank];
        all += at->lanes;
        several += queues[bank] > 1;
        if (queues[bank] > longest) {
            longest = queues[bank];
            slowest = i;
        }
    }
    card_add(maker, CARD_FACT, "%llu of the %llu requests of this %s",
             (unsigned long long)own, (unsigned long long)all,
             maker->trace->blocks_count > 1 ? "block" : "run");
    if (longest < 2) {
        card_add(maker, CARD_FACT, "never two requests at once");
        return;
    }
    card_add(maker, CARD_FACT,
             "several requests at once in %llu instruction{s}",
             (unsigned long long)several);
    card_event(maker, CARD_FACT, &(CardEvent){slowest, NULL},
               "most: %u requests in {step}, {line}", longest);
}

void card_make_bank(CardMaker *maker)
{
    const Run *run = &maker->trace->run;
    uint32_t bank = maker->thing->a;

    text_add(&maker->card->title, "bank %u of %u", bank, run->k);
    add_requests(maker, bank);
    card_add(maker, CARD_FACT, "holds cells %u, %u, %u, ...: %u of %u", bank,
             bank + run->k, bank + 2 * run->k,
             bank < run->words ? (run->words - bank - 1) / run->k + 1 : 0,
             run->words);
    add_requests_of_block(maker, bank);
}

void card_make_place(CardMaker *maker)
{
    CardEvent event = {maker->running, thing_access(&maker->at, maker->thing)};
    uint32_t bank = maker->thing->a;
    Text *title = &maker->card->title;

    text_add(title, "bank %u, place %u in its queue", bank,
             maker->thing->b + 1);
    if (!event.access) {
        card_add(maker, CARD_FACT, "empty now");
        return;
    }
    uint32_t thread = trace_thread(maker->at.analysed->trace, maker->at.running,
                                   event.access);
    text_add(title, ": T%u", thread);
    card_why_races(maker, RACE_SHARED, event.access->cell);
    card_why_waits(maker, bank);
    card_lead_to(card_event(maker, CARD_FACT, &event, "{does}{where}"),
                 RACE_SHARED, event.access->cell);
    card_add(maker, CARD_FACT, "thread %u", thread)->thing =
        (Thing){THING_THREAD, thread, 0, 0};
}
