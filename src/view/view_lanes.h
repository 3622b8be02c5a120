/* SPDX-License-Identifier: MIT
 *
 * view_lanes - the registers of a warp: what each lane holds, row after row, a
 * shuffle as arrows from lane to lane, and sums spelled out under their cells.
 *
 *     lane              0       1       2       3
 *     read in           3       1       7       0
 *                       │ ╲     │ ╲     │ ╲     │
 *     shuffle up by 1   3       4       8       7
 *                             3 + 1   1 + 7   7 + 0
 *
 * With several warps the one that runs is shown, under a strip of all threads.
 */
#ifndef UPSWEEP_VIEW_LANES_H
#define UPSWEEP_VIEW_LANES_H

#include "view/view.h"

/* Is there a table of registers to show? */
bool view_lanes_fit(const View *view);
/* Pixels that they would like. */
double view_lanes_height(const View *view);
void view_lanes(const View *view, Rect box);

#endif
