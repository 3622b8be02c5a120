/* SPDX-License-Identifier: MIT
 *
 * pixel_bins - a strip of items, too many to draw one by one, mapped to pixels.
 *
 *     items     a a a b b a a a a c a a a ...     2048 of them
 *     pixels      a     b    a     c     a        886
 *
 * Each pixel has one colour.  Where items share a pixel, the most important
 * colour wins, so that a single conflict among thousands is still seen.
 *
 * A strip of heat shows how often each part of a long range is used: the more
 * often, the darker, and in the colour of conflicts where any lane had to wait.
 */
#ifndef UPSWEEP_PIXEL_BINS_H
#define UPSWEEP_PIXEL_BINS_H

#include "draw/display_list.h"

typedef struct {
    Rect box;
    bool down;       /* from top to bottom, not from left to right */
    int length;      /* pixels */
    uint8_t *colors; /* a Color for each pixel */
    double *amounts; /* of heat, of each pixel */
} PixelBins;

/* A strip as long as BOX, all COLOR_NONE; pixel_bins_draw or pixel_bins_free
 * frees it. */
PixelBins pixel_bins_new(Rect box, bool down);
void pixel_bins_free(PixelBins *bins);
/* Gives COLOR to the pixels from FROM to TO, counted from the start of the
 * strip, at least to one, except where a more important colour is. */
void pixel_bins_mark(PixelBins *bins, double from, double to, Color color);
/* Adds AMOUNT of heat to the pixels from FROM to TO, at least to one, but to
 * none outside the strip; HOT: lanes had to wait there. */
void pixel_bins_heat(PixelBins *bins, double from, double to, double amount,
                     bool hot);
/* Draws the strip and frees it; pixels of COLOR_NONE stay empty. */
void pixel_bins_draw(PixelBins *bins, DisplayList *list);

#endif
