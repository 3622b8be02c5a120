/* SPDX-License-Identifier: MIT
 *
 * card_bank - the cards of a bank and of a place in its queue.
 */
#include "card/card_maker.h"

typedef struct {
    uint64_t requests, all; /* at this bank, and at all */
    uint8_t longest;        /* queue, and the instruction that has it first */
    uint32_t slowest;
    uint64_t waits; /* instructions in which requests wait here */
} BankCard;

static void count_bank(const CardMaker *maker, uint32_t i, uint32_t bank,
                       BankCard *card)
{
    const Instruction *at = card_instruction(maker, i);
    uint8_t queues[TRACE_MAX_BANKS];

    if (!trace_is_shared(at))
        return;
    bank_cost(maker->trace, at, queues);
    uint8_t own = queues[bank];
    card->requests += own;
    card->all += at->lanes;
    card->waits += own > 1;
    if (own > card->longest) {
        card->longest = own;
        card->slowest = i;
    }
}

static void add_requests(CardMaker *maker, uint32_t bank)
{
    const Service *service = &maker->at.service;

    if (service->queues[bank] == 0)
        card_add(maker, CARD_FACT, "nobody asks for a word of it now");
    for (uint32_t place = 0; place < service->queues[bank]; ++place) {
        const Access *access =
            service->accesses + service_at(service, bank, place);
        size_t start = card_start(maker);
        text_add(&maker->card->texts, "now: T%u asks for ",
                 pointed_thread(&maker->at, access));
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
             (unsigned long long)card.waits, card_plural(card.waits));
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
    const Instruction *at = card_instruction(maker, maker->running);
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;
    card_does_where(maker, at, access, text);
    card_end(maker, CARD_FACT, start)->thing =
        (Thing){THING_CELL, access->cell, 0, 0};
    card_add(maker, CARD_FACT, "thread %u", thread)->thing =
        (Thing){THING_THREAD, thread, 0, 0};
}
