/* SPDX-License-Identifier: MIT
 *
 * frame - draws the whole picture: title, one panel a trace, the timelines.
 * Called by the window for every frame and by each export.
 *
 *     LeftRight beside Padding       64 numbers, 4 banks · step 5 of 15
 *     ┌ view_panel ────────┐ ┌───────────────────────┐
 *     │                    │ │                       │
 *     └────────────────────┘ └───────────────────────┘
 *     timelines, one a trace, on one scale of cycles
 *
 * No text is smaller than 20 px in a frame of 1080 lines, or 24 for a
 * projector; what there is no room for at that size is left out.  Three or four
 * panels are in two rows; in a frame that is higher than it is wide each has a
 * separate row.  A scene with a chart shows the chart and nothing else.
 */
#ifndef UPSWEEP_FRAME_H
#define UPSWEEP_FRAME_H

#include "view/view.h"

/* Clears LIST and draws the frame of SCENE, WIDTH x HEIGHT pixels. */
void frame_draw(DisplayList *list, const Scene *scene, double width,
                double height);

#endif
