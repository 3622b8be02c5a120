/* SPDX-License-Identifier: MIT
 *
 * solo - one view alone, filling the frame: for a slide that has its own words.
 *
 *     ┌ LeftRight   store the sums ┐ ┌ Padding ... ┐
 *     │                            │ │             │
 *     │       the view             │ │             │
 *     │                            │ │             │
 *     └ what happens, a sentence ──┘ └─────────────┘
 */
#ifndef UPSWEEP_SOLO_H
#define UPSWEEP_SOLO_H

#include "view/scene.h"

/* Does a trace have anything to show there? */
bool solo_has(const Exhibit *exhibit, Area area);

/* Fills CANVAS (cleared first) with AREA's view of SCENE. */
void solo_draw(Canvas *canvas, const Scene *scene, Area area, double width,
               double height);

#endif
