/* SPDX-License-Identifier: MIT */
#include "view/pointing.h"

#include "analysis/dataflow.h"
#include "analysis/global_memory.h"

#include <string.h>

static uint32_t flow_columns(const AnalysedTrace *analysed)
{
    if (analysed->tree.levels || analysed->lanes.rows_count ||
        !analysed->trace->run.words)
        return 0;
    Dataflow flow = dataflow_of(analysed->trace);
    uint32_t columns = flow.rounds_count ? flow.columns : 0;
    dataflow_free(&flow);
    return columns;
}

PointedTrace pointed_trace(const Scene *scene, int t)
{
    PointedTrace at = {.t = t,
                       .whole = scene->analysed_traces[t],
                       .whole_position = scene->positions[t],
                       .position = scene->positions[t]};

    at.analysed = analysed_block(at.whole, &at.position);
    at.columns = flow_columns(at.analysed);
    if (at.position == 0)
        return at;
    at.running = at.analysed->trace->instructions +
                 analysed_running(at.analysed, at.position);
    at.accesses = trace_accesses(at.analysed->trace, at.running);
    return at;
}

/* ---- Queues ---------------------------------------------------------------*/

static uint32_t bank_of(const PointedTrace *at, uint32_t cell)
{
    return cell & (at->analysed->trace->run.k - 1);
}

static bool asks_memory(const PointedTrace *at)
{
    return at->running && trace_is_shared(at->running);
}

const Access *thing_access(const PointedTrace *at, const Thing *thing)
{
    uint32_t place = 0;

    for (int i = 0; asks_memory(at) && i < at->running->lanes; ++i)
        if (bank_of(at, at->accesses[i].cell) == thing->a &&
            place++ == thing->b)
            return at->accesses + i;
    return NULL;
}

/* The place of running access I in the queue of its bank. */
static Thing place_of(const PointedTrace *at, int i)
{
    uint32_t bank = bank_of(at, at->accesses[i].cell), place = 0;

    for (int before = 0; before < i; ++before)
        place += bank_of(at, at->accesses[before].cell) == bank;
    return (Thing){THING_PLACE, bank, place, at->t + 1};
}

static uint32_t thread_of(const PointedTrace *at, const Access *access)
{
    return trace_thread(at->analysed->trace, at->running, access);
}

/* The place of THREAD in the queue of BANK; the thread, if it is not there, as
 * where a step is shown as a whole. */
static Thing queued(const PointedTrace *at, uint32_t bank, uint32_t thread)
{
    for (int i = 0; asks_memory(at) && i < at->running->lanes; ++i)
        if (bank_of(at, at->accesses[i].cell) == bank &&
            thread_of(at, at->accesses + i) == thread)
            return place_of(at, i);
    return (Thing){THING_THREAD, thread, 0, at->t + 1};
}

/* ---- Nodes ----------------------------------------------------------------*/

/* The node that NUMBER of a TAG_NODE is. */
static Thing node_numbered(const PointedTrace *at, uint32_t number)
{
    const Tree *tree = &at->analysed->tree;
    Thing node = {THING_NODE, 0, 0, at->t + 1};

    if (!tree->levels) {
        if (!at->columns)
            return (Thing){.kind = THING_NONE};
        node.a = number / at->columns;
        node.b = number % at->columns;
        return node;
    }
    while (node.a + 1 < tree->levels && number >= tree->starts[node.a + 1])
        ++node.a;
    node.b = number - tree->starts[node.a];
    return node;
}

bool thing_is_there(const PointedTrace *at, const Thing *thing)
{
    const Tree *tree = &at->analysed->tree;

    if (thing->kind != THING_NODE)
        return thing_exists(thing, at->whole->trace);
    if (tree->levels)
        return thing->a < tree->levels && thing->b < tree_width(tree, thing->a);
    if (!at->columns || thing->b >= at->columns)
        return false;
    Dataflow flow = dataflow_of(at->analysed->trace);
    bool there = thing->a < flow.rounds_count;
    dataflow_free(&flow);
    return there;
}

static uint32_t node_number(const PointedTrace *at, const Thing *node)
{
    const Tree *tree = &at->analysed->tree;

    if (!tree->levels)
        return node->a * at->columns + node->b;
    return node->a < tree->levels && node->b < tree_width(tree, node->a)
               ? (uint32_t)tree_index(tree, node->a, node->b)
               : UINT32_MAX;
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

/* The node of the tree whose word is in CELL. */
static Thing node_in_cell(const PointedTrace *at, uint32_t cell)
{
    const Tree *tree = &at->analysed->tree;
    int64_t best = -1;
    size_t found = 0;

    for (size_t i = 0; tree->levels && i < tree->count; ++i) {
        int64_t when = node_written(at, tree->nodes + i, cell);
        if (when >= best && when >= 0) {
            best = when;
            found = i;
        }
    }
    return best < 0 ? (Thing){.kind = THING_NONE}
                    : node_numbered(at, (uint32_t)found);
}

/* The cell that holds the word of a NODE of the tree, or will; UINT32_MAX if it
 * has none. */
static uint32_t cell_of_node(const PointedTrace *at, const Thing *thing)
{
    uint32_t number = node_number(at, thing);

    if (!at->analysed->tree.levels || number == UINT32_MAX)
        return UINT32_MAX;
    const TreeNode *node = at->analysed->tree.nodes + number;
    bool given = node->prefix_by != TREE_NEVER &&
                 node->prefix_by < at->position &&
                 node->prefix_cell != TREE_NEVER;
    return given ? node->prefix_cell : node->built_cell;
}

/* ---- Shapes and things ----------------------------------------------------*/

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
        return node_numbered(at, i);
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
    uint32_t thread = thread_of(at, access);

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
               shape->thread == thread_of(at, access) + 1;
    return shape->tag.kind == TAG_LANE &&
           is_running_lane(at, access, shape->tag.index);
}

static bool shows_bank(const PointedTrace *at, const Thing *thing,
                       const Shape *shape)
{
    TagKind kind = shape->tag.kind;

    if (kind == TAG_CELL)
        return bank_of(at, shape->tag.index) == thing->a;
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
        tag.index = node_number(at, thing);
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
               bank_of(at, first) == thing->a;
    }
    Tag tag = tag_of(at, thing);
    return tag.kind && tag.kind == strip->first.kind &&
           place_on(strip, tag.index, box);
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
    add(related, node_in_cell(related->at, cell));
}

/* Who asks for a cell. */
static void add_places(Related *related, uint32_t cell)
{
    const PointedTrace *at = related->at;

    for (int i = 0; asks_memory(at) && i < at->running->lanes; ++i)
        if (at->accesses[i].cell == cell)
            add(related, place_of(at, i));
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
                             .b = global_memory_index(running, access)});
    }
}

static void add_thread(Related *related, uint32_t thread)
{
    const PointedTrace *at = related->at;

    for (int i = 0; at->running && i < at->running->lanes; ++i)
        if (thread_of(at, at->accesses + i) == thread)
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
        cell = cell_of_node(at, thing);
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

    if (asks_memory(at))
        first.a = at->accesses[0].cell;
    else if (at->running && trace_is_global(at->running) && !at->whole->parts)
        first =
            (Thing){THING_WORD, at->running->array,
                    global_memory_index(at->running, at->accesses), at->t + 1};
    else if (at->running)
        first =
            (Thing){THING_THREAD, thread_of(at, at->accesses), 0, at->t + 1};
    if (thing_is_there(at, &first))
        return first;
    return (Thing){THING_THREAD, 0, 0, at->t + 1};
}

/* ---- Lighting -------------------------------------------------------------*/

bool scene_point(Scene *scene, const char *text, Error *error)
{
    const Trace *traces[PLAYER_MAX_TRACES];
    Thing thing;
    bool there = false;

    if (scene->things_count == SCENE_THINGS)
        return error_set(error, ERROR_USAGE,
                         "a frame points at %d things at most", SCENE_THINGS);
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
                         "\"%.80s\": no tree and no table of rounds has that "
                         "node",
                         text);
    scene->things[scene->things_count++] = thing;
    return true;
}
