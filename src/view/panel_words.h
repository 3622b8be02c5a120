/* SPDX-License-Identifier: MIT
 *
 * panel_words - the words of a panel: name, badge and one sentence over what is
 * drawn, and totals under it.
 *
 *     LeftRight                           [ no conflict here ]
 *     Each of the 4 lanes has its own bank: 1 cycle.
 *
 * A trace alone has its name in the title, and its sentence beside the badge.
 */
#ifndef UPSWEEP_PANEL_WORDS_H
#define UPSWEEP_PANEL_WORDS_H

#include "view/box.h"
#include "view/verdict_text.h"

/* What a panel leaves out for lack of room, from the first to the last. */
enum {
    RANK_TOTALS = 1,
    RANK_ARRAYS,
    RANK_DETAILS,
    RANK_FAULTS,
    RANK_WORDS, /* too long for the width */
    RANK_UPPER_OF_PROGRAM,
    RANK_FINDINGS,
    RANK_BLOCKS,
    RANK_UPPER,
    RANK_SENTENCE,
    RANK_SOURCE,
    RANK_MEMORY,
    RANK_BADGE
};

typedef struct {
    const View *view;
    Badge badge;
    Box *sign; /* the badge; NULL: there is none */
} PanelWords;

/* Adds the head of the panel of VIEW to COLUMN, which is WIDTH pixels wide. */
PanelWords panel_words_add(const View *view, Box *column, double width);
/* Adds the totals of the run so far. */
void panel_words_add_totals(const View *view, Box *column);
/* Draws the badge, once its box has a place; box_draw draws all others. */
void panel_words_draw(const PanelWords *words);
void panel_words_free(PanelWords *words);

#endif
