/* SPDX-License-Identifier: MIT
 *
 * paint_cairo - paints a display list into pixels, with antialiasing.
 */
#ifndef UPSWEEP_PAINT_CAIRO_H
#define UPSWEEP_PAINT_CAIRO_H

#include "draw/damage.h"

/* Paints LIST into PIXELS: WIDTH x HEIGHT words 0xAARRGGBB, rows without gaps;
 * the first pixel is (0, 0) of the list. */
void paint_cairo(const DisplayList *list, Theme theme, uint32_t *pixels,
                 int width, int height);

/* The same without a background; colours are not premultiplied by alpha. */
void paint_cairo_clear(const DisplayList *list, Theme theme, uint32_t *pixels,
                       int width, int height);

/* Paints only the patches of DAMAGE, which damage_update has found for LIST,
 * over PIXELS, which hold the previous picture.  SCRATCH is a buffer of the
 * same size, whose contents do not matter. */
void paint_cairo_damage(const DisplayList *list, const Damage *damage,
                        uint32_t *pixels, uint32_t *scratch);

/* Frees cached fonts. */
void paint_cairo_done(void);

#endif
