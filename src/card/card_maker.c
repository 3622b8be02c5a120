/* SPDX-License-Identifier: MIT */
#include "card/card_maker.h"

#include "say/statement.h"
#include "trace/variable.h"
#include "view/shown_value.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const Instruction *card_instruction(const CardMaker *maker, uint32_t i)
{
    return maker->trace->instructions + i;
}

static size_t place_of(const CardMaker *maker, uint32_t instruction)
{
    return issue_order_place(maker->trace, maker->whole->order, instruction);
}

const BankCost *card_cost(const CardMaker *maker, uint32_t i)
{
    return maker->whole->banks.costs + place_of(maker, i);
}

bool card_is_done(const CardMaker *maker, uint32_t instruction)
{
    return place_of(maker, instruction) < maker->position;
}

uint32_t card_step(const CardMaker *maker, uint32_t instruction)
{
    return analysed_step(maker->whole, place_of(maker, instruction) + 1);
}

/* ---- Parts of lines -------------------------------------------------------*/

void card_value(const CardMaker *maker, const CardEvent *event, Word value,
                Text *text)
{
    const Trace *trace = maker->trace;
    const Instruction *at = card_instruction(maker, event->instruction);
    uint32_t cell = event->access->cell;
    char word[VALUE_TEXT];

    if (!trace_is_typed(trace))
        shown_value(trace->run.op, value, false, word);
    else if (trace_is_shared(at))
        variable_cell_value(trace, maker->grid, cell, value, word);
    else if (trace_is_global(at))
        variable_word_value(trace, at->array, cell, value, word);
    else
        value_format(trace->run.op, value, word);
    text_add(text, "%s", word);
}

void card_moved(const CardMaker *maker, const CardEvent *event, Text *text)
{
    char number[VALUE_TEXT];

    if (trace_is_typed(maker->trace))
        text_add(text, "%s",
                 variable_access_value(maker->trace,
                                       card_instruction(maker,
                                                        event->instruction),
                                       event->access, number));
    else
        card_value(maker, event, event->access->value, text);
}

bool card_interval(const CardMaker *maker, Word interval, Text *text)
{
    char sum[VALUE_TEXT];

    if (maker->trace->run.op == OP_INTERVAL || !interval_is_range(interval))
        return false;
    text_add(text, "%s", value_format_interval(interval, sum));
    return true;
}

/* What the parts of a template are about. */
typedef struct {
    const CardMaker *maker;
    const CardEvent *event;
    const Instruction *at; /* of the event */
} About;

static void add_who(const void *data, Text *text)
{
    const About *about = data;
    const Trace *trace = about->maker->trace;
    const Block *block = trace_block(trace, trace_step(trace, about->at));

    text_add(text, "T%u", trace_thread(trace, about->at, about->event->access));
    if (block != about->maker->block)
        text_add(text, " of block %u", block->index);
}

static void add_does(const void *data, Text *text)
{
    const About *about = data;
    const AccessTraits *is = trace_traits_of(about->at);

    text_add(text, "%s ",
             is->space == SPACE_LANES   ? "takes"
             : is->brings && is->writes ? "updates"
                                        : is->verb);
    card_moved(about->maker, about->event, text);
    if (is->space == SPACE_LANES)
        text_add(text, " from lane %u", about->event->access->cell);
}

static void add_where(const void *data, Text *text)
{
    const About *about = data;
    const AccessTraits *is = trace_traits_of(about->at);

    if (is->space == SPACE_LANES)
        return;
    text_add(text, !is->writes ? " from " : !is->brings ? " to " : " in ");
    variable_access_name(about->maker->trace, about->at, about->event->access,
                         text);
}

static void add_bank(const void *data, Text *text)
{
    const About *about = data;

    if (trace_is_shared(about->at))
        text_add(text, ", bank %u",
                 bank_of(about->maker->trace, about->event->access->cell));
}

static void add_step(const void *data, Text *text)
{
    const About *about = data;

    text_add(text, "step %u",
             card_step(about->maker, about->event->instruction));
}

static void add_line(const void *data, Text *text)
{
    const About *about = data;

    trace_line_name(about->maker->trace, about->at, text);
}

static const TemplatePart parts[] = {
    {"{step}", add_step}, {"{line}", add_line},   {"{who}", add_who},
    {"{does}", add_does}, {"{where}", add_where}, {"{bank}", add_bank},
    {NULL, NULL},
};

/* ---- Lines ----------------------------------------------------------------*/

/* Appends WORDS with "{s}" and "{es}" replaced: by nothing, if the number
 * before it is 1. */
static void write_plurals(const char *words, Text *text)
{
    bool one = false;

    for (const char *at = words; *at;) {
        size_t digits = strspn(at, "0123456789");
        size_t mark = strncmp(at, "{s}", 3) == 0    ? 3
                      : strncmp(at, "{es}", 4) == 0 ? 4
                                                    : 0;
        if (digits)
            one = digits == 1 && *at == '1';
        if (!mark)
            text_add_bytes(text, at, digits ? digits : 1);
        else if (!one)
            text_add_bytes(text, at + 1, mark - 2);
        at += mark ? mark : digits ? digits : 1;
    }
}

void card_lead(const CardMaker *maker, CardLine *line, uint32_t instruction)
{
    line->position = place_of(maker, instruction) + 1;
    line->now = line->position == maker->position;
}

void card_lead_to(CardLine *line, uint8_t array, uint32_t cell)
{
    line->thing = array == RACE_SHARED ? (Thing){THING_CELL, cell, 0, 0}
                                       : (Thing){THING_WORD, array, cell, 0};
}

/* Adds a line, with parts about EVENT unless it is NULL. */
static CardLine *add_words(CardMaker *maker, CardKind kind,
                           const CardEvent *event, const char *format,
                           va_list list)
{
    Card *card = maker->card;
    CardLine line = {.kind = kind,
                     .text = card->texts.length,
                     .position = CARD_NOWHERE};
    Text plain = {0}, words = {0};

    text_add_list(&plain, format, list);
    write_plurals(plain.text, &words);
    text_free(&plain);
    if (event) {
        About about = {maker, event,
                       card_instruction(maker, event->instruction)};
        template_write(words.text, parts, &about, &card->texts);
        if (strstr(words.text, "{step}") || strstr(words.text, "{line}"))
            card_lead(maker, &line, event->instruction);
    } else {
        text_add(&card->texts, "%s", words.text);
    }
    text_free(&words);
    text_add_bytes(&card->texts, "", 1);
    base_push(card, lines, line);
    return card->lines + card->lines_count - 1;
}

CardLine *card_event(CardMaker *maker, CardKind kind, const CardEvent *event,
                     const char *format, ...)
{
    va_list list;

    va_start(list, format);
    CardLine *line = add_words(maker, kind, event, format, list);
    va_end(list);
    return line;
}

CardLine *card_add(CardMaker *maker, CardKind kind, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    CardLine *line = add_words(maker, kind, NULL, format, list);
    va_end(list);
    return line;
}

CardLine *card_moment(CardMaker *maker, uint32_t instruction,
                      const char *format)
{
    return card_event(maker, CARD_FACT, &(CardEvent){instruction, NULL}, "%s",
                      format);
}

void card_list(CardMaker *maker, CardEvents *list, const char *format)
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
        card_add(maker, CARD_EVENT, "%zu earlier", first);
    for (size_t i = first; i < end; ++i)
        card_event(maker, CARD_EVENT, list->events + i, "%s", format);
    if (end < count)
        card_add(maker, CARD_EVENT, "%zu later", count - end);
    free(list->events);
}

/* ---- Cards ----------------------------------------------------------------*/

static CardMake *const makers[THING_LAST_POINTED + 1] = {
    [THING_THREAD] = card_make_thread,
    [THING_NODE] = card_make_node,
    [THING_CELL] = card_make_cell,
    [THING_BANK] = card_make_bank,
    [THING_PLACE] = card_make_place,
    [THING_LINE] = card_make_line,
    [THING_INSTRUCTION] = card_make_instruction,
    [THING_STEP] = card_make_step,
    [THING_BLOCK] = card_make_block,
    [THING_LAUNCH] = card_make_launch,
    [THING_WORD] = card_make_word,
};

static CardMaker maker_of(Card *card, const AnalysedTrace *analysed,
                          size_t position, const Thing *thing)
{
    Scene scene = {.analysed_traces = {analysed},
                   .count = 1,
                   .positions = {position}};
    CardMaker maker = {.card = card,
                       .thing = thing,
                       .at = pointed_trace(&scene, 0),
                       .whole = analysed,
                       .trace = analysed->trace,
                       .block = analysed->trace->blocks,
                       .position = position};
    const Trace *trace = maker.trace;

    if (position) {
        maker.running = (uint32_t)analysed_running(analysed, position);
        maker.block = trace_block(trace, trace_step(trace, trace->instructions +
                                                               maker.running));
    }
    maker.grid = maker.block->grid;
    trace_block_instructions(trace, maker.block, &maker.first, &maker.end);
    maker.done = maker.first + issue_order_done(trace, analysed->order,
                                                maker.block, position);
    return maker;
}

Card card_of(const AnalysedTrace *analysed, size_t position, const Thing *thing,
             bool full)
{
    Card card = {.lines = NULL};

    BASE_CHECK(thing->kind && thing->kind <= THING_LAST_POINTED);
    if (analysed->trace->blocks_count == 0) {
        text_add(&card.title, "nothing ran");
        return card;
    }
    CardMaker maker = maker_of(&card, analysed, position, thing);
    maker.full = full;
    makers[thing->kind](&maker);
    return card;
}

void card_free(Card *card)
{
    text_free(&card->title);
    text_free(&card->texts);
    free(card->lines);
    *card = (Card){.lines = NULL};
}

const char *card_text(const Card *card, const CardLine *line)
{
    return card->texts.text + line->text;
}

bool card_leads(const CardLine *line)
{
    return line->position != CARD_NOWHERE || line->thing.kind != THING_NONE;
}

void card_print(const Card *card, Text *text)
{
    text_add(text, "%s\n", card->title.text);
    for (size_t i = 0; i < card->lines_count; ++i) {
        const CardLine *line = card->lines + i;
        bool event = line->kind == CARD_EVENT;
        text_add(text, "%s%s%s\n", event ? "  " : "",
                 event && line->now ? "* " : "  ", card_text(card, line));
    }
}
