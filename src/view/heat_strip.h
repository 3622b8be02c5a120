/* SPDX-License-Identifier: MIT
 *
 * heat_strip - a strip that shows how often each part of a long range is used.
 *
 *     rows      0 .......... 511            mapped to the pixels of the strip
 *     heat      ░░▒▓█▓░░░░▒▒░░░░            the more often used, the darker;
 *                   !!                      where lanes had to wait, in the
 *                                           colour of conflicts
 *
 * A pixel with any conflict has the colour of conflicts, so that one conflict
 * among thousands of accesses is still seen.
 */
#ifndef UPSWEEP_HEAT_STRIP_H
#define UPSWEEP_HEAT_STRIP_H

#include "draw/display_list.h"

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
