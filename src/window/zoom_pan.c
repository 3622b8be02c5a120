/* SPDX-License-Identifier: MIT
 *
 * zoom_pan - finding views and moving them; see zoom_pan.h.
 */
#include "window/zoom_pan.h"

#include "draw/layout.h"

#include <math.h>

static const double notch = 0.5; /* octaves */

/* The tags by which shapes of a kind of view are recognised. */
static const struct {
    ZoomKind kind;
    TagKind tag;
    bool down; /* zoomed from top to bottom */
} views[] = {
    {ZOOM_TIME, TAG_TIMELINE, false},
    {ZOOM_MEMORY, TAG_CELL, true},
    {ZOOM_UPPER, TAG_NODE, false},
};

enum { VIEWS = sizeof views / sizeof views[0] };

Rect zoom_pan_extent(const DisplayList *frame, TagKind tag, int panel)
{
    double left = INFINITY, right = -INFINITY, top = left, bottom = right;

    for (size_t i = 0; i < frame->shapes_count; ++i) {
        const Shape *shape = frame->shapes + i;
        if (shape->kind != SHAPE_RECT || shape->tag.kind != tag ||
            shape->tag.panel != panel)
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
            *box = zoom_pan_extent(frame, views[v].tag, panel);
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
        Rect box = zoom_pan_extent(frame, views[v].tag, 0);
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

/* Centres the visible part on a place of the whole. */
static void centre(Zoom *zoom, double place)
{
    zoom_pan(zoom, (place - zoom->from) * zoom_scale(zoom) - 0.5);
}

/* True if the running instructions are at one place in all views of a kind. */
static bool has_focus(const Scene *scene, int kind)
{
    return kind != ZOOM_TIME || scene->count == 1 || scene->standings.on ||
           scene->time;
}

void zoom_pan_whole(ZoomPan *view_zoom)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind)
        view_zoom->zooms[kind] = (Zoom){0, 0};
}

void zoom_pan_move(ZoomPan *view_zoom, const Scene *scene, double zoom,
                   double pan, bool whole)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
        Zoom *view = view_zoom->zooms + kind;
        if (zoom < 0 || (zoom > 0 && has_focus(scene, kind))) {
            zoom_by(view, zoom, 0.5);
            centre(view, zoom_pan_focus(scene, (ZoomKind)kind));
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
        if (view_zoom->zooms[kind].zoom > 0)
            return true;
    return false;
}

void zoom_pan_follow(ZoomPan *view_zoom, const Scene *scene)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
        Zoom *zoom = view_zoom->zooms + kind;
        double place = zoom_pan_focus(scene, (ZoomKind)kind);
        if (zoom->zoom > 0 && has_focus(scene, kind) &&
            (place < zoom->from || place > zoom->from + 1 / zoom_scale(zoom)))
            centre(zoom, place);
    }
}

/* The middle of the inputs or cells that the accesses are at. */
static double focus_of_accesses(const Trace *trace, const Instruction *at,
                                bool of_inputs)
{
    const Access *access = trace_accesses(trace, at);
    double sum = 0, whole = of_inputs ? trace->run.n : trace->run.words;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        bool range = interval_is_range(access->interval);
        if (!of_inputs)
            sum += access->cell;
        else if (trace_is_shared(at) && range &&
                 interval_first(access->interval) > 0)
            sum += (interval_first(access->interval) +
                    interval_last(access->interval) + 1) /
                   2.0;
        else
            sum += trace_is_shared(at) && range
                       ? interval_last(access->interval) + 1
                       : access->cell;
    }
    return whole > 0 ? layout_clamp(sum / at->lanes / whole, 0, 1) : 0;
}

/* Where the running instruction of the first trace is in the view of time. */
static double focus_of_time(const Scene *scene)
{
    uint64_t most = 1;

    for (int t = 0; t < scene->count; ++t) {
        const Schedule *other =
            analysed_schedule(scene->analysed_traces[t], scene->costs);
        most = other->end > most ? other->end : most;
    }
    const AnalysedTrace *analysed = scene->analysed_traces[0];
    size_t running = analysed_running(analysed, scene->positions[0]);
    const Schedule *schedule = analysed_schedule(analysed, scene->costs);
    return (double)schedule->instructions[running].start / (double)most;
}

double zoom_pan_focus(const Scene *scene, ZoomKind kind)
{
    const AnalysedTrace *analysed = scene->analysed_traces[0];
    const BankTable *banks = &analysed->banks;
    size_t position = scene->positions[0];

    if (position == 0)
        return 0;
    if (kind == ZOOM_TIME && scene->time)
        return focus_of_time(scene);
    if (kind == ZOOM_TIME)
        return banks->starts[banks->count] ? (double)banks->starts[position] /
                                                 banks->starts[banks->count]
                                           : 0;
    analysed = analysed_block(analysed, &position); /* all else is of a block */
    const Instruction *at =
        analysed->trace->instructions + analysed_running(analysed, position);
    if (kind == ZOOM_MEMORY && !trace_is_shared(at))
        return 0;
    return focus_of_accesses(analysed->trace, at, kind == ZOOM_UPPER);
}
