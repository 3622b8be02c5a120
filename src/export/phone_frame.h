/* SPDX-License-Identifier: MIT
 *
 * phone_frame - a scene as phones show it: a separate frame for each trace, in
 * the layout for the last row, one below the other.  No text is under 12
 * pixels.
 */
#ifndef UPSWEEP_PHONE_FRAME_H
#define UPSWEEP_PHONE_FRAME_H

#include "view/scene.h"

/* The size in pixels of the frame of one trace. */
#define PHONE_FRAME_WIDTH  390
#define PHONE_FRAME_HEIGHT 600

/* The density of a scene (scene.h) whose least text is to be 12 pixels. */
#define PHONE_FRAME_DENSITY (12.0 / 9)

/* Adds the shapes of PART, the picture of trace T, below the shapes of LIST. */
void phone_frame_add(DisplayList *list, const DisplayList *part, int t);

/* Clears LIST and draws SCENE, without its banner. */
void phone_frame_draw(const Scene *scene, DisplayList *list);

#endif
