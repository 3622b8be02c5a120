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

#include "view/view.h"

/* What keeps a trace beside another from going on, or how it stands in a race.
 */
typedef struct {
    const char *done;  /* it has executed its whole "step" or "turn"; or NULL */
    const char *other; /* the trace that goes on, by name; or NULL */
    char race[48];     /* "5 cycles behind"; or "" */
} PanelWait;

/* LOWER is how high the lower half (memory and source) is to be:
 * view_panel_lower says what one trace would like, and two get the same. */
void view_panel(const View *view, Rect box, PanelWait wait, double lower);
double view_panel_lower(const View *view, double height);

#endif
