/* SPDX-License-Identifier: MIT */
#include "card/card.h"

#include <stdlib.h>

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
