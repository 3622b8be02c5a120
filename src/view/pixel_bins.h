/* SPDX-License-Identifier: MIT
 *
 * pixel_bins - a row of things too many to draw one by one, folded to pixels.
 *
 *     things    a a a b b a a a a c a a a ...     2048 of them
 *     pixels      a     b    a     c     a        886
 *
 * Each pixel has a colour; where things share one, the colour that matters most
 * wins, so that a single conflict among thousands is still seen.
 */
#ifndef UPSWEEP_PIXEL_BINS_H
#define UPSWEEP_PIXEL_BINS_H

#include "draw/display_list.h"

typedef struct {
    uint8_t *colors; /* a Color for each pixel */
    int length;
} PixelBins;

PixelBins pixel_bins_new(double length);
void pixel_bins_free(PixelBins *strip);
/* All pixels back to COLOR_NONE. */
void pixel_bins_clear(PixelBins *strip);
/* Colours the pixels from FROM to TO, at least one. */
void pixel_bins_mark(PixelBins *strip, double from, double to, Color color);
/* Draws it from the left of BOX to the right, or from top to bottom. */
void pixel_bins_draw(const PixelBins *strip, DisplayList *list, Rect box,
                     bool down);

#endif
