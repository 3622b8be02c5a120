/* SPDX-License-Identifier: MIT */
#include "card/card_maker.h"

#include "trace/variable.h"
#include "view/shown_value.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Lines ----------------------------------------------------------------*/

size_t card_start(const CardMaker *maker)
{
    return maker->card->texts.length;
}

CardLine *card_end(CardMaker *maker, CardKind kind, size_t start)
{
    Card *card = maker->card;
    CardLine line = {.kind = kind, .text = start, .position = CARD_NOWHERE};

    text_add_bytes(&card->texts, "", 1);
    base_push(card, lines, line);
    return card->lines + card->lines_count - 1;
}

CardLine *card_add(CardMaker *maker, CardKind kind, const char *format, ...)
{
    size_t start = card_start(maker);
    char text[512];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    text_add(&maker->card->texts, "%s", text);
    return card_end(maker, kind, start);
}

static size_t place_of(const CardMaker *maker, uint32_t instruction)
{
    return issue_order_place(maker->trace, maker->whole->order, instruction);
}

void card_lead(const CardMaker *maker, CardLine *line, uint32_t instruction)
{
    line->position = place_of(maker, instruction) + 1;
    line->now = line->position == maker->position;
}

bool card_is_done(const CardMaker *maker, uint32_t instruction)
{
    return place_of(maker, instruction) < maker->position;
}

uint32_t card_step(const CardMaker *maker, uint32_t instruction)
{
    return analysed_step(maker->whole, place_of(maker, instruction) + 1);
}

/* ---- Parts of sentences ---------------------------------------------------*/

static const Block *block_of(const CardMaker *maker, uint32_t instruction)
{
    const Trace *trace = maker->trace;

    return trace_block(trace,
                       trace_step(trace, trace->instructions + instruction));
}

void card_when(const CardMaker *maker, uint32_t instruction, Text *text)
{
    const Trace *trace = maker->trace;

    text_add(text, "step %u, ", card_step(maker, instruction));
    trace_line_name(trace, trace->instructions + instruction, text);
}

void card_cell_name(const CardMaker *maker, uint32_t cell, Text *text)
{
    variable_cell_name(maker->trace, maker->grid, cell, text);
}

void card_place_name(const CardMaker *maker, const Instruction *at,
                     const Access *access, Text *text)
{
    if (!trace_is_shuffle(at))
        variable_access_name(maker->trace, at, access, text);
}

void card_value(const CardMaker *maker, const Instruction *at,
                const Access *access, Word value, Text *text)
{
    const Trace *trace = maker->trace;
    char word[VALUE_TEXT];

    if (!trace_is_typed(trace))
        shown_value(trace->run.op, value, false, word);
    else if (trace_is_shared(at))
        variable_cell_value(trace, maker->grid, access->cell, value, word);
    else if (trace_is_global(at))
        variable_word_value(trace, at->array, access->cell, value, word);
    else
        value_format(trace->run.op, value, word);
    text_add(text, "%s", word);
}

void card_moved(const CardMaker *maker, const Instruction *at,
                const Access *access, Text *text)
{
    char number[VALUE_TEXT];

    if (trace_is_typed(maker->trace))
        text_add(text, "%s",
                 variable_access_value(maker->trace, at, access, number));
    else
        card_value(maker, at, access, access->value, text);
}

bool card_interval(const CardMaker *maker, Word interval, Text *text)
{
    char sum[VALUE_TEXT];

    if (maker->trace->run.op == OP_INTERVAL || !interval_is_range(interval))
        return false;
    text_add(text, "%s", value_format_interval(interval, sum));
    return true;
}

void card_thread(const CardMaker *maker, uint32_t instruction,
                 const Access *access, Text *text)
{
    const Block *block = block_of(maker, instruction);

    text_add(text, "T%u",
             trace_thread(maker->trace,
                          maker->trace->instructions + instruction, access));
    if (block != maker->block)
        text_add(text, " of block %u", block->index);
}

void card_does(const CardMaker *maker, const Instruction *at,
               const Access *access, Text *text)
{
    const AccessTraits *traits = trace_traits_of(at);

    text_add(text, "%s ", traits->verb);
    card_moved(maker, at, access, text);
    if (traits->space == SPACE_LANES)
        text_add(text, " of lane %u", access->cell);
}

/* ---- Lists of events ------------------------------------------------------*/

static void add_event(CardMaker *maker, const CardEvent *event)
{
    const Trace *trace = maker->trace;
    const Instruction *at = trace->instructions + event->instruction;
    size_t start = card_start(maker);
    Text *text = &maker->card->texts;

    text_add(text, "step %u: ", card_step(maker, event->instruction));
    card_thread(maker, event->instruction, event->access, text);
    text_add(text, " ");
    card_does(maker, at, event->access, text);
    text_add(text, ", ");
    trace_line_name(trace, at, text);
    card_lead(maker, card_end(maker, CARD_EVENT, start), event->instruction);
}

void card_list(CardMaker *maker, const CardEvents *list)
{
    size_t count = list->events_count, first = 0, end = count;

    if (!maker->full && count > CARD_EVENTS) {
        size_t now = 0;
        while (now < count &&
               card_is_done(maker, list->events[now].instruction))
            ++now;
        first = now > CARD_EVENTS / 2 ? now - CARD_EVENTS / 2 : 0;
        first = first + CARD_EVENTS > count ? count - CARD_EVENTS : first;
        end = first + CARD_EVENTS;
    }
    if (first)
        card_add(maker, CARD_EVENT, "%zu before", first);
    for (size_t i = first; i < end; ++i)
        add_event(maker, list->events + i);
    if (end < count)
        card_add(maker, CARD_EVENT, "%zu after", count - end);
}

void card_does_where(const CardMaker *maker, const Instruction *at,
                     const Access *access, Text *text)
{
    card_does(maker, at, access, text);
    if (trace_is_shuffle(at))
        return;
    text_add(text, trace_traits_of(at)->writes ? " to " : " of ");
    card_place_name(maker, at, access, text);
}

void card_moment(CardMaker *maker, const char *words, uint32_t instruction)
{
    size_t start = card_start(maker);

    text_add(&maker->card->texts, "%s ", words);
    card_when(maker, instruction, &maker->card->texts);
    card_lead(maker, card_end(maker, CARD_FACT, start), instruction);
}

const Instruction *card_instruction(const CardMaker *maker, uint32_t i)
{
    return maker->trace->instructions + i;
}

const BankCost *card_cost(const CardMaker *maker, uint32_t i)
{
    return maker->whole->banks.costs +
           issue_order_place(maker->trace, maker->whole->order, i);
}

const char *card_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}
