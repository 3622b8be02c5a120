/* SPDX-License-Identifier: MIT
 *
 * view_panel - draws the panel of one trace: all that a frame shows of the
 * trace except its timeline.
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

#include "view/panel_badge.h"

/* Draws the panel in BOX.  LOWER is the height of the lower half (memory and
 * source) in pixels, the same for all panels of the frame. */
void view_panel(const View *view, Rect box, PanelWait wait, double lower);
/* Sets *LIKES to the preferred height of the lower half of a panel HEIGHT
 * pixels high, and *MOST to the largest that leaves enough to the upper half.
 */
void view_panel_lower(const View *view, double height, double *likes,
                      double *most);

/* True if a panel W x H pixels large has room for the input and the output of a
 * single block: what is left when memory and queues have what they like, and
 * the tree or flow what it needs. */
bool view_panel_fits_arrays(const View *view, double w, double h);

#endif
