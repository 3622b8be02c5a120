/* SPDX-License-Identifier: MIT
 *
 * zoom_pan - finding views and moving them; see zoom_pan.h.
 */
#include "window/zoom_pan.h"

#include "window/zoom_focus.h"

#include <math.h>

static const double notch = 0.5; /* octaves */

/* The things by which shapes of a kind of view are recognised. */
static const struct {
    ZoomKind kind;
    ThingKind thing;
    bool down; /* zoomed from top to bottom */
} views[] = {
    {ZOOM_TIME, THING_INSTRUCTION, false},
    {ZOOM_MEMORY, THING_CELL, true},
    {ZOOM_UPPER, THING_NODE, false},
};

enum { VIEWS = sizeof views / sizeof views[0] };

Rect zoom_pan_extent(const DisplayList *frame, ThingKind kind, int panel)
{
    double left = INFINITY, right = -INFINITY, top = left, bottom = right;

    for (size_t i = 0; i < frame->shapes_count; ++i) {
        const Shape *shape = frame->shapes + i;
        if (shape->kind != SHAPE_RECT || shape->thing.kind != kind ||
            shape->thing.trace != panel + 1)
            continue;
        left = fmin(left, shape->box.x);
        right = fmax(right, shape->box.x + shape->box.w);
        top = fmin(top, shape->box.y);
        bottom = fmax(bottom, shape->box.y + shape->box.h);
    }
    return right > left ? (Rect){left, top, right - left, bottom - top}
                        : (Rect){0, 0, 0, 0};
}

bool zoom_pan_contains(Rect box, double x, double y)
{
    return x >= box.x && x < box.x + box.w && y >= box.y && y < box.y + box.h;
}

/* The view at a place, as an index of `views`, and its extent; -1: none. */
static int find_view(const DisplayList *frame, double x, double y, Rect *box)
{
    for (int v = 0; v < VIEWS; ++v)
        for (int panel = 0; panel < PLAYER_MAX_TRACES; ++panel) {
            *box = zoom_pan_extent(frame, views[v].thing, panel);
            if (zoom_pan_contains(*box, x, y))
                return v;
        }
    return -1;
}

bool zoom_pan_wheel(ZoomPan *view_zoom, const DisplayList *frame, double x,
                    double y, int notches)
{
    Rect box;
    int v = find_view(frame, x, y, &box);

    if (v < 0)
        return false;
    zoom_by(view_zoom->zooms + views[v].kind, notch * notches,
            views[v].down ? (y - box.y) / box.h : (x - box.x) / box.w);
    view_zoom->wished[views[v].kind] = view_zoom->zooms[views[v].kind].zoom;
    return true;
}

bool zoom_pan_press(ZoomPan *view_zoom, const DisplayList *frame, double x,
                    double y)
{
    Rect box;
    int v = find_view(frame, x, y, &box);

    view_zoom->holds = v >= 0 && view_zoom->zooms[views[v].kind].zoom > 0;
    if (!view_zoom->holds)
        return false;
    view_zoom->held = views[v].kind;
    view_zoom->x = x;
    view_zoom->y = y;
    return true;
}

bool zoom_pan_drag(ZoomPan *view_zoom, const DisplayList *frame, double x,
                   double y)
{
    double length = 0, moved = 0;

    if (!view_zoom->holds)
        return false;
    for (int v = 0; v < VIEWS; ++v) {
        Rect box = zoom_pan_extent(frame, views[v].thing, 0);
        if (views[v].kind != view_zoom->held)
            continue;
        length = views[v].down ? box.h : box.w;
        moved = views[v].down ? view_zoom->y - y : view_zoom->x - x;
    }
    view_zoom->x = x;
    view_zoom->y = y;
    if (length <= 0 || moved == 0)
        return false;
    zoom_pan(view_zoom->zooms + view_zoom->held, moved / length);
    return true;
}

/* True if the running instructions are at one place in all views of a kind. */
static bool has_focus(const Scene *scene, int kind)
{
    return kind != ZOOM_TIME || scene->count == 1 || scene->standings.on ||
           scene->time;
}

void zoom_pan_whole(ZoomPan *view_zoom)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
        view_zoom->zooms[kind] = (Zoom){0, 0};
        view_zoom->wished[kind] = 0;
    }
}

/* Zooms out as far as one lane needs to be seen with its operands, and back in
 * to what was wished where it can. */
static void fit(ZoomPan *view_zoom, const Scene *scene, int kind)
{
    Zoom *zoom = view_zoom->zooms + kind;
    ZoomRange lane = zoom_focus(scene, (ZoomKind)kind, true);
    double length = lane.high - lane.low, most = ZOOM_MOST;

    if (kind == ZOOM_TIME)
        return;
    if (length > 0)
        most = fmax(0, -log2(fmin(1, length)));
    zoom_by(zoom, fmin(view_zoom->wished[kind], most) - zoom->zoom, 0.5);
}

/* Centres the visible part on what runs. */
static void centre(Zoom *zoom, const Scene *scene, int kind)
{
    double visible = 1 / zoom_scale(zoom);
    ZoomRange range = zoom_pan_focus(scene, (ZoomKind)kind, visible);
    double place = (range.low + range.high) / 2;

    zoom_pan(zoom, (place - zoom->from) / visible - 0.5);
}

void zoom_pan_move(ZoomPan *view_zoom, const Scene *scene, double zoom,
                   double pan, bool whole)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
        Zoom *view = view_zoom->zooms + kind;
        if (zoom < 0 || (zoom > 0 && has_focus(scene, kind))) {
            zoom_by(view, zoom, 0.5);
            view_zoom->wished[kind] = view->zoom;
            fit(view_zoom, scene, kind);
            view_zoom->wished[kind] = view->zoom;
            centre(view, scene, kind);
        }
        if (pan != 0)
            zoom_pan(view, pan);
    }
    if (whole)
        zoom_pan_whole(view_zoom);
}

bool zoom_pan_is_close(const ZoomPan *view_zoom)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind)
        if (view_zoom->wished[kind] > 0)
            return true;
    return false;
}

void zoom_pan_follow(ZoomPan *view_zoom, const Scene *scene)
{
    const double hair = 1e-9;

    for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
        Zoom *zoom = view_zoom->zooms + kind;
        if (view_zoom->wished[kind] <= 0 || !has_focus(scene, kind))
            continue;
        fit(view_zoom, scene, kind);
        double visible = 1 / zoom_scale(zoom);
        ZoomRange range = zoom_pan_focus(scene, (ZoomKind)kind, visible);
        if (range.low < zoom->from - hair ||
            range.high > zoom->from + visible + hair)
            centre(zoom, scene, kind);
    }
}

ZoomRange zoom_pan_focus(const Scene *scene, ZoomKind kind, double visible)
{
    ZoomRange range = zoom_focus(scene, kind, false);

    if (range.high - range.low > visible)
        range = zoom_focus(scene, kind, true);
    return range.low > range.high ? (ZoomRange){0, 0} : range;
}
