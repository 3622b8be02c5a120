/* SPDX-License-Identifier: MIT
 *
 * block_layout - where launches, blocks and arrays stand in view_blocks.
 *
 *     chips     1 scan each block > [2 collect sums] > ...
 *     arrows          ┌───────────┐
 *     cards     │ block 0  │ block 1  │        line 0
 *               │ ■ prefix │ ▣ aggr.  │        line 1, where they publish
 *               │ sum 11   │ sum 14   │        the last line
 *     arrays    in  3 1 7 0 4 1 6 3            global_layout
 */
#ifndef UPSWEEP_BLOCK_LAYOUT_H
#define UPSWEEP_BLOCK_LAYOUT_H

#include "view/global_layout.h"

typedef struct {
    const View *view; /* of the whole trace */
    const Grid *grid; /* that runs */
    uint32_t grid_index;
    int pairs; /* array of pairs, one a tile; -1: none */
    Rect box, axis;
    Rect chips, arrows, cards; /* empty where there are none */
    Rect arrays;
    bool folded; /* cards are too narrow for words */
} BlockLayout;

/* Pixels that all of it would like. */
double block_layout_height(const View *whole);
BlockLayout block_layout(const View *whole, Rect box);

/* The card of a tile, and a line of it; when folded, its part of the strip. */
Rect block_layout_card(const BlockLayout *rows, uint32_t tile);
Rect block_layout_state(const BlockLayout *rows, uint32_t tile);
Rect block_layout_sums(const BlockLayout *rows, uint32_t tile);
/* A card within its border, and the height of a line. */
Rect block_layout_inside(const BlockLayout *rows, Rect card);
double block_layout_line(const View *view);

/* The block of the running grid that works on TILE; NULL if the trace lacks it.
 * And the tile that the running instruction's block works on. */
const Block *block_layout_block(const BlockLayout *rows, uint32_t tile);
uint32_t block_layout_running(const BlockLayout *rows);

#endif
