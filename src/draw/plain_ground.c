/* SPDX-License-Identifier: MIT */
#include "draw/plain_ground.h"

#include <stdlib.h>

static bool holds(const Rect *box, double x, double y)
{
    return x >= box->x && x <= box->x + box->w && y >= box->y &&
           y <= box->y + box->h;
}

/* The topmost filled shape below the middle of text I; NULL: there is none. */
static const Shape *ground_of(const Shape *shapes, size_t i)
{
    const Rect *text = &shapes[i].box;
    double x = text->x + text->w / 2, y = text->y + text->h / 2;

    while (i-- > 0)
        if (shapes[i].kind == SHAPE_RECT && shapes[i].fill != COLOR_NONE &&
            holds(&shapes[i].box, x, y))
            return shapes + i;
    return NULL;
}

/* Adds to LIST the plain ground of text I of SHAPES, if it needs one. */
static void add_ground(DisplayList *list, const Shape *shapes, size_t i)
{
    const Shape *text = shapes + i, *ground = ground_of(shapes, i);
    Rect box, room = {text->box.x - 3, text->box.y - 2, text->box.w + 6,
                      text->box.h + 4};
    double period;

    if (!ground || !shape_stripes(ground, THEME_PRINT, &box, &period))
        return;
    Rect common = rect_common(ground->box, room);
    if (common.w < text->box.w || common.h <= 0)
        return;
    Shape *plain = draw_rect(list, common, 3, COLOR_CELL);
    plain->thing = text->thing;
    plain->thread = text->thread;
}

void plain_grounds_add(DisplayList *list)
{
    Shape *shapes = list->shapes;
    size_t count = list->shapes_count;

    list->shapes = NULL;
    list->shapes_count = list->shapes_capacity = 0;
    for (size_t i = 0; i < count; ++i) {
        if (shapes[i].kind == SHAPE_TEXT)
            add_ground(list, shapes, i);
        base_push(list, shapes, shapes[i]);
    }
    free(shapes);
}
