/* SPDX-License-Identifier: MIT
 *
 * single_view - draws one view so that it fills the frame, for a slide with
 * other text.
 *
 *     ┌ LeftRight   store the sums ┐ ┌ Padding ... ┐
 *     │                            │ │             │
 *     │       the view             │ │             │
 *     │                            │ │             │
 *     └ what happens, a sentence ──┘ └─────────────┘
 */
#ifndef UPSWEEP_SINGLE_VIEW_H
#define UPSWEEP_SINGLE_VIEW_H

#include "view/scene.h"

/* True if a trace has anything to show in AREA. */
bool single_view_has(const AnalysedTrace *analysed, Area area);

/* Clears LIST and draws the view of AREA for all traces of SCENE, WIDTH x
 * HEIGHT pixels. */
void single_view_draw(DisplayList *list, const Scene *scene, Area area,
                      double width, double height);

#endif
