/* SPDX-License-Identifier: MIT
 *
 * pointer - finding what lies under the pointer; see pointer.h.
 */
#include "window/pointer.h"

#include "window/zoom_pan.h"

#include <math.h>

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
        if (shape->kind != SHAPE_RECT ||
            shape->thing.kind != THING_INSTRUCTION ||
            shape->thing.trace != panel + 1)
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
    for (panel = 0; panel < PLAYER_MAX_TRACES; ++panel)
        if (zoom_pan_contains(zoom_pan_extent(frame, THING_INSTRUCTION, panel),
                              x, y))
            return nearest(frame, panel, x, y);
    return NULL;
}

static const Shape *chrome_under(const Pointer *pointer,
                                 const PointerTarget *target)
{
    return display_list_at(target->chrome, pointer->x, pointer->y,
                           THING_CHROME);
}

static int64_t find_tick(const Pointer *pointer, const PointerTarget *target)
{
    const Shape *chrome = chrome_under(pointer, target);
    bool dragging = pointer->hold == HOLD_TIMELINE;

    if (pointer->hold == HOLD_BUTTON)
        return -1;
    if (pointer->hold == HOLD_POSITION ||
        (!dragging && chrome && chrome->thing.a == CHROME_POSITION))
        return chrome_tick_at(target->chrome, target->player, pointer->x);
    if (!dragging && chrome)
        return -1;
    const Shape *bar =
        pointer_timeline(target->frame, dragging ? pointer->held : -1,
                         pointer->x, pointer->y);
    if (!bar)
        return -1;
    return player_tick_of(target->player, bar->thing.trace - 1, bar->thing.a);
}

void pointer_leave(Pointer *pointer)
{
    *pointer = (Pointer){.x = -1, .y = -1, .button = -1, .tick = -1};
}

bool pointer_move(Pointer *pointer, const PointerTarget *target, double x,
                  double y)
{
    Pointer was = *pointer;

    pointer->x = x;
    pointer->y = y;
    const Shape *shape = display_list_at(target->chrome, x, y, THING_BUTTON);
    pointer->button = shape ? (int)shape->thing.a : -1;
    pointer->tick = find_tick(pointer, target);
    return pointer->button != was.button || pointer->tick != was.tick;
}

bool pointer_press(Pointer *pointer, const PointerTarget *target)
{
    const Shape *chrome = chrome_under(pointer, target);
    const Shape *bar =
        pointer_timeline(target->frame, -1, pointer->x, pointer->y);

    pointer->hold = HOLD_NONE;
    pointer_move(pointer, target, pointer->x, pointer->y);
    if (pointer->button >= 0) {
        pointer->hold = HOLD_BUTTON;
        pointer->held = pointer->button;
    } else if (chrome && chrome->thing.a == CHROME_POSITION) {
        pointer->hold = HOLD_POSITION;
    } else if (!chrome && bar) {
        pointer->hold = HOLD_TIMELINE;
        pointer->held = bar->thing.trace - 1;
    }
    return pointer->button < 0 && chrome && chrome->thing.a == CHROME_HELP;
}

int pointer_release(Pointer *pointer, const PointerTarget *target)
{
    int held = pointer->hold == HOLD_BUTTON ? pointer->held : -1;

    pointer->hold = HOLD_NONE;
    pointer_move(pointer, target, pointer->x, pointer->y);
    return pointer->button == held ? held : -1;
}

bool pointer_drags(const Pointer *pointer)
{
    return pointer->hold == HOLD_POSITION || pointer->hold == HOLD_TIMELINE;
}
