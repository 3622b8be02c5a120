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

/* Appends the names of what the rings are around, "cell 7, bank 3"; with BRIEF
 * how many there are; nothing if there are none, or if an answer is hidden. */
void light_names(const Scene *scene, bool brief, Text *text);

#endif
