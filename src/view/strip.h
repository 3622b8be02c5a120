/* SPDX-License-Identifier: MIT
 *
 * strip - a row of things too many to draw one by one, folded to pixels.
 *
 *     things    a a a b b a a a a c a a a ...     2048 of them
 *     pixels      a     b    a     c     a        886
 *
 * Each pixel has a colour; where things share one, the colour that matters most
 * wins, so that a single conflict among thousands is still seen.
 */
#ifndef UPSWEEP_STRIP_H
#define UPSWEEP_STRIP_H

#include "paint/canvas.h"

typedef struct {
    uint8_t *colors; /* a Color for each pixel */
    int length;
} Strip;

Strip strip_new(double length);
void strip_free(Strip *strip);
/* All pixels back to COLOR_NONE. */
void strip_clear(Strip *strip);
/* Colours the pixels from FROM to TO, at least one. */
void strip_mark(Strip *strip, double from, double to, Color color);
/* Draws it from the left of BOX to the right, or from top to bottom. */
void strip_draw(const Strip *strip, Canvas *canvas, Rect box, bool down);

#endif
