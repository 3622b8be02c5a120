/* SPDX-License-Identifier: MIT
 *
 * patch - a rectangle of whole pixels.
 *
 *     left = 2, right = 5      | . . # # # . |      2 <= x < 5
 */
#ifndef UPSWEEP_PATCH_H
#define UPSWEEP_PATCH_H

#include "paint/canvas.h"

typedef struct {
    int left, top, right, bottom; /* left <= x < right, top <= y < bottom */
} Patch;

/* The pixel nearest to a place; what is far outside every picture stays far
 * outside. */
int patch_pixel(double x);
/* BOX with its sides moved to the nearest whole pixels. */
Patch patch_of(Rect box);
/* The pixels that both have. */
Patch patch_common(Patch a, Patch b);
bool patch_is_empty(Patch patch);
/* Has either a pixel of the other? */
bool patch_touches(Patch a, Patch b);

#endif
