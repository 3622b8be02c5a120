/* SPDX-License-Identifier: MIT
 *
 * paint_cairo - paints a display list into pixels, with antialiasing.
 */
#ifndef UPSWEEP_PAINT_CAIRO_H
#define UPSWEEP_PAINT_CAIRO_H

#include "draw/damage.h"

#include <cairo.h>

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

/* Sets the source colour: RGB is 0xRRGGBB, ALPHA 0 .. 1. */
void cairo_path_color(cairo_t *cairo, uint32_t rgb, double alpha);
/* Replaces the current path by BOX with round corners. */
void cairo_path_box(cairo_t *cairo, Rect box, double radius);
/* Strokes the current path with the edge colour, line width and dashes of
 * SHAPE. */
void cairo_path_stroke(cairo_t *cairo, Theme theme, const Shape *shape);
/* Draws a SHAPE_LINE, a SHAPE_CURVE or a SHAPE_ARROW. */
void cairo_path_shape(cairo_t *cairo, Theme theme, const Shape *shape);

#endif
