/* SPDX-License-Identifier: MIT
 *
 * crop - cuts a part out of a display list, moves it to the corner and enlarges
 * it.
 *
 *     ┌──────────────┐         ┌────────┐
 *     │   ┌────┐     │         │ queues │   twice as large, and sharp:
 *     │   │que │     │  ──►    │ T1 T2  │   shapes grow, not pixels
 *     └───┴────┴─────┘         └────────┘
 */
#ifndef UPSWEEP_CROP_H
#define UPSWEEP_CROP_H

#include "draw/display_list.h"

/* Keeps the shapes of LIST that lie in one of COUNT boxes, and puts the boxes
 * side by side from (0, 0) on, GAP pixels apart.  A shape of panel t belongs to
 * box t.  Shapes that extend far beyond a box, such as backgrounds, are left
 * out. */
void crop_pieces(DisplayList *list, const Rect boxes[], int count, double gap);

/* Multiplies all coordinates and lengths by SCALE. */
void crop_scale(DisplayList *list, double scale);

/* Removes the backgrounds of panels, for a transparent picture. */
void crop_grounds(DisplayList *list);

#endif
