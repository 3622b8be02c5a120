/* SPDX-License-Identifier: MIT
 *
 * cairo_path - draws slanted, curved and dashed shapes with Cairo.  Both
 * painters that use Cairo (paint_cairo for pixels, paint_pdf for pages) call
 * these functions, so that such shapes look the same in both.
 */
#ifndef UPSWEEP_CAIRO_PATH_H
#define UPSWEEP_CAIRO_PATH_H

#include "draw/display_list.h"

#include <cairo.h>

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
