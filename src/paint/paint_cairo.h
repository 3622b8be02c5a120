/* SPDX-License-Identifier: MIT
 *
 * paint_cairo - a display list painted by Cairo: antialiased pixels.
 */
#ifndef UPSWEEP_PAINT_CAIRO_H
#define UPSWEEP_PAINT_CAIRO_H

#include "paint/canvas.h"

/* Paints CANVAS into PIXELS: WIDTH x HEIGHT of 0xAARRGGBB words, STRIDE bytes a
 * row, its first pixel at (0, 0) of the canvas. */
void paint_cairo(const Canvas *canvas, Theme theme, uint32_t *pixels, int width,
                 int height, int stride);

/* The same on a GROUND of another colour, 0xRRGGBB, than the theme's paper. */
void paint_cairo_on(const Canvas *canvas, Theme theme, uint32_t ground,
                    uint32_t *pixels, int width, int height, int stride);

/* Gives back cached fonts; for a leak-free end. */
void paint_cairo_done(void);

#endif
