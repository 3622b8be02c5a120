/* SPDX-License-Identifier: MIT
 *
 * pixel_bins - a row of items, too many to draw one by one, mapped to pixels.
 *
 *     items     a a a b b a a a a c a a a ...     2048 of them
 *     pixels      a     b    a     c     a        886
 *
 * Each pixel has one colour.  Where items share a pixel, the most important
 * colour wins, so that a single conflict among thousands is still seen.
 */
#ifndef UPSWEEP_PIXEL_BINS_H
#define UPSWEEP_PIXEL_BINS_H

#include "draw/display_list.h"

typedef struct {
    uint8_t *colors; /* a Color for each pixel */
    int length;      /* pixels */
} PixelBins;

/* A row of LENGTH pixels, all COLOR_NONE; free it with pixel_bins_free. */
PixelBins pixel_bins_new(double length);
void pixel_bins_free(PixelBins *strip);
/* Sets all pixels back to COLOR_NONE. */
void pixel_bins_clear(PixelBins *strip);
/* Gives COLOR to the pixels from FROM to TO, at least to one, except where a
 * more important colour is. */
void pixel_bins_mark(PixelBins *strip, double from, double to, Color color);
/* Draws the row from left to right in BOX, or, if DOWN, from top to bottom. */
void pixel_bins_draw(const PixelBins *strip, DisplayList *list, Rect box,
                     bool down);

typedef struct {
    double *amounts; /* of each pixel */
    uint8_t *hot;    /* of each pixel: 1 if any lane had to wait */
    int length;      /* pixels */
} HeatStrip;

/* A strip of LENGTH pixels; free it with heat_strip_free. */
HeatStrip heat_strip_new(double length);
void heat_strip_free(HeatStrip *heat);
/* Adds AMOUNT to the pixels from FROM to TO, at least to one; HOT marks them as
 * conflicts. */
void heat_strip_add(HeatStrip *heat, double from, double to, double amount,
                    bool hot);
/* Draws the strip from left to right in BOX, or, if DOWN, from top to bottom;
 * pixels to which nothing was added stay empty. */
void heat_strip_draw(const HeatStrip *heat, DisplayList *list, Rect box,
                     bool down);

#endif
