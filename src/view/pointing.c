/* SPDX-License-Identifier: MIT */
#include "view/pointing.h"

/* ---- What is there -------------------------------------------------------*/

static uint32_t flow_columns(const AnalysedTrace *analysed)
{
    if (analysed->tree.levels || analysed->lanes.rows_count ||
        !analysed->trace->run.words)
        return 0;
    const Dataflow *flow = moments_flow(analysed->moments);
    return flow->rounds_count ? flow->columns : 0;
}

PointedTrace pointed_trace(const Scene *scene, int t)
{
    PointedTrace at = {.t = t,
                       .whole = scene->analysed_traces[t],
                       .whole_position = scene->positions[t],
                       .position = scene->positions[t]};

    at.analysed = analysed_block(at.whole, &at.position);
    at.columns = flow_columns(at.analysed);
    at.service.trace = at.analysed->trace;
    if (at.position > 0)
        at.service = service_of(at.analysed->trace,
                                at.analysed->trace->instructions +
                                    analysed_running(at.analysed, at.position));
    at.running = at.service.at;
    at.accesses = at.service.accesses;
    return at;
}

/* True if the running instruction accesses shared memory. */
static bool pointed_asks_memory(const PointedTrace *at)
{
    return service_is_shared(&at->service);
}

/* The thread of an access of the running instruction. */
static uint32_t pointed_thread(const PointedTrace *at, const Access *access)
{
    return trace_thread(at->analysed->trace, at->running, access);
}

const Access *thing_access(const PointedTrace *at, const Thing *thing)
{
    int i = service_at(&at->service, thing->a, thing->b);

    return i < 0 ? NULL : at->accesses + i;
}

/* The place of running access I in the queue of its bank. */
static Thing pointed_place(const PointedTrace *at, int i)
{
    return (Thing){THING_PLACE,
                   bank_of(at->analysed->trace, at->accesses[i].cell),
                   at->service.places[i], at->t + 1};
}

bool thing_is_there(const PointedTrace *at, const Thing *thing)
{
    const Tree *tree = &at->analysed->tree;

    if (thing->kind != THING_NODE)
        return thing_exists(thing, at->whole->trace);
    if (tree->levels)
        return thing->a < tree->levels && thing->b < tree_width(tree, thing->a);
    return thing->b < at->columns &&
           thing->a < moments_flow(at->analysed->moments)->rounds_count;
}

/* The instruction, of those executed, that last gave NODE a word in CELL; -1
 * if none did. */
static int64_t node_written(const PointedTrace *at, const TreeNode *node,
                            uint32_t cell)
{
    int64_t when = -1;

    if (node->built_cell == cell && node->built_at < at->position)
        when = node->built_at;
    if (node->prefix_cell == cell && node->prefix_by != TREE_NEVER &&
        node->prefix_by < at->position && (int64_t)node->prefix_by > when)
        when = node->prefix_by;
    return when;
}

/* The node of the tree whose word is in CELL; THING_NONE if there is none. */
static Thing pointed_node_in_cell(const PointedTrace *at, uint32_t cell)
{
    const Tree *tree = &at->analysed->tree;
    Thing found = {.kind = THING_NONE};
    int64_t best = 0;

    for (uint32_t level = 0; level < tree->levels; ++level)
        for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
            int64_t when =
                node_written(at, tree->nodes + tree_index(tree, level, x),
                             cell);
            if (when < best)
                continue;
            best = when;
            found = (Thing){THING_NODE, level, x, at->t + 1};
        }
    return found;
}

/* The cell that holds the word of a NODE of the tree, or will; UINT32_MAX if it
 * has none. */
static uint32_t pointed_cell_of_node(const PointedTrace *at, const Thing *thing)
{
    const Tree *tree = &at->analysed->tree;

    if (!tree->levels || !thing_is_there(at, thing))
        return UINT32_MAX;
    const TreeNode *node = tree->nodes + tree_index(tree, thing->a, thing->b);
    bool given = node->prefix_by != TREE_NEVER &&
                 node->prefix_by < at->position &&
                 node->prefix_cell != TREE_NEVER;
    return given ? node->prefix_cell : node->built_cell;
}

/* ---- Related things -------------------------------------------------------*/

typedef struct {
    const PointedTrace *at;
    Thing *things;
    int count;
} Related;

static void add(Related *related, Thing thing)
{
    thing.trace = related->at->t + 1;
    for (int i = 0; i < related->count; ++i)
        if (thing_same(related->things + i, &thing))
            return;
    if (thing.kind && related->count < THING_MOST_RELATED)
        related->things[related->count++] = thing;
}

static void add_node_of(Related *related, uint32_t cell)
{
    add(related, pointed_node_in_cell(related->at, cell));
}

/* Who asks for a cell. */
static void add_places(Related *related, uint32_t cell)
{
    const PointedTrace *at = related->at;

    for (int i = 0; pointed_asks_memory(at) && i < at->running->lanes; ++i)
        if (at->accesses[i].cell == cell)
            add(related, pointed_place(at, i));
}

/* What an access touches. */
static void add_touched(Related *related, const Access *access)
{
    const Instruction *running = related->at->running;

    if (trace_is_shared(running)) {
        add(related, (Thing){.kind = THING_CELL, .a = access->cell});
        add_node_of(related, access->cell);
    } else if (trace_is_global(running) && !related->at->whole->parts) {
        add(related, (Thing){.kind = THING_WORD,
                             .a = running->array,
                             .b = access->cell});
    }
}

static void add_thread(Related *related, uint32_t thread)
{
    const PointedTrace *at = related->at;

    for (int i = 0; at->running && i < at->running->lanes; ++i)
        if (pointed_thread(at, at->accesses + i) == thread)
            add_touched(related, at->accesses + i);
}

int thing_related(const PointedTrace *at, const Thing *thing,
                  Thing things[THING_MOST_RELATED])
{
    Related related = {.at = at, .things = things};
    uint32_t cell;

    switch (thing->kind) {
    case THING_THREAD:
        add_thread(&related, thing->a);
        break;
    case THING_CELL:
        add_node_of(&related, thing->a);
        add_places(&related, thing->a);
        break;
    case THING_NODE:
        cell = pointed_cell_of_node(at, thing);
        if (cell >= at->analysed->trace->run.words)
            break;
        add(&related, (Thing){.kind = THING_CELL, .a = cell});
        add_places(&related, cell);
        break;
    case THING_PLACE: {
        const Access *access = thing_access(at, thing);
        if (access)
            add_touched(&related, access);
        break;
    }
    default:
        break;
    }
    return related.count;
}

/* ---- Neighbours -----------------------------------------------------------*/

/* Adds BY to *NUMBER; false if that is below 0. */
static bool shift(uint32_t *number, int64_t by)
{
    int64_t moved = (int64_t)*number + by;

    *number = (uint32_t)moved;
    return moved >= 0 && moved < UINT32_MAX;
}

static bool shift_node(const PointedTrace *at, Thing *node, int x, int y)
{
    bool tree = at->analysed->tree.levels > 0;

    if (!shift(&node->b, x))
        return false;
    if (!tree)
        return shift(&node->a, y);
    if (y < 0)
        node->b /= 2;
    else if (y > 0)
        node->b *= 2;
    return shift(&node->a, -y);
}

Thing thing_beside(const PointedTrace *at, const Thing *thing, int x, int y)
{
    Thing moved = *thing;
    int64_t k = at->analysed->trace->run.k;
    bool good;

    switch (thing->kind) {
    case THING_NODE:
        good = shift_node(at, &moved, x, y);
        break;
    case THING_THREAD:
    case THING_CELL:
        good = shift(&moved.a, x + y * k);
        break;
    case THING_PLACE:
        good = shift(&moved.a, x) && shift(&moved.b, y);
        break;
    case THING_BLOCK:
    case THING_WORD:
        good = shift(&moved.b, x) && shift(&moved.a, y);
        break;
    case THING_LINE:
        good = shift(&moved.b, x + y);
        break;
    default:
        good = shift(&moved.a, x + y);
    }
    return good && thing_is_there(at, &moved) ? moved : *thing;
}

Thing thing_first(const PointedTrace *at)
{
    Thing first = {THING_CELL, 0, 0, at->t + 1};

    if (pointed_asks_memory(at))
        first.a = at->accesses[0].cell;
    else if (at->running && trace_is_global(at->running) && !at->whole->parts)
        first = (Thing){THING_WORD, at->running->array, at->accesses->cell,
                        at->t + 1};
    else if (at->running)
        first = (Thing){THING_THREAD, pointed_thread(at, at->accesses), 0,
                        at->t + 1};
    if (thing_is_there(at, &first))
        return first;
    return (Thing){THING_THREAD, 0, 0, at->t + 1};
}

/* ---- Shapes and strips ---------------------------------------------------*/

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

    if (!rect_holds(*box, x, y))
        return false;
    double share = (x - box->x) / box->w;
    uint32_t place = (uint32_t)(share * strip->count);
    place = place < strip->count ? place : strip->count - 1;
    *thing = strip->first;
    *number_of(thing) += place * strip->stride;
    return true;
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
        const Shape *own = list->shapes + i;
        Thing thing = thing_of_shape(own);
        if ((own->kind == SHAPE_RECT || own->kind == SHAPE_TEXT) &&
            rect_holds(own->box, x, y) && is_there(scene, &thing))
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
    if (thing->kind == THING_THREAD && first.kind == THING_LANE)
        own = (Thing){THING_LANE, first.a, thing->a, 0};
    uint32_t beyond = *number_of(&own) - *number_of(&first);
    uint32_t place = beyond / strip->stride;
    *number_of(&first) = *number_of(&own);
    own.trace = first.trace;
    if (!thing_same(&own, &first) || beyond % strip->stride ||
        place >= strip->count)
        return false;
    box->w /= strip->count;
    box->x += box->w * place;
    return true;
}

/* ---- Lighting -------------------------------------------------------------*/

bool scene_point(Scene *scene, const char *text, Error *error)
{
    const Trace *traces[PLAYER_MAX_TRACES];
    Thing thing;
    bool there = false;

    if (scene->things_count == SCENE_THINGS)
        return error_set(error, ERROR_USAGE,
                         "a frame can point at %d objects at most",
                         SCENE_THINGS);
    for (int t = 0; t < scene->count; ++t)
        traces[t] = scene->analysed_traces[t]->trace;
    if (!thing_read(text, traces, scene->count, &thing, error))
        return false;
    for (int t = 0; t < scene->count; ++t) {
        PointedTrace at = pointed_trace(scene, t);
        there |= thing_is_of(&thing, t) && thing_is_there(&at, &thing);
    }
    if (!there)
        return error_set(error, ERROR_USAGE,
                         "\"%.80s\": this run has no such node", text);
    scene->things[scene->things_count++] = thing;
    return true;
}
