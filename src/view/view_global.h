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
 * underlined, one after the other while they are under way.  Where words get
 * too narrow for text they become a strip.
 */
#ifndef UPSWEEP_VIEW_GLOBAL_H
#define UPSWEEP_VIEW_GLOBAL_H

#include "view/view.h"

/* A title with the transactions so far, and the rows.  WHOLE is of the whole
 * trace, see view_whole. */
void view_global(const View *whole, Rect box);

#endif
