/* SPDX-License-Identifier: MIT
 *
 * view_flow - the flow of values from round to round, for scans that climb no
 * tree: one column an element, one row a round.
 *
 *     load      [ 8 ] [ 3 ] [ 5 ] [ 7 ]
 *                  \     \     \
 *     level 1   [ 8 ] [11 ] [ 8 ] [12 ]
 *                      8 + 3  ...
 */
#ifndef UPSWEEP_VIEW_FLOW_H
#define UPSWEEP_VIEW_FLOW_H

#include "view/view.h"

void view_flow(const View *view, Rect box);

#endif
