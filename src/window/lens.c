/* SPDX-License-Identifier: MIT
 *
 * lens - finding views and moving them; see lens.h.
 */
#include "window/lens.h"

#include "paint/layout.h"

#include <math.h>

static const double notch = 0.5; /* octaves */

/* What tells that a shape belongs to a kind of view. */
static const struct {
    ZoomKind kind;
    TagKind tag;
    bool down; /* it is long from top to bottom */
} views[] = {
    {ZOOM_TIME, TAG_TIMELINE, false},
    {ZOOM_MEMORY, TAG_CELL, true},
    {ZOOM_UPPER, TAG_NODE, false},
};

enum { VIEWS = sizeof views / sizeof views[0] };

/* The extent of the boxes with a tag in a panel; empty if there are none. */
static Rect extent(const Canvas *frame, TagKind tag, int panel)
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

/* The view at a place, as an index of `views`, and its extent; -1: none. */
static int find_view(const Canvas *frame, double x, double y, Rect *box)
{
    for (int v = 0; v < VIEWS; ++v)
        for (int panel = 0; panel < PLAYER_MAX_TRACES; ++panel) {
            *box = extent(frame, views[v].tag, panel);
            if (x >= box->x && x < box->x + box->w && y >= box->y &&
                y < box->y + box->h)
                return v;
        }
    return -1;
}

ZoomKind lens_at(const Canvas *frame, double x, double y)
{
    Rect box;
    int v = find_view(frame, x, y, &box);

    return v < 0 ? ZOOM_COUNT : views[v].kind;
}

bool lens_wheel(Lens *lens, const Canvas *frame, double x, double y,
                int notches)
{
    Rect box;
    int v = find_view(frame, x, y, &box);

    if (v < 0)
        return false;
    zoom_by(lens->zooms + views[v].kind, notch * notches,
            views[v].down ? (y - box.y) / box.h : (x - box.x) / box.w);
    return true;
}

bool lens_press(Lens *lens, const Canvas *frame, double x, double y)
{
    Rect box;
    int v = find_view(frame, x, y, &box);

    lens->holds = v >= 0 && lens->zooms[views[v].kind].zoom > 0;
    if (!lens->holds)
        return false;
    lens->held = views[v].kind;
    lens->x = x;
    lens->y = y;
    return true;
}

bool lens_drag(Lens *lens, const Canvas *frame, double x, double y)
{
    double length = 0, moved = 0;

    if (!lens->holds)
        return false;
    for (int v = 0; v < VIEWS; ++v) {
        Rect box = extent(frame, views[v].tag, 0);
        if (views[v].kind != lens->held)
            continue;
        length = views[v].down ? box.h : box.w;
        moved = views[v].down ? lens->y - y : lens->x - x;
    }
    lens->x = x;
    lens->y = y;
    if (length <= 0 || moved == 0)
        return false;
    zoom_pan(lens->zooms + lens->held, moved / length);
    return true;
}

void lens_release(Lens *lens)
{
    lens->holds = false;
}

/* Puts the middle of what is seen on a place of the whole. */
static void centre(Zoom *zoom, double place)
{
    zoom_pan(zoom, (place - zoom->from) * zoom_scale(zoom) - 0.5);
}

/* Does what runs have one place in all views of a kind? */
static bool has_focus(const Scene *scene, int kind)
{
    return kind != ZOOM_TIME || scene->count == 1 || scene->contest.on;
}

void lens_zoom(Lens *lens, const Scene *scene, double by)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
        if (!has_focus(scene, kind) && by > 0)
            continue;
        zoom_by(lens->zooms + kind, by, 0.5);
        centre(lens->zooms + kind, lens_focus(scene, (ZoomKind)kind));
    }
}

/* All views along by a share of what is seen. */
static void lens_pan(Lens *lens, double by)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind)
        zoom_pan(lens->zooms + kind, by);
}

void lens_whole(Lens *lens)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind)
        lens->zooms[kind] = (Zoom){0, 0};
}

void lens_move(Lens *lens, const Scene *scene, double zoom, double pan,
               bool whole)
{
    if (zoom != 0)
        lens_zoom(lens, scene, zoom);
    if (pan != 0)
        lens_pan(lens, pan);
    if (whole)
        lens_whole(lens);
}

bool lens_is_close(const Lens *lens)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind)
        if (lens->zooms[kind].zoom > 0)
            return true;
    return false;
}

void lens_follow(Lens *lens, const Scene *scene)
{
    for (int kind = 0; kind < ZOOM_COUNT; ++kind) {
        Zoom *zoom = lens->zooms + kind;
        double place = lens_focus(scene, (ZoomKind)kind);
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

double lens_focus(const Scene *scene, ZoomKind kind)
{
    const Exhibit *exhibit = scene->exhibits[0];
    const BankTable *banks = &exhibit->banks;
    size_t position = scene->positions[0];

    if (position == 0)
        return 0;
    if (kind == ZOOM_TIME)
        return banks->starts[banks->count] ? (double)banks->starts[position] /
                                                 banks->starts[banks->count]
                                           : 0;
    exhibit = exhibit_part(exhibit, &position); /* all else is of a block */
    const Instruction *at =
        exhibit->trace->instructions + exhibit_running(exhibit, position);
    if (kind == ZOOM_MEMORY && !trace_is_shared(at))
        return 0;
    return focus_of_accesses(exhibit->trace, at, kind == ZOOM_UPPER);
}
