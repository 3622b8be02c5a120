/* SPDX-License-Identifier: MIT */
#include "card/card_maker.h"

#include <stdlib.h>

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
