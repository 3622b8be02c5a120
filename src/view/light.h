/* SPDX-License-Identifier: MIT
 *
 * light - rings around what a scene points at, in all views of a frame.
 *
 *     ╔════╗  the thing itself        ┌ ─ ─ ┐  what belongs to it at the
 * moment, ║ 17 ║                          │ T2  │  and what the pointer is on
 *     ╚════╝                          └ ─ ─ ┘
 *
 * A ring is drawn in ink, with a border of paper: its place around shapes
 * distinguishes it from their edges, and it needs no colour.
 */
#ifndef UPSWEEP_LIGHT_H
#define UPSWEEP_LIGHT_H

#include "view/scene.h"

/* Adds the rings of the things of SCENE to LIST, its frame. */
void light_draw(DisplayList *list, const Scene *scene);

/* The legend of the rings: what is pointed at, by name, and what is dashed.
 *
 *     ▢ cell 7, bank 3   ┌ ┐ belongs to it
 *
 * Its width in pixels with text of SIZE, at most MOST: what is dashed, and then
 * names, are left out; 0 if there are no rings, or no room. */
double light_legend_width(const Scene *scene, double size, double most);
/* Draws the legend at the left of BOX, which has that width. */
void light_legend(DisplayList *list, const Scene *scene, Rect box, double size);

#endif
