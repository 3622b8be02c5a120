/* SPDX-License-Identifier: MIT
 *
 * heat_strip - a strip that tells how busy each part of something folded is.
 *
 *     rows      0 .......... 511            folded to the pixels of the strip
 *     heat      ░░▒▓█▓░░░░▒▒░░░░            the more often used, the darker;
 *                   !!                      where lanes had to wait, in the
 *                                           colour of conflicts
 *
 * What matters most on a pixel wins, so that one conflict among thousands of
 * accesses is still seen.
 */
#ifndef UPSWEEP_HEAT_STRIP_H
#define UPSWEEP_HEAT_STRIP_H

#include "draw/display_list.h"

typedef struct {
    double *amounts; /* of each pixel */
    uint8_t *hot;    /* did anybody wait there? */
    int length;
} HeatStrip;

HeatStrip heat_strip_new(double length);
void heat_strip_free(HeatStrip *heat);
/* Adds AMOUNT to the pixels from FROM to TO, at least one. */
void heat_strip_add(HeatStrip *heat, double from, double to, double amount,
                    bool hot);
/* Draws it from the left of BOX to the right, or from top to bottom; nothing
 * where nothing was added. */
void heat_strip_draw(const HeatStrip *heat, DisplayList *list, Rect box,
                     bool down);

#endif
