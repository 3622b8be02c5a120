/* SPDX-License-Identifier: MIT */
#include "view/thing_shape.h"

/* The place of THREAD in the queue of BANK; the thread, if it is not there, as
 * where a step is shown as a whole. */
static Thing queued(const PointedTrace *at, uint32_t bank, uint32_t thread)
{
    for (int i = 0; pointed_asks_memory(at) && i < at->running->lanes; ++i)
        if (pointed_bank(at, at->accesses[i].cell) == bank &&
            pointed_thread(at, at->accesses + i) == thread)
            return pointed_place(at, i);
    return (Thing){THING_THREAD, thread, 0, at->t + 1};
}

static Thing block_of(const PointedTrace *at, uint32_t index)
{
    const Trace *trace = at->whole->trace;

    if (index >= trace->blocks_count)
        return (Thing){.kind = THING_NONE};
    return (Thing){THING_BLOCK, trace->blocks[index].grid,
                   trace->blocks[index].index, at->t + 1};
}

static uint32_t threads_of(const PointedTrace *at)
{
    return at->analysed->lanes.rows_count ? at->analysed->lanes.threads : 0;
}

static uint32_t source_of(const PointedTrace *at)
{
    const Trace *trace = at->analysed->trace;

    return at->running          ? at->running->source
           : trace->grids_count ? trace->grids[0].source
                                : 0;
}

Thing thing_tagged(const PointedTrace *at, Tag tag, uint32_t thread)
{
    int own = at->t + 1;
    uint32_t threads = threads_of(at), i = tag.index;

    switch (tag.kind) {
    case TAG_NODE:
        return pointed_node(at, i);
    case TAG_CELL:
        return (Thing){THING_CELL, i, 0, own};
    case TAG_BANK:
        return (Thing){THING_BANK, i, 0, own};
    case TAG_QUEUE:
        return thread ? queued(at, i, thread - 1)
                      : (Thing){THING_BANK, i, 0, own};
    case TAG_LANE:
        return (Thing){THING_THREAD, threads ? i % threads : i, 0, own};
    case TAG_LOCALS:
        return (Thing){THING_THREAD, i, 0, own};
    case TAG_BLOCK:
        return block_of(at, i);
    case TAG_LAUNCH:
        return (Thing){THING_LAUNCH, i, 0, own};
    case TAG_GLOBAL:
        return (Thing){THING_WORD, i / TAG_ARRAY, i % TAG_ARRAY, own};
    case TAG_SOURCE:
        return (Thing){THING_LINE, source_of(at), i, own};
    case TAG_TIMELINE:
        return (Thing){THING_INSTRUCTION, i, 0, own};
    default:
        return thread ? (Thing){THING_THREAD, thread - 1, 0, own}
                      : (Thing){.kind = THING_NONE};
    }
}

Thing thing_of_tag(const Scene *scene, Tag tag, uint32_t thread)
{
    Thing none = {.kind = THING_NONE};

    if (scene->chart || tag.panel < 0 || tag.panel >= scene->count)
        return none;
    PointedTrace at = pointed_trace(scene, tag.panel);
    Thing thing = thing_tagged(&at, tag, thread);
    return thing.kind && thing_is_there(&at, &thing) ? thing : none;
}

bool strip_at(const Strip *strip, double x, double y, Tag *tag)
{
    const Rect *box = &strip->box;

    if (x < box->x || x >= box->x + box->w || y < box->y ||
        y >= box->y + box->h)
        return false;
    double share = strip->down ? (y - box->y) / box->h : (x - box->x) / box->w;
    uint32_t place = (uint32_t)(share * strip->count);
    place = place < strip->count ? place : strip->count - 1;
    *tag = strip->first;
    tag->index += place * strip->stride;
    return true;
}

/* The place of the thing with INDEX on STRIP; false if it is not there. */
static bool place_on(const Strip *strip, uint32_t index, Rect *box)
{
    uint32_t stride = strip->stride ? strip->stride : 1;
    uint32_t beyond = index - strip->first.index;
    uint32_t place = beyond / stride;

    if (index < strip->first.index || beyond % stride || place >= strip->count)
        return false;
    *box = strip->box;
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
    Tag tag;

    for (size_t i = list->strips_count; i-- > 0;) {
        if (!strip_at(list->strips + i, x, y, &tag))
            continue;
        Thing thing = thing_of_tag(scene, tag, 0);
        if (thing.kind)
            return thing;
    }
    for (size_t i = list->shapes_count; i-- > 0;) {
        const Shape *shape = list->shapes + i;
        if (!covers(shape, x, y))
            continue;
        Thing thing = thing_of_tag(scene, shape->tag, shape->thread);
        if (thing.kind)
            return thing;
    }
    return (Thing){.kind = THING_NONE};
}

/* Is the lane with NUMBER of a TAG_LANE that of the running ACCESS: its name,
 * or its register in the row that runs? */
static bool is_running_lane(const PointedTrace *at, const Access *access,
                            uint32_t number)
{
    const WarpRegisters *lanes = &at->analysed->lanes;
    uint32_t thread = pointed_thread(at, access);

    if (number == thread || !lanes->rows_count)
        return number == thread;
    size_t running = (size_t)(at->running - at->analysed->trace->instructions);
    return number == registers_row(lanes, running) * lanes->threads + thread;
}

static bool shows_place(const PointedTrace *at, const Thing *thing,
                        const Shape *shape)
{
    const Access *access = thing_access(at, thing);

    if (!access)
        return false;
    if (shape->tag.kind == TAG_QUEUE)
        return shape->tag.index == thing->a &&
               shape->thread == pointed_thread(at, access) + 1;
    return shape->tag.kind == TAG_LANE &&
           is_running_lane(at, access, shape->tag.index);
}

static bool shows_bank(const PointedTrace *at, const Thing *thing,
                       const Shape *shape)
{
    TagKind kind = shape->tag.kind;

    if (kind == TAG_CELL)
        return pointed_bank(at, shape->tag.index) == thing->a;
    return (kind == TAG_BANK || kind == TAG_QUEUE) &&
           shape->tag.index == thing->a;
}

static bool shows_thread(const PointedTrace *at, const Thing *thing,
                         const Shape *shape)
{
    uint32_t threads = threads_of(at), i = shape->tag.index;

    if (shape->tag.kind == TAG_LANE)
        return (threads ? i % threads : i) == thing->a;
    return (shape->tag.kind == TAG_QUEUE && shape->thread == thing->a + 1) ||
           (shape->tag.kind == TAG_LOCALS && i == thing->a);
}

static bool shows_step(const PointedTrace *at, const Thing *thing,
                       const Shape *shape)
{
    return shape->tag.kind == TAG_TIMELINE &&
           shape->tag.index < at->whole->trace->instructions_count &&
           analysed_step(at->whole, shape->tag.index + 1) == thing->a + 1;
}

/* The tag of things that have a tag of their own. */
static Tag tag_of(const PointedTrace *at, const Thing *thing)
{
    Tag tag = {TAG_NONE, at->t, thing->a};

    switch (thing->kind) {
    case THING_NODE:
        tag.kind = TAG_NODE;
        tag.index = pointed_node_number(at, thing);
        break;
    case THING_CELL:
        tag.kind = TAG_CELL;
        break;
    case THING_LINE:
        tag.kind = source_of(at) == thing->a ? TAG_SOURCE : TAG_NONE;
        tag.index = thing->b;
        break;
    case THING_INSTRUCTION:
        tag.kind = TAG_TIMELINE;
        break;
    case THING_LAUNCH:
        tag.kind = TAG_LAUNCH;
        break;
    case THING_WORD:
        tag.kind = TAG_GLOBAL;
        tag.index = thing->a * TAG_ARRAY + thing->b;
        break;
    default:
        break;
    }
    return tag;
}

bool thing_is_shown_by(const PointedTrace *at, const Thing *thing,
                       const Shape *shape)
{
    if (shape->tag.panel != at->t || shape->tag.kind == TAG_LIGHT)
        return false;
    if (thing->kind == THING_PLACE)
        return shows_place(at, thing, shape);
    if (thing->kind == THING_BANK)
        return shows_bank(at, thing, shape);
    if (thing->kind == THING_THREAD)
        return shows_thread(at, thing, shape);
    if (thing->kind == THING_STEP)
        return shows_step(at, thing, shape);
    if (thing->kind == THING_BLOCK) {
        Thing block = shape->tag.kind == TAG_BLOCK
                          ? block_of(at, shape->tag.index)
                          : (Thing){.kind = THING_NONE};
        return block.kind && block.a == thing->a && block.b == thing->b;
    }
    Tag tag = tag_of(at, thing);
    return tag.kind && tag.kind == shape->tag.kind &&
           tag.index == shape->tag.index;
}

bool thing_on_strip(const PointedTrace *at, const Thing *thing,
                    const Strip *strip, Rect *box)
{
    uint32_t threads = threads_of(at), first = strip->first.index;

    if (strip->first.panel != at->t)
        return false;
    if (thing->kind == THING_THREAD)
        return strip->first.kind == TAG_LANE && threads &&
               place_on(strip, first - first % threads + thing->a, box);
    if (thing->kind == THING_BANK) {
        *box = strip->box;
        return strip->first.kind == TAG_CELL && strip->down &&
               pointed_bank(at, first) == thing->a;
    }
    Tag tag = tag_of(at, thing);
    return tag.kind && tag.kind == strip->first.kind &&
           place_on(strip, tag.index, box);
}
