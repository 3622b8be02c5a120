/* SPDX-License-Identifier: MIT
 *
 * paint_cairo - paints a display list into pixels, with antialiasing.
 */
#ifndef UPSWEEP_PAINT_CAIRO_H
#define UPSWEEP_PAINT_CAIRO_H

#include "draw/display_list.h"

#include <cairo.h>

/* Paints LIST into PIXELS: WIDTH x HEIGHT words 0xAARRGGBB, rows without gaps;
 * the first pixel is (0, 0) of the list. */
void paint_cairo(const DisplayList *list, Theme theme, uint32_t *pixels,
                 int width, int height);

/* The same without a background; colours are not premultiplied by alpha. */
void paint_cairo_clear(const DisplayList *list, Theme theme, uint32_t *pixels,
                       int width, int height);

/* Frees cached fonts and glyphs. */
void paint_cairo_done(void);

/* For other surfaces of Cairo.  Paints SHAPE; text is left to the caller. */
void paint_cairo_shape(cairo_t *cairo, Theme theme, const Shape *shape);
/* Sets the source colour; ALPHA is 0 .. 1. */
void paint_cairo_color(cairo_t *cairo, Theme theme, Color color, double alpha);

#endif
