/* SPDX-License-Identifier: MIT
 *
 * view_global - the arrays of global memory, a row each, upon one axis: every
 * word stands over the inputs that it is for, so that the sum of a block is as
 * wide as its block.
 *
 *     in        3  1  7  0 | 4  1  6  3 | ...     a gap every k words: what one
 *     out       0  3  4 11 | .  .  .  .           transaction moves
 *     sums 1   [    11    ] [     .    ]
 *
 * What the running instruction touches is coloured, and its transactions are
 * underlined.  Where words get too narrow for text they become a strip.
 */
#ifndef UPSWEEP_VIEW_GLOBAL_H
#define UPSWEEP_VIEW_GLOBAL_H

#include "global.h"
#include "view.h"

/* The axis within BOX: what is right of the names. */
Rect view_axis(const View *whole, Rect box);
/* The part of an axis that stands for SPAN, from Y on and H high; with no
 * width if SPAN is no run of inputs. */
Rect view_axis_span(const View *whole, Rect axis, Word span, double y,
                    double h);

/* Is there room for the words of an array of so many on AXIS? */
double view_global_height(const View *whole);
/* A title with the transactions so far, and the rows.  WHOLE is of the whole
 * trace, see view_whole. */
void view_global(const View *whole, Rect box);

#endif
