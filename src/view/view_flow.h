/* SPDX-License-Identifier: MIT
 *
 * view_flow - draws the flow of values from round to round, for scans whose
 * sums form no tree: one column an element, one row a round.
 *
 *     load      [ 8 ] [ 3 ] [ 5 ] [ 7 ]
 *                  \     \     \
 *     level 1   [ 8 ] [11 ] [ 8 ] [12 ]
 *                      8 + 3  ...
 */
#ifndef UPSWEEP_VIEW_FLOW_H
#define UPSWEEP_VIEW_FLOW_H

#include "view/view.h"

/* Draws the view in BOX. */
void view_flow(const View *view, Rect box);

#endif
