/* SPDX-License-Identifier: MIT
 *
 * paint_cairo - paints a display list into pixels, with antialiasing.
 */
#ifndef UPSWEEP_PAINT_CAIRO_H
#define UPSWEEP_PAINT_CAIRO_H

#include "draw/damage.h"

/* Paints LIST into PIXELS: WIDTH x HEIGHT words 0xAARRGGBB, STRIDE bytes a row;
 * the first pixel is (0, 0) of the list. */
void paint_cairo(const DisplayList *list, Theme theme, uint32_t *pixels,
                 int width, int height, int stride);

/* The same on the background colour GROUND, 0xRRGGBB, in place of the theme's
 * COLOR_PAPER. */
void paint_cairo_on(const DisplayList *list, Theme theme, uint32_t ground,
                    uint32_t *pixels, int width, int height, int stride);

/* Paints only the patches of NEWS, which damage_update has found for LIST, over
 * PIXELS, which hold the previous picture; rows without gaps.  SCRATCH is a
 * buffer of the same size, whose contents do not matter. */
void paint_cairo_damage(const DisplayList *list, const Damage *news,
                        uint32_t *pixels, uint32_t *scratch);

/* Frees cached fonts. */
void paint_cairo_done(void);

#endif
