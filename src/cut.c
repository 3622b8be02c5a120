/* SPDX-License-Identifier: MIT
 *
 * cut - see cut.h.
 */
#include "cut.h"

static void change(Shape *shape, Rect box, double scale)
{
    shape->box.x = (shape->box.x - box.x) * scale;
    shape->box.y = (shape->box.y - box.y) * scale;
    shape->box.w *= scale;
    shape->box.h *= scale;
    for (int i = 0; i < 4; ++i) {
        shape->x[i] = (shape->x[i] - box.x) * scale;
        shape->y[i] = (shape->y[i] - box.y) * scale;
    }
    shape->radius *= scale;
    shape->width *= scale;
    shape->hatch *= scale;
    shape->size *= scale;
    shape->baseline = (shape->baseline - box.y) * scale;
}

/* Could SHAPE leave a mark in BOX?  Clips stay, for they go in pairs. */
static bool reaches(const Shape *shape, Rect box)
{
    double more = shape->width;

    if (shape->kind == SHAPE_CLIP || shape->kind == SHAPE_UNCLIP)
        return true;
    return shape->box.x - more < box.x + box.w &&
           shape->box.x + shape->box.w + more > box.x &&
           shape->box.y - more < box.y + box.h &&
           shape->box.y + shape->box.h + more > box.y;
}

void cut_canvas(Canvas *canvas, Rect box, double scale)
{
    size_t kept = 0;

    for (size_t i = 0; i < canvas->shapes_count; ++i) {
        if (!reaches(canvas->shapes + i, box))
            continue;
        canvas->shapes[kept] = canvas->shapes[i];
        change(canvas->shapes + kept++, box, scale);
    }
    canvas->shapes_count = kept;
    canvas->width = box.w * scale;
    canvas->height = box.h * scale;
}

void cut_grounds(Canvas *canvas)
{
    for (size_t i = 0; i < canvas->shapes_count; ++i) {
        Shape *shape = canvas->shapes + i;
        bool ground =
            shape->tag.kind == TAG_FRAME && shape->kind == SHAPE_RECT &&
            (shape->fill == COLOR_PANEL || shape->fill == COLOR_PAPER);
        if (ground)
            shape->fill = COLOR_NONE;
    }
}
