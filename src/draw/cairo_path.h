/* SPDX-License-Identifier: MIT
 *
 * cairo_path - shapes that Cairo draws, in the same way on pixels and on a
 * page: what is slanted, curved or dashed.
 */
#ifndef UPSWEEP_CAIRO_PATH_H
#define UPSWEEP_CAIRO_PATH_H

#include "draw/display_list.h"

#include <cairo.h>

void cairo_path_color(cairo_t *cairo, uint32_t rgb, double alpha);

/* Makes BOX with round corners the path. */
void cairo_path_box(cairo_t *cairo, Rect box, double radius);

/* Draws the path as the edge of SHAPE: its colour, weight and dashes. */
void cairo_path_stroke(cairo_t *cairo, Theme theme, const Shape *shape);

/* A SHAPE_LINE, a SHAPE_CURVE, a SHAPE_ARROW. */
void cairo_path_line(cairo_t *cairo, Theme theme, const Shape *shape);
void cairo_path_curve(cairo_t *cairo, Theme theme, const Shape *shape);
void cairo_path_arrow(cairo_t *cairo, Theme theme, const Shape *shape);

#endif
