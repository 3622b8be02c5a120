/* SPDX-License-Identifier: MIT
 *
 * cut - a part of a display list, moved to the corner and enlarged.
 *
 *     ┌──────────────┐         ┌────────┐
 *     │   ┌────┐     │         │ queues │   twice as large, and sharp:
 *     │   │que │     │  ──►    │ T1 T2  │   shapes grow, not pixels
 *     └───┴────┴─────┘         └────────┘
 */
#ifndef UPSWEEP_CUT_H
#define UPSWEEP_CUT_H

#include "canvas.h"

/* Keeps of CANVAS what reaches into BOX; BOX's corner becomes (0, 0) and every
 * length SCALE times what it was. */
void cut_canvas(Canvas *canvas, Rect box, double scale);

/* Takes away the grounds (panels) that lie under what is shown, so that what
 * the picture is put on is seen. */
void cut_grounds(Canvas *canvas);

#endif
