/* SPDX-License-Identifier: MIT */
#include "view/thing_shape.h"

Thing thing_of_shape(const Shape *shape)
{
    Thing thing = shape->thing;

    if (thing.kind <= THING_LAST_POINTED)
        return thing;
    if (thing.kind == THING_LANE)
        return (Thing){THING_THREAD, thing.b, 0, thing.trace};
    if (thing.kind == THING_LOCALS)
        return (Thing){THING_THREAD, thing.a, 0, thing.trace};
    if (shape->thread)
        return (Thing){THING_THREAD, shape->thread - 1, 0, thing.trace};
    if (thing.kind == THING_QUEUE)
        return (Thing){THING_BANK, thing.a, 0, thing.trace};
    return (Thing){.kind = THING_NONE};
}

static bool is_there(const Scene *scene, const Thing *thing)
{
    if (!thing->kind || scene->chart || thing->trace < 1 ||
        thing->trace > scene->count)
        return false;
    PointedTrace at = pointed_trace(scene, thing->trace - 1);
    return thing_is_there(&at, thing);
}

/* The number that grows along a strip. */
static uint32_t *number_of(Thing *thing)
{
    return thing_is_pair(thing->kind) ? &thing->b : &thing->a;
}

bool strip_at(const Strip *strip, double x, double y, Thing *thing)
{
    const Rect *box = &strip->box;

    if (x < box->x || x >= box->x + box->w || y < box->y ||
        y >= box->y + box->h)
        return false;
    double share = strip->down ? (y - box->y) / box->h : (x - box->x) / box->w;
    uint32_t place = (uint32_t)(share * strip->count);
    place = place < strip->count ? place : strip->count - 1;
    *thing = strip->first;
    *number_of(thing) += place * strip->stride;
    return true;
}

/* Does SHAPE cover a point? */
static bool covers(const Shape *shape, double x, double y)
{
    const Rect *box = &shape->box;

    return (shape->kind == SHAPE_RECT || shape->kind == SHAPE_TEXT) &&
           x >= box->x && x < box->x + box->w && y >= box->y &&
           y < box->y + box->h;
}

Thing thing_at(const Scene *scene, const DisplayList *list, double x, double y)
{
    Shape shape = {0};

    for (size_t i = list->strips_count; i-- > 0;) {
        if (!strip_at(list->strips + i, x, y, &shape.thing))
            continue;
        Thing thing = thing_of_shape(&shape);
        if (is_there(scene, &thing))
            return thing;
    }
    for (size_t i = list->shapes_count; i-- > 0;) {
        if (!covers(list->shapes + i, x, y))
            continue;
        Thing thing = thing_of_shape(list->shapes + i);
        if (is_there(scene, &thing))
            return thing;
    }
    return (Thing){.kind = THING_NONE};
}

/* The lane of the running ACCESS: its name, or its register in the row that
 * runs? */
static bool is_running_lane(const PointedTrace *at, const Access *access,
                            const Thing *lane)
{
    const WarpRegisters *lanes = &at->analysed->lanes;
    uint32_t thread = pointed_thread(at, access);

    if (lane->kind == THING_THREAD)
        return lane->a == thread;
    if (lane->kind != THING_LANE || lane->b != thread || !lanes->rows_count)
        return false;
    size_t running = (size_t)(at->running - at->analysed->trace->instructions);
    return lane->a == registers_row(lanes, running);
}

bool thing_is_shown_by(const PointedTrace *at, const Thing *thing,
                       const Shape *shape)
{
    const Thing *own = &shape->thing;
    const Access *access;
    Thing whole;

    if (own->trace != at->t + 1)
        return false;
    switch (thing->kind) {
    case THING_PLACE:
        if (own->kind == THING_PLACE)
            break;
        access = thing_access(at, thing);
        return access && is_running_lane(at, access, own);
    case THING_BANK:
        return own->kind == THING_CELL
                   ? bank_of(at->whole->trace, own->a) == thing->a
                   : (own->kind == THING_BANK || own->kind == THING_QUEUE ||
                      own->kind == THING_PLACE) &&
                         own->a == thing->a;
    case THING_THREAD:
        if (own->kind == THING_PLACE)
            return shape->thread == thing->a + 1;
        if (own->kind != THING_THREAD && own->kind != THING_LANE &&
            own->kind != THING_LOCALS && own->kind != THING_QUEUE)
            return false;
        whole = thing_of_shape(shape);
        return whole.kind == THING_THREAD && whole.a == thing->a;
    case THING_STEP:
        return own->kind == THING_INSTRUCTION &&
               own->a < at->whole->trace->instructions_count &&
               analysed_step(at->whole, own->a + 1) == thing->a + 1;
    default:
        break;
    }
    return own->kind == thing->kind && own->a == thing->a && own->b == thing->b;
}

bool thing_on_strip(const PointedTrace *at, const Thing *thing,
                    const Strip *strip, Rect *box)
{
    Thing first = strip->first, own = *thing;

    if (first.trace != at->t + 1)
        return false;
    *box = strip->box;
    if (thing->kind == THING_BANK)
        return first.kind == THING_CELL && strip->down &&
               bank_of(at->whole->trace, first.a) == thing->a;
    if (thing->kind == THING_THREAD && first.kind == THING_LANE)
        own = (Thing){THING_LANE, first.a, thing->a, 0};
    uint32_t beyond = *number_of(&own) - *number_of(&first);
    uint32_t place = beyond / strip->stride;
    *number_of(&first) = *number_of(&own);
    own.trace = first.trace;
    if (!thing_same(&own, &first) || beyond % strip->stride ||
        place >= strip->count)
        return false;
    double pitch = (strip->down ? box->h : box->w) / strip->count;
    if (strip->down) {
        box->y += pitch * place;
        box->h = pitch;
    } else {
        box->x += pitch * place;
        box->w = pitch;
    }
    return true;
}
