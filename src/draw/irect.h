/* SPDX-License-Identifier: MIT
 *
 * irect - a rectangle of whole pixels.
 *
 *     left = 2, right = 5      | . . # # # . |      2 <= x < 5
 */
#ifndef UPSWEEP_IRECT_H
#define UPSWEEP_IRECT_H

#include "draw/display_list.h"

typedef struct {
    int left, top, right, bottom; /* left <= x < right, top <= y < bottom */
} IntRect;

/* The pixel boundary nearest to X; values far outside every picture are
 * clamped, so that the result never overflows. */
int irect_pixel(double x);
/* BOX with its sides moved to the nearest whole pixels. */
IntRect irect_of(Rect box);
/* The intersection of two rectangles. */
IntRect irect_common(IntRect a, IntRect b);
/* True if PART has no pixels. */
bool irect_is_empty(IntRect part);
/* True if the two rectangles share a pixel. */
bool irect_touches(IntRect a, IntRect b);

#endif
