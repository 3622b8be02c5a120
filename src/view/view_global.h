/* SPDX-License-Identifier: MIT
 *
 * view_global - draws the arrays of global memory, a row each, on one axis:
 * every number is over the inputs that it belongs to, so that the sum of a
 * block is as wide as the block.  In most arrays a number is a word; in those
 * of programs it may be two words, or a part of one.
 *
 *     in        3  1  7  0 | 4  1  6  3 | ...     a gap every k words: one
 *     out       0  3  4 11 | .  .  .  .           transaction moves k words
 *     sums 1   [    11    ] [     .    ]
 *
 * The words that the running instruction accesses are coloured.  Its
 * transactions are underlined, one after the other while they are animated.
 * Words too narrow for text are drawn as a strip.
 */
#ifndef UPSWEEP_VIEW_GLOBAL_H
#define UPSWEEP_VIEW_GLOBAL_H

#include "analysis/global_memory.h"
#include "view/view.h"

enum { GLOBAL_LAYOUT_MOST = 64 };

typedef struct {
    const View *view; /* of the whole trace, see view_whole */
    Rect box, title, axis;
    double row; /* height */
    int count;
    uint64_t shown; /* the arrays that are shown: bit i for array i */
    double y[GLOBAL_LAYOUT_MOST];
} GlobalLayout;

/* The running launch; at the start the first. */
const Grid *global_layout_grid(const View *whole);
/* The axis within BOX: the part to the right of the names. */
Rect global_layout_axis(const View *whole, Rect box);
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
/* True if the running instruction accesses ARRAY. */
bool global_layout_touches(const View *whole, uint8_t array);

/* The contents of the arrays now; a store under way counts once its word has
 * arrived.  The caller frees them with global_memory_free. */
GlobalMemory global_layout_now(const View *whole);
/* True if the running instruction writes to global memory. */
bool global_layout_stores(const View *whole);

/* Draws a title with the number of transactions so far, and the rows.  WHOLE is
 * the view of all blocks, see view_whole. */
void view_global(const View *whole, Rect box);

#endif
