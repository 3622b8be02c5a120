/* SPDX-License-Identifier: MIT
 *
 * legible - can everything that is written on a display list be read?
 *
 * No two texts overlap; no text leaves the picture, its panel, or the rectangle
 * that it was drawn into; nothing is painted over a text; no text is smaller
 * than the least size.  The first fault ends the test, and is told with the
 * frame that it is in.
 */
#ifndef UPSWEEP_LEGIBLE_H
#define UPSWEEP_LEGIBLE_H

#include "draw/display_list.h"
#include "playback/player.h"

/* A frame of what PLAYER walks through. */
void legible_check(const DisplayList *list, const Player *player, double least);
/* What lies over the frame: toolbar, help, a form. */
void legible_check_chrome(const DisplayList *list, const Player *player,
                          double least);

#endif
