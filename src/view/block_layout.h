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
 *
 * A card is over the inputs of its tile.  Where the last tile has so few of
 * them that its name would not fit, its card is wider, and the others are
 * narrower.
 */
#ifndef UPSWEEP_BLOCK_LAYOUT_H
#define UPSWEEP_BLOCK_LAYOUT_H

#include "moment/block_state.h"
#include "view/global_layout.h"

typedef struct {
    const View *view; /* of the whole trace */
    const Grid *grid; /* the running launch */
    uint32_t grid_index;
    int statuses; /* array of the tiles' statuses; -1: none */
    Rect box, axis;
    Rect chips, arrows, cards; /* empty where there are none */
    Rect arrays;
    bool folded; /* cards are too narrow for words */
    double last; /* width of the last card; 0: its inputs' width */
} BlockLayout;

/* The preferred height in pixels. */
double block_layout_height(const View *whole);
/* The layout of WHOLE (see view_whole) in BOX. */
BlockLayout block_layout(const View *whole, Rect box);

/* The card of a tile, its line of the status, and its line of the sum; when
 * folded, the part of the strip that stands for the tile. */
Rect block_layout_card(const BlockLayout *rows, uint32_t tile);
Rect block_layout_state(const BlockLayout *rows, uint32_t tile);
Rect block_layout_sums(const BlockLayout *rows, uint32_t tile);
/* The inside of a card, within its border; the height of a line in pixels. */
Rect block_layout_inside(const BlockLayout *rows, Rect card);
double block_layout_line(const View *view);

/* The block of the running launch that works on TILE, or NULL if the trace has
 * no such block; the tile of the block that runs. */
const Block *block_layout_block(const BlockLayout *rows, uint32_t tile);
uint32_t block_layout_running(const BlockLayout *rows);

#endif
