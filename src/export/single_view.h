/* SPDX-License-Identifier: MIT
 *
 * single_view - one view alone, filling the frame: for a slide that has its own
 * words.
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

/* Does a trace have anything to show there? */
bool single_view_has(const AnalysedTrace *analysed, Area area);

/* Fills CANVAS (cleared first) with AREA's view of SCENE. */
void single_view_draw(DisplayList *list, const Scene *scene, Area area,
                      double width, double height);

#endif
