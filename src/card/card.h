/* SPDX-License-Identifier: MIT
 *
 * card - what is known about a thing of a trace at a moment: a title and short
 * lines, some of which lead to another moment or another thing.
 *
 *     cell 5, bank 1
 *     holds 10 (Σx4..x7)
 *     10 = 3 + 7 (Σx4..x5 and Σx6..x7)
 *     stored by T0 in step 3, line 78                          ►
 *     next load: T0 in step 4, line 75                         ►
 *     history: 3 stores, 4 loads
 *     step 1: T1 stores 0, line 66                             ►
 *
 * A card is a pure function of the analysed trace, the position and the thing.
 */
#ifndef UPSWEEP_CARD_H
#define UPSWEEP_CARD_H

#include "view/scene.h"

/* The kind of a line decides how it looks. */
typedef enum {
    CARD_FACT,
    CARD_HEAD,     /* heading of the lines below it */
    CARD_EVENT,    /* item of a list: something that happens at a moment */
    CARD_CONFLICT, /* why an access takes several cycles */
    CARD_FAULT     /* a race or a wrong value */
} CardKind;

#define CARD_NOWHERE SIZE_MAX

typedef struct {
    CardKind kind;
    size_t text;     /* offset in Card.texts */
    size_t position; /* where it leads in the whole trace; or CARD_NOWHERE */
    Thing thing; /* where it leads; THING_NONE: the card's thing stays chosen */
    bool now;    /* it happens at the moment */
} CardLine;

typedef struct {
    Text title, texts;
    CardLine *lines;
    size_t lines_count, lines_capacity;
} Card;

/* The card of THING, which ANALYSED has, after POSITION instructions; lists are
 * shortened unless FULL.  Free it with card_free. */
Card card_of(const AnalysedTrace *analysed, size_t position, const Thing *thing,
             bool full);
void card_free(Card *card);

const char *card_text(const Card *card, const CardLine *line);
/* True if LINE leads somewhere. */
bool card_leads(const CardLine *line);
/* Appends the card as text, one line each.  Events are indented; "*" marks what
 * happens now. */
void card_print(const Card *card, Text *text);

#endif
