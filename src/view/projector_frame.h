/* SPDX-License-Identifier: MIT
 *
 * projector_frame - the layout for the last row: no text is under 2.2% of the
 * height, whatever is shown.  What there is no room for at that size is left
 * out, in a fixed order, and nothing is made smaller.
 *
 *     LeftRight beside Padding    64 numbers, 4 banks · up-sweep, level 3
 *     ┌──────────────────────────────┐ ┌──────────────────────────────┐
 *     │ LeftRight [no conflict here] │ │ Padding   [ 2-way conflict ] │
 *     │ Each of the 4 lanes has ...  │ │ 2 lanes queue at bank 1: ... │
 *     │ view_map                     │ │                              │
 *     │ camera                       │ │                              │
 *     │ bank_window                  │ │                              │
 *     └──────────────────────────────┘ └──────────────────────────────┘
 *     timelines
 *
 * In a panel that is wide, memory stands beside map and camera.  There is no
 * source: `export --view source` shows it alone.
 */
#ifndef UPSWEEP_PROJECTOR_FRAME_H
#define UPSWEEP_PROJECTOR_FRAME_H

#include "view/view.h"

/* True if SCENE is shown in this layout: if that was asked for, or if text is
 * so much enlarged that the ordinary layout would have to cut it. */
bool projector_frame_is_for(const Scene *scene);
/* The least text of a frame of SCENE in this layout, pixels. */
double projector_frame_least(const Scene *scene, double height);

/* Clears LIST and draws the frame of SCENE, WIDTH x HEIGHT pixels. */
void projector_frame_draw(DisplayList *list, const Scene *scene, double width,
                          double height);

#endif
