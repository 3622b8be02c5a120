/* SPDX-License-Identifier: MIT
 *
 * zoom - the visible part of a long range.
 *
 *     whole   0 ────────┤▒▒▒▒▒▒▒▒├──────────────── 1
 *                     from    + 1 / scale
 */
#ifndef UPSWEEP_ZOOM_H
#define UPSWEEP_ZOOM_H

typedef struct {
    double zoom; /* log2 of the scale; 0: the whole range is visible */
    double from; /* start of the visible part, 0 .. 1 of the range */
} Zoom;

#define ZOOM_MOST 12

/* The length of the range divided by the visible part's: 1 or more. */
double zoom_scale(const Zoom *zoom);
/* Adds BY to the zoom (negative: zooms out); the place AROUND, 0 .. 1 of the
 * visible part, stays where it is. */
void zoom_by(Zoom *zoom, double by, double around);
/* Moves the visible part forward by BY times its length. */
void zoom_pan(Zoom *zoom, double by);

#endif
