/* SPDX-License-Identifier: MIT
 *
 * light - rings around what a scene points at, in all views of a frame.
 *
 *     ╔════╗  the thing itself        ┌ ─ ─ ┐  what belongs to it at the
 * moment, ║ 17 ║                          │ T2  │  and what the pointer is on
 *     ╚════╝                          └ ─ ─ ┘
 *
 * A ring is drawn in ink, with a border of paper: its place around shapes
 * distinguishes it from their edges, and it needs no colour.
 */
#include "view/views.h"

#include "draw/font.h"
#include "draw/layout.h"
#include "view/pointing.h"
#include "view/view.h"

#include <math.h>
#include <stdlib.h>

/* px at 1080 */
static const double near = 12, near_in_line = 48, least_side = 10, corner = 5;
static const double strong_line = 3.4, weak_line = 2, border = 1.6;
static const double clear = 3; /* above and below letters */

/* The rings of one thing in one panel. */
typedef struct {
    Rect *boxes;
    size_t boxes_count, boxes_capacity;
} Rings;

static Rect grown(Rect box, double by)
{
    return (Rect){box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by};
}

static bool meet(Rect a, Rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

static Rect both(Rect a, Rect b)
{
    double left = fmin(a.x, b.x), top = fmin(a.y, b.y);

    return (Rect){left, top, fmax(a.x + a.w, b.x + b.w) - left,
                  fmax(a.y + a.h, b.y + b.h) - top};
}

/* Adds BOX: to the rings that are near, which become one. */
static void add_ring(Rings *rings, Rect box, double reach)
{
    for (size_t i = rings->boxes_count; i-- > 0;) {
        if (!meet(grown(rings->boxes[i], reach / 2), grown(box, reach / 2)))
            continue;
        box = both(box, rings->boxes[i]);
        rings->boxes[i] = rings->boxes[--rings->boxes_count];
        i = rings->boxes_count;
    }
    base_push(rings, boxes, box);
}

/* True if SHAPE stands for many things, whose places strips give. */
static bool is_strip(const DisplayList *list, const Shape *shape)
{
    for (size_t i = 0; i < list->strips_count; ++i) {
        const Strip *strip = list->strips + i;
        if (strip->first.kind == shape->thing.kind &&
            strip->first.trace == shape->thing.trace &&
            meet(strip->box, shape->box))
            return true;
    }
    return false;
}

static Rings rings_of(const DisplayList *list, const PointedTrace *at,
                      const Thing *thing, double unit)
{
    Rings rings = {0};
    Rect box;
    double reach = (thing->kind == THING_LINE ? near_in_line : near) * unit;

    for (size_t i = 0; i < list->strips_count; ++i)
        if (thing_on_strip(at, thing, list->strips + i, &box))
            add_ring(&rings, box, reach);
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        if ((shape->kind != SHAPE_RECT && shape->kind != SHAPE_TEXT) ||
            !thing_is_shown_by(at, thing, shape) || is_strip(list, shape))
            continue;
        box = shape->box;
        if (shape->kind == SHAPE_TEXT && box.h > 0 &&
            thing->kind != THING_LINE) {
            double air = fmax(2, clear * unit);
            box = (Rect){box.x, box.y - air, box.w, box.h + 2 * air};
        }
        if (box.w > 0 && box.h > 0)
            add_ring(&rings, box, reach);
    }
    return rings;
}

/* True if a text lies in RING, around BOX, and not in BOX. */
static bool covers_text(const DisplayList *list, Rect ring, Rect box)
{
    for (size_t i = 0; i < list->shapes_count; ++i) {
        const Shape *shape = list->shapes + i;
        Rect inside = rect_common(shape->box, box);
        if (shape->kind == SHAPE_TEXT && meet(shape->box, ring) &&
            inside.w * inside.h < 0.9 * shape->box.w * shape->box.h)
            return true;
    }
    return false;
}

/* TIGHT: inside BOX, where texts are above and below. */
static void draw_ring(DisplayList *list, Rect box, double unit, bool strong,
                      bool tight)
{
    double line =
        fmax(strong ? 2 : 1.5, (strong ? strong_line : weak_line) * unit);
    double out = fmax(1, border * unit);
    double more = fmax(0, least_side * unit - box.w) / 2;

    box = (Rect){box.x - more, box.y, box.w + 2 * more, box.h};
    more = fmax(0, least_side * unit - box.h) / 2;
    box = (Rect){box.x, box.y - more, box.w, box.h + 2 * more};
    if (tight)
        line = fmax(1.5, line * 0.6);
    Rect ring = tight ? rect_inset(box, -3 * unit, -line - 0.5)
                      : grown(box, line + (strong ? out : 0));
    if (!tight && covers_text(list, grown(ring, out), box))
        ring = box;
    ring = rect_common(ring, (Rect){0, 0, list->width, list->height});
    if (!tight) {
        Shape *paper = draw_rect(list, strong ? grown(ring, out) : ring,
                                 corner * unit + line, COLOR_NONE);
        paper->edge = COLOR_PAPER;
        paper->width = strong ? line + 2 * out : line;
    }
    Shape *ink = draw_rect(list, ring, corner * unit + line, COLOR_NONE);
    ink->edge = COLOR_INK;
    ink->width = line;
    ink->dashed = !strong;
}

static void draw_rings(DisplayList *list, const PointedTrace *at,
                       const Thing *thing, uint32_t number, double unit,
                       bool strong)
{
    Rings rings = rings_of(list, at, thing, unit);

    draw_thing(list, THING_LIGHT, at->t, number);
    for (size_t i = 0; i < rings.boxes_count; ++i)
        draw_ring(list, rings.boxes[i], unit, strong,
                  thing->kind == THING_LINE);
    free(rings.boxes);
}

static void draw_related(DisplayList *list, const PointedTrace *at,
                         const Thing *thing, uint32_t number, double unit)
{
    Thing related[THING_MOST_RELATED];
    int count = thing_related(at, thing, related);

    for (int i = 0; i < count; ++i)
        draw_rings(list, at, related + i, number, unit, false);
}

void light_draw(DisplayList *list, const Scene *scene)
{
    double unit = view_unit(scene, list->width, list->height);
    int count = scene->things_count;

    if (scene->chart || (count == 0 && !scene->hovered.kind))
        return;
    for (int t = 0; t < scene->count; ++t) {
        PointedTrace at = pointed_trace(scene, t);
        for (int i = 0; i < count; ++i)
            if (thing_is_of(scene->things + i, t))
                draw_related(list, &at, scene->things + i, (uint32_t)i, unit);
        if (scene->hovered.kind && thing_is_of(&scene->hovered, t))
            draw_rings(list, &at, &scene->hovered, (uint32_t)count, unit,
                       false);
        for (int i = 0; i < count; ++i)
            if (thing_is_of(scene->things + i, t))
                draw_rings(list, &at, scene->things + i, (uint32_t)i, unit,
                           true);
    }
}

void light_names(const Scene *scene, bool brief, Text *text)
{
    if (scene->chart || (scene->cover && scene->cover->answer))
        return;
    if (brief && scene->things_count > 1) {
        text_add(text, "%d things", scene->things_count);
        return;
    }
    for (int i = 0; i < scene->things_count; ++i) {
        const Thing *thing = scene->things + i;
        int t = 0;
        while (t + 1 < scene->count && !thing_is_of(thing, t))
            ++t;
        text_add(text, "%s", i ? ", " : "");
        thing_write(thing, scene->analysed_traces[t]->trace, text);
    }
}
