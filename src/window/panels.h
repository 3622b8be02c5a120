/* SPDX-License-Identifier: MIT
 *
 * panels - what the window shows over the picture: the card of a thing, why
 * there is no newer trace, the glossary, the keys, and messages.
 *
 *     ┌───────────────────────────────┐
 *     │ cell 28, bank 0             × │
 *     │ why they wait: 4 requests ... │   a conflict, in its colour and strong
 *     │   T0: cell 8 = 2·4 + 0 ...  > │   a link
 *     │ holds 34, which is Σx16..x23  │
 *     │ 7 more lines                  │
 *     └───────────────────────────────┘
 *
 * All but the card return true if they are to be closed.
 */
#ifndef UPSWEEP_PANELS_H
#define UPSWEEP_PANELS_H

#include "card/card.h"
#include "ui/ui.h"

typedef struct {
    int line;    /* that was pressed, from 0; or -1 */
    bool closes; /* the card */
} CardAnswer;

/* CARD at a side of ABOVE, from line *FIRST on if it is too long. */
CardAnswer panel_card(Ui *ui, const Card *card, bool left, Rect above,
                      int *first);
/* In the upper half of ABOVE, which leaves what runs in sight. */
bool panel_fault(Ui *ui, const char *title, const char *lines, Rect above);
bool panel_words(Ui *ui, Rect above, int *first);
bool panel_keys(Ui *ui, Rect above, int *first);
/* A line at the lower end of ABOVE; nothing closes it. */
void panel_message(Ui *ui, const char *message, bool alarm, Rect above);

#endif
