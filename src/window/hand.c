/* SPDX-License-Identifier: MIT
 *
 * hand - finding what lies under the pointer; see hand.h.
 */
#include "window/hand.h"

#include <math.h>

static bool is_bar(const Shape *shape)
{
    return shape->kind == SHAPE_RECT && shape->tag.kind == TAG_TIMELINE;
}

/* Is the place within the extent of a panel's timeline? */
static bool is_on_timeline(const Canvas *frame, int panel, double x, double y)
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

static const Shape *nearest(const Canvas *frame, int panel, double x, double y)
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

const Shape *hand_timeline(const Canvas *frame, int panel, double x, double y)
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

static const Shape *chrome_under(const Hand *hand, const HandView *view)
{
    return canvas_at(view->chrome, hand->x, hand->y, TAG_CHROME);
}

static int64_t find_beat(const Hand *hand, const HandView *view)
{
    const Shape *chrome = chrome_under(hand, view);
    bool dragging = hand->hold == HOLD_TIMELINE;

    if (hand->hold == HOLD_BUTTON)
        return -1;
    if (hand->hold == HOLD_POSITION ||
        (!dragging && chrome && chrome->tag.index == CHROME_POSITION))
        return chrome_beat_at(view->chrome, view->player, hand->x);
    if (!dragging && chrome)
        return -1;
    const Shape *bar = hand_timeline(view->frame, dragging ? hand->held : -1,
                                     hand->x, hand->y);
    if (!bar)
        return -1;
    return player_beat_of(view->player, bar->tag.panel, bar->tag.index);
}

void hand_leave(Hand *hand)
{
    *hand = (Hand){.x = -1, .y = -1, .button = -1, .beat = -1};
}

bool hand_move(Hand *hand, const HandView *view, double x, double y)
{
    Hand was = *hand;

    hand->x = x;
    hand->y = y;
    const Shape *shape = canvas_at(view->chrome, x, y, TAG_BUTTON);
    hand->button = shape ? (int)shape->tag.index : -1;
    hand->beat = find_beat(hand, view);
    return hand->button != was.button || hand->beat != was.beat;
}

bool hand_press(Hand *hand, const HandView *view)
{
    const Shape *chrome = chrome_under(hand, view);
    const Shape *bar = hand_timeline(view->frame, -1, hand->x, hand->y);

    hand->hold = HOLD_NONE;
    hand_move(hand, view, hand->x, hand->y);
    if (hand->button >= 0) {
        hand->hold = HOLD_BUTTON;
        hand->held = hand->button;
    } else if (chrome && chrome->tag.index == CHROME_POSITION) {
        hand->hold = HOLD_POSITION;
    } else if (!chrome && bar) {
        hand->hold = HOLD_TIMELINE;
        hand->held = bar->tag.panel;
    }
    return hand->button < 0 && chrome && chrome->tag.index == CHROME_HELP;
}

int hand_release(Hand *hand, const HandView *view)
{
    int held = hand->hold == HOLD_BUTTON ? hand->held : -1;

    hand->hold = HOLD_NONE;
    hand_move(hand, view, hand->x, hand->y);
    return hand->button == held ? held : -1;
}

bool hand_drags(const Hand *hand)
{
    return hand->hold == HOLD_POSITION || hand->hold == HOLD_TIMELINE;
}
