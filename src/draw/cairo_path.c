/* SPDX-License-Identifier: MIT */
#include "draw/cairo_path.h"

#include <math.h>

void cairo_path_color(cairo_t *cairo, uint32_t rgb, double alpha)
{
    cairo_set_source_rgba(cairo, (rgb >> 16 & 255) / 255.0,
                          (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0, alpha);
}

void cairo_path_box(cairo_t *cairo, Rect box, double radius)
{
    double right = box.x + box.w, bottom = box.y + box.h;

    radius = fmin(radius, fmin(box.w, box.h) / 2);
    cairo_new_path(cairo);
    if (radius < 0.5) {
        cairo_rectangle(cairo, box.x, box.y, box.w, box.h);
        return;
    }
    cairo_move_to(cairo, box.x + radius, box.y); /* where SVG's dashes begin */
    cairo_arc(cairo, right - radius, box.y + radius, radius, -M_PI / 2, 0);
    cairo_arc(cairo, right - radius, bottom - radius, radius, 0, M_PI / 2);
    cairo_arc(cairo, box.x + radius, bottom - radius, radius, M_PI / 2, M_PI);
    cairo_arc(cairo, box.x + radius, box.y + radius, radius, M_PI, 1.5 * M_PI);
    cairo_close_path(cairo);
}

/* In themes without colours, the weight of a line shows its role. */
void cairo_path_stroke(cairo_t *cairo, Theme theme, const Shape *shape)
{
    double dash[2] = {shape->width * 3, shape->width * 3};
    Pattern pattern = theme_pattern(theme, shape->edge);

    cairo_path_color(cairo, pattern.line, shape->alpha);
    cairo_set_line_width(cairo, shape->width * pattern.weight);
    cairo_set_dash(cairo, dash, shape->dashed ? 2 : 0, 0);
    cairo_stroke(cairo);
}

static void fill_arrow(cairo_t *cairo, Theme theme, const Shape *shape)
{
    double x[3], y[3];

    if (!draw_arrow_head(shape, x, y))
        return;
    cairo_new_path(cairo);
    for (int i = 0; i < 3; ++i)
        cairo_line_to(cairo, x[i], y[i]);
    cairo_close_path(cairo);
    cairo_path_color(cairo, theme_pattern(theme, shape->fill).line,
                     shape->alpha);
    cairo_fill(cairo);
}

void cairo_path_shape(cairo_t *cairo, Theme theme, const Shape *shape)
{
    const double *x = shape->x, *y = shape->y;

    if (shape->kind == SHAPE_ARROW) {
        fill_arrow(cairo, theme, shape);
        return;
    }
    cairo_new_path(cairo);
    cairo_move_to(cairo, x[0], y[0]);
    if (shape->kind == SHAPE_LINE)
        cairo_line_to(cairo, x[1], y[1]);
    else
        cairo_curve_to(cairo, x[1], y[1], x[2], y[2], x[3], y[3]);
    cairo_path_stroke(cairo, theme, shape);
}
