/* SPDX-License-Identifier: MIT
 *
 * pen - shapes that Cairo draws, in the same way on pixels and on a page:
 * what is slanted, curved or dashed.
 */
#ifndef UPSWEEP_PEN_H
#define UPSWEEP_PEN_H

#include "paint/canvas.h"

#include <cairo.h>

void pen_color(cairo_t *cairo, uint32_t rgb, double alpha);

/* Makes BOX with round corners the path. */
void pen_box(cairo_t *cairo, Rect box, double radius);

/* Draws the path as the edge of SHAPE: its colour, weight and dashes. */
void pen_stroke(cairo_t *cairo, Theme theme, const Shape *shape);

/* A SHAPE_LINE, a SHAPE_CURVE, a SHAPE_ARROW. */
void pen_line(cairo_t *cairo, Theme theme, const Shape *shape);
void pen_curve(cairo_t *cairo, Theme theme, const Shape *shape);
void pen_arrow(cairo_t *cairo, Theme theme, const Shape *shape);

#endif
