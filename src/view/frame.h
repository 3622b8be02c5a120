/* SPDX-License-Identifier: MIT
 *
 * frame - the whole picture: title, one panel a trace, the timelines.
 *
 *     ┌ title ───────────────────────────── where we are ┐
 *     │ ┌ panel ─────────────┐ ┌ panel ────────────────┐ │
 *     │ │ name      verdict  │ │                       │ │
 *     │ │ sentence           │ │                       │ │
 *     │ │ tree, or flow      │ │                       │ │
 *     │ │ memory   source    │ │                       │ │
 *     │ │ queues   totals    │ │                       │ │
 *     │ └────────────────────┘ └───────────────────────┘ │
 *     └ timeline, one a trace, on one scale of cycles ───┘
 *
 * A scene with a chart has that in the place of all this.  Three or four panels
 * stand in two rows; in a frame that is higher than it is wide each has a row
 * of its own.  A panel that is much wider than it is high has memory and source
 * beside the tree and not under it.
 */
#ifndef UPSWEEP_FRAME_H
#define UPSWEEP_FRAME_H

#include "view/view.h"

/* Fills CANVAS (cleared first) with the frame of SCENE. */
void frame_draw(DisplayList *list, const Scene *scene, double width,
                double height);

/* Opens the views of SCENE on CANVAS, which is as large as it will be, and
 * gives them what they share.  view_close each. */
void frame_views(DisplayList *list, const Scene *scene,
                 View views[PLAYER_MAX_TRACES]);

#endif
