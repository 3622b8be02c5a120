/* SPDX-License-Identifier: MIT
 *
 * pointer - finding what lies under the pointer; see pointer.h.
 */
#include "window/pointer.h"

#include <math.h>

static bool is_bar(const Shape *shape)
{
    return shape->kind == SHAPE_RECT && shape->tag.kind == TAG_TIMELINE;
}

/* Is the place within the extent of a panel's timeline? */
static bool is_on_timeline(const DisplayList *frame, int panel, double x,
                           double y)
{
    double left = INFINITY, right = -INFINITY, top = left, bottom = right;

    for (size_t i = 0; i < frame->shapes_count; ++i) {
        const Shape *shape = frame->shapes + i;
        if (!is_bar(shape) || shape->tag.panel != panel)
            continue;
        left = fmin(left, shape->box.x);
        right = fmax(right, shape->box.x + shape->box.w);
        top = fmin(top, shape->box.y);
        bottom = fmax(bottom, shape->box.y + shape->box.h);
    }
    return x >= left && x < right && y >= top && y < bottom;
}

/* How far AT is from the LENGTH pixels that start at FROM. */
static double distance_to(double from, double length, double at)
{
    return at < from ? from - at : fmax(0, at - from - length);
}

static const Shape *nearest(const DisplayList *frame, int panel, double x,
                            double y)
{
    const double first = 1e4; /* time counts before height */
    const Shape *found = NULL;
    double least = INFINITY;

    for (size_t i = 0; i < frame->shapes_count; ++i) {
        const Shape *shape = frame->shapes + i;
        if (!is_bar(shape) || shape->tag.panel != panel)
            continue;
        double away = first * distance_to(shape->box.x, shape->box.w, x) +
                      distance_to(shape->box.y, shape->box.h, y);
        if (away < least)
            found = shape;
        least = fmin(least, away);
    }
    return found;
}

const Shape *pointer_timeline(const DisplayList *frame, int panel, double x,
                              double y)
{
    if (panel >= 0)
        return nearest(frame, panel, x, y);
    for (size_t i = 0; i < frame->shapes_count; ++i) {
        const Shape *shape = frame->shapes + i;
        bool is_new = is_bar(shape) && shape->tag.panel != panel;
        if (!is_new)
            continue;
        panel = shape->tag.panel;
        if (is_on_timeline(frame, panel, x, y))
            return nearest(frame, panel, x, y);
    }
    return NULL;
}

static const Shape *chrome_under(const Pointer *pointer,
                                 const PointerTarget *view)
{
    return display_list_at(view->chrome, pointer->x, pointer->y, TAG_CHROME);
}

static int64_t find_tick(const Pointer *pointer, const PointerTarget *view)
{
    const Shape *chrome = chrome_under(pointer, view);
    bool dragging = pointer->hold == HOLD_TIMELINE;

    if (pointer->hold == HOLD_BUTTON)
        return -1;
    if (pointer->hold == HOLD_POSITION ||
        (!dragging && chrome && chrome->tag.index == CHROME_POSITION))
        return chrome_tick_at(view->chrome, view->player, pointer->x);
    if (!dragging && chrome)
        return -1;
    const Shape *bar =
        pointer_timeline(view->frame, dragging ? pointer->held : -1, pointer->x,
                         pointer->y);
    if (!bar)
        return -1;
    return player_tick_of(view->player, bar->tag.panel, bar->tag.index);
}

void pointer_leave(Pointer *pointer)
{
    *pointer = (Pointer){.x = -1, .y = -1, .button = -1, .tick = -1};
}

bool pointer_move(Pointer *pointer, const PointerTarget *view, double x,
                  double y)
{
    Pointer was = *pointer;

    pointer->x = x;
    pointer->y = y;
    const Shape *shape = display_list_at(view->chrome, x, y, TAG_BUTTON);
    pointer->button = shape ? (int)shape->tag.index : -1;
    pointer->tick = find_tick(pointer, view);
    return pointer->button != was.button || pointer->tick != was.tick;
}

bool pointer_press(Pointer *pointer, const PointerTarget *view)
{
    const Shape *chrome = chrome_under(pointer, view);
    const Shape *bar =
        pointer_timeline(view->frame, -1, pointer->x, pointer->y);

    pointer->hold = HOLD_NONE;
    pointer_move(pointer, view, pointer->x, pointer->y);
    if (pointer->button >= 0) {
        pointer->hold = HOLD_BUTTON;
        pointer->held = pointer->button;
    } else if (chrome && chrome->tag.index == CHROME_POSITION) {
        pointer->hold = HOLD_POSITION;
    } else if (!chrome && bar) {
        pointer->hold = HOLD_TIMELINE;
        pointer->held = bar->tag.panel;
    }
    return pointer->button < 0 && chrome && chrome->tag.index == CHROME_HELP;
}

int pointer_release(Pointer *pointer, const PointerTarget *view)
{
    int held = pointer->hold == HOLD_BUTTON ? pointer->held : -1;

    pointer->hold = HOLD_NONE;
    pointer_move(pointer, view, pointer->x, pointer->y);
    return pointer->button == held ? held : -1;
}

bool pointer_drags(const Pointer *pointer)
{
    return pointer->hold == HOLD_POSITION || pointer->hold == HOLD_TIMELINE;
}
