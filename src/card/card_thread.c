/* SPDX-License-Identifier: MIT
 *
 * card_thread - the card of a thread: what it does now, its local variables,
 * its accesses in the step at hand, and in all.
 */
#include "card/card_maker.h"
#include "program/local_values.h"

#include <stdlib.h>

static void collect(const CardMaker *maker, uint32_t i, uint32_t thread,
                    CardEvents *events)
{
    const Instruction *at = card_instruction(maker, i);
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

/* A line of an access: "line 17: T2 loads 8 of cell 5". */
static void add_access(CardMaker *maker, const CardEvent *event)
{
    const Trace *trace = maker->trace;
    const Instruction *at = card_instruction(maker, event->instruction);
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    trace_line_name(trace, at, text);
    text_add(text, ": ");
    card_does_where(maker, at, event->access, text);
    card_lead(maker, card_end(maker, CARD_EVENT, start), event->instruction);
}

/* What the thread does in the step at hand. */
static void add_accesses_of_step(CardMaker *maker, uint32_t thread)
{
    const Trace *trace = maker->trace;
    uint32_t s = maker->at.running
                     ? card_instruction(maker, maker->running)->step
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
        add_access(maker, events.events + i);
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
            trace_traits_of(card_instruction(maker, event->instruction));
        brought += traits->brings;
        written += traits->writes;
        sums += event->access->sums;
        if (next < 0 && !card_is_done(maker, event->instruction))
            next = event->instruction;
    }
    free(events.events);
    if (next >= 0)
        card_moment(maker, "its next access is in", (uint32_t)next);
    else
        card_add(maker, CARD_FACT, "it makes no access any more");
    card_add(maker, CARD_FACT,
             "in all: reads %llu word%s, writes %llu, makes %llu sum%s",
             (unsigned long long)brought, card_plural(brought),
             (unsigned long long)written, (unsigned long long)sums,
             card_plural(sums));
}

/* What the thread does now, and if it waits, why. */
static void add_now(CardMaker *maker, uint32_t thread)
{
    bool any = false;

    for (int i = 0; maker->at.running && i < maker->at.running->lanes; ++i) {
        const Instruction *at = card_instruction(maker, maker->running);
        const Access *access = trace_accesses(maker->trace, at) + i;
        if (trace_thread(maker->trace, at, access) != thread)
            continue;
        size_t start = card_start(maker);
        Text *text = &maker->card->texts;
        text_add(text, "now: ");
        card_does_where(maker, at, access, text);
        CardLine *line = card_end(maker, CARD_FACT, start);
        if (trace_is_shared(at))
            line->thing = (Thing){THING_CELL, access->cell, 0, 0};
        card_why_wrong(maker, maker->running, access);
        if (!any && trace_is_shared(at)) {
            card_why_races(maker, RACE_SHARED, access->cell);
            card_why_waits(maker, bank_of(maker->trace, access->cell));
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
    add_accesses_of_step(maker, thread);
    add_totals(maker, thread);
}
