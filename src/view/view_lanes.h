/* SPDX-License-Identifier: MIT
 *
 * view_lanes - draws the registers of a warp: the word of each lane, a row for
 * each instruction; shuffles as arrows; sums written out under their cells.
 *
 *     lane              0       1       2       3
 *     read in           3       1       7       0
 *                       │ ╲     │ ╲     │ ╲     │
 *     shuffle up by 1   3       4       8       7
 *                             3 + 1   1 + 7   7 + 0
 *
 * With several warps, the running one is shown under a strip of all threads.
 */
#ifndef UPSWEEP_VIEW_LANES_H
#define UPSWEEP_VIEW_LANES_H

#include "view/view.h"

/* True if there is a table of registers to show. */
bool view_lanes_fit(const View *view);
/* The preferred height, pixels. */
double view_lanes_height(const View *view);
/* Draws the view in BOX. */
void view_lanes(const View *view, Rect box);

#endif
