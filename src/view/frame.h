/* SPDX-License-Identifier: MIT
 *
 * frame - draws the whole picture: title, one panel a trace, the timelines.
 * Called by the window for every frame and by each export.
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
 * A scene with a chart shows the chart and nothing else; one for a projector is
 * laid out by projector_frame.h.  Three or four panels
 * are in two rows; in a frame that is higher than it is wide each has a row of
 * its own.  A panel that is much wider than it is high has memory and source
 * beside the tree, not under it.
 */
#ifndef UPSWEEP_FRAME_H
#define UPSWEEP_FRAME_H

#include "view/view.h"

/* Clears LIST and draws the frame of SCENE, WIDTH x HEIGHT pixels. */
void frame_draw(DisplayList *list, const Scene *scene, double width,
                double height);

#endif
