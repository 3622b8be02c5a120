/* SPDX-License-Identifier: MIT
 *
 * view_panel - all that is shown of one trace but its timeline.
 *
 *     name                      [ verdict ]
 *     summary
 *     phase, level
 *     what happens, in a sentence
 *     tree, or flow
 *     memory           source
 *     queues           totals
 */
#ifndef UPSWEEP_VIEW_PANEL_H
#define UPSWEEP_VIEW_PANEL_H

#include "view.h"

/* WAITS_FOR: the other trace's name while this one stands and lets it catch up,
 * else NULL.  LOWER is how high the lower half (memory and source) is to be:
 * view_panel_lower says what one trace would like, and two get the same. */
void view_panel(const View *view, Rect box, const char *waits_for, double lower);
double view_panel_lower(const View *view, double height);

#endif
