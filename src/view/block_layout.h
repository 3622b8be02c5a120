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
#include "view/view.h"

/* Where the arrays of global memory stand in view_global, and what they hold.
 *
 *     title     global memory, G so far: ...
 *     y[in]     in        3  1  7  0 | 4  1  6  3      words over the inputs,
 *     y[sums]   sums     [    11    ] [    14    ]     the axis
 *
 * In most arrays a number is a word.  In a program's it may be two words,
 * which are drawn as one box, or a part of a word. */
enum { GLOBAL_LAYOUT_MOST = 64 };

typedef struct {
    const View *view; /* of the whole trace, see view_whole */
    Rect box, title, axis;
    double row; /* height */
    int count;
    uint64_t shown; /* the arrays that are shown: bit i for array i */
    double y[GLOBAL_LAYOUT_MOST];
} GlobalLayout;

/* Where a number stands: in its first word and perhaps the next one, or in a
 * part of the first one. */
typedef struct {
    uint32_t first, words;
    uint32_t part, parts; /* part 0 of 1: all of it */
    uint8_t bytes;        /* of the first word: bit i for byte i */
} GlobalPlace;

/* The part of the axis above the inputs SPAN, at height Y and H high; its width
 * is 0 if SPAN is not an interval of inputs. */
Rect global_layout_span(const View *whole, Rect axis, Word span, double y,
                        double h);
/* The preferred height of all rows, pixels. */
double global_layout_height(const View *whole);
/* The layout of WHOLE (see view_whole) in BOX. */
GlobalLayout global_layout(const View *whole, Rect box);
/* True if ARRAY is shown. */
bool global_layout_has(const GlobalLayout *rows, uint8_t array);
/* The box of word I of an array that is shown. */
Rect global_layout_word(const GlobalLayout *rows, uint8_t array, uint32_t i);
/* The box of what ACCESS, one of AT's, moves: of a word, of a program's number
 * of two words, or of one that is a part of a word. */
Rect global_layout_moved(const GlobalLayout *rows, const Instruction *at,
                         const Access *access);
/* The bytes of the numbers that ARRAY is drawn as; how many of them LENGTH
 * words are; where number I of LENGTH words stands, and its box. */
uint32_t global_layout_bytes(const GlobalLayout *rows, uint8_t array);
uint32_t global_layout_count(const GlobalLayout *rows, uint8_t array,
                             uint32_t length);
GlobalPlace global_layout_place(const GlobalLayout *rows, uint8_t array,
                                uint32_t i, uint32_t length);
Rect global_layout_box(const GlobalLayout *rows, uint8_t array,
                       GlobalPlace place);
/* True if the boxes of ARRAY's words have no gaps between them. */
bool global_layout_is_dense(const GlobalLayout *rows, uint8_t array);
/* True if the running instruction accesses ARRAY. */
bool global_layout_touches(const View *whole, uint8_t array);
/* True if the running instruction writes to global memory. */
bool global_layout_stores(const View *whole);

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
