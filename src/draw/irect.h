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

/* The pixel nearest to a place; what is far outside every picture stays far
 * outside. */
int irect_pixel(double x);
/* BOX with its sides moved to the nearest whole pixels. */
IntRect irect_of(Rect box);
/* The pixels that both have. */
IntRect irect_common(IntRect a, IntRect b);
bool irect_is_empty(IntRect part);
/* Has either a pixel of the other? */
bool irect_touches(IntRect a, IntRect b);

#endif
