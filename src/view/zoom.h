/* SPDX-License-Identifier: MIT
 *
 * zoom - what is seen of something long: all of it, or a part.
 *
 *     whole   0 ────────┤▒▒▒▒▒▒▒▒├──────────────── 1
 *                     from    + 1 / scale
 */
#ifndef UPSWEEP_ZOOM_H
#define UPSWEEP_ZOOM_H

typedef struct {
    double zoom; /* how often what is seen was halved; 0: the whole is seen */
    double from; /* where it starts, of the whole: 0 .. 1 */
} Zoom;

#define ZOOM_MOST 12

/* The whole as a multiple of what is seen: 1 or more. */
double zoom_scale(const Zoom *zoom);
/* Zooms in (out, when negative) around a place, 0 .. 1 of what is seen. */
void zoom_by(Zoom *zoom, double by, double around);
/* Moves on by a share of what is seen. */
void zoom_pan(Zoom *zoom, double by);

#endif
