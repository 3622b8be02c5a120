/* SPDX-License-Identifier: MIT */
#include "view/view_marks.h"

#include "draw/layout.h"

#include <math.h>

static const double least_cross = 4; /* pixels */

static double fault_edge(const View *view, Shape *shape)
{
    double width = fmax(2, view_px(view, 3));

    width = fmin(width, fmin(shape->box.w, shape->box.h) / 8);
    shape->edge = shape->fill == COLOR_CONFLICT ? COLOR_INK : COLOR_FAULT;
    shape->width = width;
    return width;
}

void view_cross(const View *view, Rect box, Color color)
{
    double width = fmax(1, box.w / 4), end = width / 2;

    draw_line(view->list, box.x + end, box.y + end, box.x + box.w - end,
              box.y + box.h - end, width, color);
    draw_line(view->list, box.x + end, box.y + box.h - end, box.x + box.w - end,
              box.y + end, width, color);
}

void view_cross_before(const View *view, Rect text, double left, Color color)
{
    double size = text.h * 0.9, gap = text.h * 0.6;

    if (text.x - gap - size >= left)
        view_cross(view,
                   rect_around(text.x - gap - size / 2, text.y + text.h / 2,
                               size, size),
                   color);
}

/* In the upper right corner of BOX, INSIDE from its edges; none if it were too
 * small to be seen. */
static void cross_corner(const View *view, Rect box, double inside, double size,
                         Color color)
{
    double x = box.x + box.w - inside - size, y = box.y + inside;

    if (size >= least_cross)
        view_cross(view, (Rect){x, y, size, size}, color);
}

Color view_fill_wrong(const View *view, Shape *shape)
{
    Color was = shape->fill, on = view_on(COLOR_FAULT);
    double inside = fault_edge(view, shape) + 1;
    Rect box = shape->box;
    double share = box.w > 4 * box.h ? 0.36 : 0.21; /* beside what is written */
    double size = fmin(fmin(box.h * share, box.w * 0.11), view_px(view, 14));

    shape->fill = COLOR_FAULT;
    shape->edge = view_on(was) == COLOR_INK ? COLOR_FAULT : was;
    shape->dashed = false;
    cross_corner(view, box, inside, size, on);
    return on;
}

void view_mark_raced(const View *view, Shape *shape)
{
    fault_edge(view, shape);
    shape->dashed = true;
}
