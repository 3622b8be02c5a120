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

#include "view/block_layout.h"

/* Draws a title with the number of transactions so far, and the rows.  WHOLE is
 * the view of all blocks, see view_whole. */
void view_global(const View *whole, Rect box);

#endif
