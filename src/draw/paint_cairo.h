/* SPDX-License-Identifier: MIT
 *
 * paint_cairo - a display list painted by Cairo: antialiased pixels.
 */
#ifndef UPSWEEP_PAINT_CAIRO_H
#define UPSWEEP_PAINT_CAIRO_H

#include "draw/damage.h"

/* Paints CANVAS into PIXELS: WIDTH x HEIGHT of 0xAARRGGBB words, STRIDE bytes a
 * row, its first pixel at (0, 0) of the canvas. */
void paint_cairo(const DisplayList *list, Theme theme, uint32_t *pixels,
                 int width, int height, int stride);

/* The same on a GROUND of another colour, 0xRRGGBB, than the theme's paper. */
void paint_cairo_on(const DisplayList *list, Theme theme, uint32_t ground,
                    uint32_t *pixels, int width, int height, int stride);

/* Paints only what is new, NEWS of CANVAS, over the PIXELS of the picture
 * before it; rows without gaps.  SCRATCH has as many pixels, whose values mean
 * nothing before and after. */
void paint_cairo_damage(const DisplayList *list, const Damage *news,
                        uint32_t *pixels, uint32_t *scratch);

/* Gives back cached fonts; for a leak-free end. */
void paint_cairo_done(void);

#endif
