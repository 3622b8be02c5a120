/* SPDX-License-Identifier: MIT
 *
 * band - what a lesson or a quiz says and asks, below the frame.
 *
 *     ├────────────────────────────────────────────────────────────┤
 *     │ Banks and conflicts · 5 of 15              [Page Down: next] │
 *     │ Stride 4                                                   │
 *     │ At level 2, the lanes store to cells 3, 7, 11 and 15. All  │
 *     │ of them are in bank 3.                                     │
 *     │ How many cycles?   1 two   2 three   3 four                │
 *     └────────────────────────────────────────────────────────────┘
 *
 * A question of the traces has a place for what is typed instead of choices.
 * Letters are as large as there is room for.  A choice carries THING_CHOICE and
 * its number, a key THING_ANSWER and its index; all else THING_SENTENCE.
 */
#ifndef UPSWEEP_BAND_H
#define UPSWEEP_BAND_H

#include "ask/turn.h"
#include "draw/layout.h"

enum { BAND_KEYS = 4 };

/* A key that can be clicked: "Return" is labelled "Enter: submit". */
typedef struct {
    const char *key, *label;
} BandKey;

/* The texts are the caller's. */
typedef struct {
    char head[200];           /* at the left of the first line */
    const char *title, *text; /* of paragraphs; NULL: none */
    Color ink;                /* of TEXT */
    const Question *question; /* NULL: nothing is asked */
    const char *wrong;       /* why the answer that was given is wrong; or "" */
    bool tells;              /* the answer is shown */
    const Turn *turn;        /* what is typed and answered; NULL: nobody does */
    BandKey keys[BAND_KEYS]; /* at the right of the first line */
    int keys_count;
} Band;

static inline void band_key(Band *band, const char *key, const char *label)
{
    BASE_CHECK(band->keys_count < BAND_KEYS);
    band->keys[band->keys_count++] = (BandKey){key, label};
}

/* The height in whole pixels of a band below a frame, together HEIGHT pixels;
 * PROJECTOR: for the last row. */
int band_height(double height, bool projector);
/* Draws BAND into BOX; UNIT and LEAST as in a View. */
void band_draw(DisplayList *list, const Band *band, Rect box, double unit,
               double least);

#endif
