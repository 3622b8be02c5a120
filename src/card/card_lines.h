/* SPDX-License-Identifier: MIT
 *
 * card_lines - a card: a title and short lines, some of which lead to another
 * moment or another thing.  What they say is made by card.h.
 */
#ifndef UPSWEEP_CARD_LINES_H
#define UPSWEEP_CARD_LINES_H

#include "view/thing_text.h"

/* What a line is, from which its looks follow. */
typedef enum {
    CARD_FACT,
    CARD_HEAD,     /* of the lines below it */
    CARD_EVENT,    /* one of a list: something that happens at a moment */
    CARD_CONFLICT, /* why lanes wait */
    CARD_FAULT     /* a race, or a wrong word */
} CardKind;

#define CARD_NOWHERE SIZE_MAX

typedef struct {
    CardKind kind;
    size_t text;     /* offset in Card.texts */
    size_t position; /* of the whole trace, where it leads; or CARD_NOWHERE */
    Thing thing; /* that it leads to; THING_NONE: it keeps the card's thing */
    bool now;    /* it happens at the moment */
} CardLine;

typedef struct {
    Text title, texts;
    CardLine *lines;
    size_t lines_count, lines_capacity;
} Card;

void card_free(Card *card);

const char *card_text(const Card *card, const CardLine *line);
/* True if a line leads somewhere. */
bool card_leads(const CardLine *line);

/* Appends the card as text, a line each, events and what stands under a head
 * indented; "*" is before what happens now. */
void card_print(const Card *card, Text *text);

#endif
