/* SPDX-License-Identifier: MIT
 *
 * card_panel - draws a card at a side of the frame.
 *
 *     ┌───────────────────────────────┐
 *     │ cell 28, bank 0               │
 *     │ why they wait: 4 requests ... │   a conflict, in its colour and strong
 *     │   T0: cell 8 = 2·4 + 0 ...  ▸ │   a link; the chosen one has a frame
 *     │ holds 34, which is Σx16..x23  │
 *     │ 7 more lines                  │
 *     │ arrows: the next · Escape     │
 *     └───────────────────────────────┘
 *
 * Lines carry THING_CARD and their number, from 1; the ground has number 0.
 */
#ifndef UPSWEEP_CARD_PANEL_H
#define UPSWEEP_CARD_PANEL_H

#include "card/card.h"
#include "draw/layout.h"

typedef struct {
    const Card *card;
    int link;         /* the line that Enter follows; -1: none */
    bool left;        /* it stands at the left side */
    const char *hint; /* what keys do, the last line */
} CardPanel;

/* The place of the panel over ABOVE, as high as ABOVE. */
Rect card_panel_column(Rect above, double unit, bool left);
/* Draws the panel over ABOVE.  UNIT is the pixels of a pixel at 1080 lines,
 * LEAST the smallest size of text. */
void card_panel_draw(DisplayList *list, const CardPanel *panel, Rect above,
                     double unit, double least);

#endif
