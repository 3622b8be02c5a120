/* SPDX-License-Identifier: MIT
 *
 * view_global - draws the arrays of global memory, a row each, on one axis:
 * every number is over the inputs that it belongs to, so that the sum of a
 * block is as wide as the block.
 *
 *     in        3  1  7  0  4  1  6  3  ...
 *     out       0  3  4 11  .  .  .  .
 *     sums 1   [    11    ][     .    ]
 *
 * The words that the running instruction accesses are coloured.
 */
#ifndef UPSWEEP_VIEW_GLOBAL_H
#define UPSWEEP_VIEW_GLOBAL_H

#include "view/view.h"

/* The part of BOX right of the names, which has the inputs: over the columns of
 * the computation under it, if that has columns. */
Rect view_global_axis(const View *whole, Rect box);
/* Sets *FROM and *TO to where the inputs SPAN are, in an axis WIDTH pixels
 * wide; false if SPAN is not an interval of inputs. */
bool view_global_span(const View *whole, double width, Word span, double *from,
                      double *to);
/* A name of a row, left of the axis, if it fits; a program's own is cut to what
 * does.
 */
void view_global_name(const View *view, Rect box, Font font, Color color,
                      const char *name);

/* The height of all rows; draws those that have room, the ones of the running
 * launch first, and how many transactions there were.  WHOLE is the view of all
 * blocks, see view_whole. */
double view_global_height(const View *whole);
void view_global(const View *whole, Rect box);

#endif
