/* SPDX-License-Identifier: MIT
 *
 * crop - a part of a display list, moved to the corner and enlarged.
 *
 *     ┌──────────────┐         ┌────────┐
 *     │   ┌────┐     │         │ queues │   twice as large, and sharp:
 *     │   │que │     │  ──►    │ T1 T2  │   shapes grow, not pixels
 *     └───┴────┴─────┘         └────────┘
 */
#ifndef UPSWEEP_CROP_H
#define UPSWEEP_CROP_H

#include "draw/display_list.h"

/* Keeps of CANVAS what lies in one of COUNT boxes, and puts the boxes side by
 * side, GAP apart, from (0, 0) on.  A shape of panel t goes with box t, and
 * what lies under a box and reaches far beyond is left out. */
void crop_pieces(DisplayList *list, const Rect boxes[], int count, double gap);

/* Makes every length SCALE times what it was. */
void crop_scale(DisplayList *list, double scale);

/* Takes away the grounds (panels) that lie under what is shown, so that what
 * the picture is put on is seen. */
void crop_grounds(DisplayList *list);

#endif
