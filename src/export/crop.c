/* SPDX-License-Identifier: MIT
 *
 * crop - selects, moves and scales shapes; see crop.h.
 */
#include "export/crop.h"

static void change(Shape *shape, double dx, double dy, double scale)
{
    shape->box.x = (shape->box.x + dx) * scale;
    shape->box.y = (shape->box.y + dy) * scale;
    shape->box.w *= scale;
    shape->box.h *= scale;
    for (int i = 0; i < 4; ++i) {
        shape->x[i] = (shape->x[i] + dx) * scale;
        shape->y[i] = (shape->y[i] + dy) * scale;
    }
    shape->radius *= scale;
    shape->width *= scale;
    shape->hatch *= scale;
    shape->size *= scale;
    shape->baseline = (shape->baseline + dy) * scale;
}

void crop_scale(DisplayList *list, double scale)
{
    for (size_t i = 0; i < list->shapes_count; ++i)
        change(list->shapes + i, 0, 0, scale);
    list->width *= scale;
    list->height *= scale;
}

/* Does SHAPE lie in BOX?  Clips stay, for they go in pairs. */
static bool lies_in(const Shape *shape, Rect box)
{
    if (shape->kind == SHAPE_CLIP || shape->kind == SHAPE_UNCLIP)
        return true;
    return shape->box.x >= box.x && shape->box.y >= box.y &&
           shape->box.x + shape->box.w <= box.x + box.w &&
           shape->box.y + shape->box.h <= box.y + box.h;
}

void crop_pieces(DisplayList *list, const Rect boxes[], int count, double gap)
{
    double lefts[DISPLAY_LIST_PANELS], width = -gap, height = 0;
    size_t kept = 0;

    BASE_CHECK(count >= 1 && count <= DISPLAY_LIST_PANELS);
    for (int i = 0; i < count; ++i) {
        lefts[i] = width + gap;
        width = lefts[i] + boxes[i].w;
        height = boxes[i].h > height ? boxes[i].h : height;
    }
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        int piece = count > 1 ? shape->tag.panel : 0;
        if (piece >= count || !lies_in(shape, boxes[piece]))
            continue;
        list->shapes[kept] = *shape;
        change(list->shapes + kept++, lefts[piece] - boxes[piece].x,
               -boxes[piece].y, 1);
    }
    list->shapes_count = kept;
    list->width = width;
    list->height = height;
}

void crop_grounds(DisplayList *list)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        Shape *shape = list->shapes + i;
        bool ground =
            shape->tag.kind == TAG_FRAME && shape->kind == SHAPE_RECT &&
            (shape->fill == COLOR_PANEL || shape->fill == COLOR_PAPER);
        if (ground)
            shape->fill = COLOR_NONE;
    }
}
