/* SPDX-License-Identifier: MIT
 *
 * tree_moment - nodes at a moment; see tree_moment.h.
 */
#include "view/tree_moment.h"

#include "view/animation.h"

#include <stdlib.h>

static const Tree *tree_shown(const TreeMoment *moment)
{
    return &moment->view->analysed->tree;
}

/* Joins a lane to a node; true unless there is no such node. */
static bool join(TreeMoment *moment, uint32_t level, uint32_t x, int lane)
{
    const Tree *tree = tree_shown(moment);

    if (level >= tree->levels || x >= tree_width(tree, level))
        return false;
    moment->lanes[tree_index(tree, level, x)] = (uint8_t)(lane + 1);
    if (moment->level_first > moment->level_last) {
        moment->level_first = moment->level_last = level;
        return true;
    }
    if (level < moment->level_first)
        moment->level_first = level;
    if (level > moment->level_last)
        moment->level_last = level;
    return true;
}

/* The node whose sum is INTERVAL, [x 2^m .. (x+1) 2^m - 1] cut off at n. */
static bool join_by_interval(TreeMoment *moment, Word interval, int lane)
{
    if (!interval_is_range(interval))
        return false;
    uint32_t first = interval_first(interval), last = interval_last(interval);
    uint32_t level = (uint32_t)base_log2(base_power_of_two(last - first + 1));
    return first % (1u << level) == 0 &&
           join(moment, level, first >> level, lane);
}

/* Where the newest prefix of a cell belongs. */
typedef struct {
    uint32_t at; /* instruction + 1 that stored it; 0: none */
    uint32_t level, x;
} Newest;

/* For each lane the newest prefix that was put in its cell before instruction
 * END, of the nodes that the step may ask for; if several share the cell, the
 * highest's.  `lane_of` says which lane is the first at a cell. */
static void find_newest(const TreeMoment *moment, const uint8_t *lane_of,
                        uint32_t end, Newest newest[TRACE_MAX_BANKS])
{
    const Tree *tree = tree_shown(moment);
    const View *view = moment->view;
    int32_t asked = trace_step(view->analysed->trace, view->running)->level;
    int32_t top = (int32_t)tree->levels - 1;

    for (int32_t at_level = asked < top ? asked : top; at_level >= 0;
         --at_level) {
        uint32_t level = (uint32_t)at_level;
        for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
            size_t node = tree_index(tree, level, x);
            uint32_t at = tree->prefix_at[node];
            if (at >= end)
                continue;
            uint8_t lane = lane_of[tree->prefix_cell[node]];
            if (lane && at + 1 > newest[lane - 1].at)
                newest[lane - 1] = (Newest){at + 1, level, x};
        }
    }
}

/* Joins the lanes that store the sum of a node; the lanes that do, as bits. */
static uint64_t join_built(TreeMoment *moment, const uint8_t *lane_of)
{
    const Tree *tree = tree_shown(moment);
    uint32_t at = (uint32_t)moment->view->position - 1;
    uint64_t joined = 0;

    for (uint32_t level = 0; level < tree->levels; ++level)
        for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
            size_t node = tree_index(tree, level, x);
            if (tree->built_at[node] != at)
                continue;
            int lane = lane_of[tree->built_cell[node]] - 1;
            if (lane >= 0 && join(moment, level, x, lane))
                joined |= UINT64_C(1) << lane;
        }
    return joined;
}

static void join_shared(TreeMoment *moment)
{
    const View *view = moment->view;
    const Trace *trace = view->analysed->trace;
    const Access *accesses = trace_accesses(trace, view->running);
    uint32_t end = (uint32_t)view->position;
    Newest newest[TRACE_MAX_BANKS] = {{0, 0, 0}};
    uint8_t *lane_of = view_touched(view);

    /* A running store is itself the newest in its cell. */
    bool store = view->running->kind == ACCESS_STORE;
    uint64_t joined = store ? join_built(moment, lane_of) : 0;
    find_newest(moment, lane_of, store ? end : end - 1, newest);
    for (int i = 0; i < view->running->lanes; ++i) {
        if (joined >> i & 1)
            continue;
        const Newest *prefix = newest + lane_of[accesses[i].cell] - 1;
        Word interval = accesses[i].interval;
        bool fits = prefix->at && (!store || prefix->at == end) &&
                    (interval == INTERVAL_TOP || /* a wrong prefix, but here */
                     interval == tree_prefix(tree_shown(moment), prefix->level,
                                             prefix->x));
        if (!fits || !join(moment, prefix->level, prefix->x, i))
            join_by_interval(moment, interval, i);
    }
    free(lane_of);
}

/* In a round across the top level each word ends where its node ends.  Before
 * the first round the nodes stand where they were built. */
static void join_across(TreeMoment *moment)
{
    const View *view = moment->view;
    const Tree *tree = tree_shown(moment);
    const Access *access = trace_accesses(view->analysed->trace, view->running);
    uint32_t top = tree->levels - 1, width = tree_width(tree, top);
    const Step *step = trace_step(view->analysed->trace, view->running);
    uint32_t end = view->running->kind == ACCESS_STORE
                       ? (uint32_t)view->position
                       : step->first_instruction;

    for (int i = 0; i < view->running->lanes; ++i, ++access) {
        uint32_t x = interval_last(access->interval) >> top;
        if (!interval_is_range(access->interval) || x >= width)
            continue;
        uint32_t round = tree_round(tree, x, end);
        uint32_t cell = round
                            ? tree->round_cell[(round - 1) * (size_t)width + x]
                            : tree->built_cell[tree_index(tree, top, x)];
        if (cell == access->cell)
            join(moment, top, x, i);
    }
}

/* Elements of global arrays are under the leaves. */
static void join_global(TreeMoment *moment)
{
    const View *view = moment->view;
    const Access *accesses =
        trace_accesses(view->analysed->trace, view->running);

    if (view->running->array != GLOBAL_IN && view->running->array != GLOBAL_OUT)
        return;
    for (int i = 0; i < view->running->lanes; ++i)
        join(moment, 0, accesses[i].cell, i);
}

TreeMoment tree_moment(const View *view)
{
    const Tree *tree = &view->analysed->tree;
    TreeMoment moment = {.view = view, .level_first = 1};

    moment.lanes = base_alloc(tree->count + 1, 1);
    if (view_is_shared(view) && tree_is_across(tree, view->position))
        join_across(&moment);
    else if (view_is_shared(view))
        join_shared(&moment);
    else if (view->running && (view->running->kind == ACCESS_GLOAD ||
                               view->running->kind == ACCESS_GSTORE))
        join_global(&moment);
    return moment;
}

void tree_moment_free(TreeMoment *moment)
{
    free(moment->lanes);
    moment->lanes = NULL;
}

NodeState tree_node_state(const TreeMoment *moment, size_t node)
{
    const Tree *tree = tree_shown(moment);
    uint32_t end = (uint32_t)moment->view->position;

    end -= tree_node_is_awaited(moment, node);
    if (tree->prefix_at[node] < end)
        return NODE_PREFIX;
    return tree->built_at[node] < end ? NODE_SUM : NODE_COMING;
}

const Access *tree_node_request(const TreeMoment *moment, size_t node)
{
    const View *view = moment->view;

    if (!moment->lanes[node])
        return NULL;
    return trace_accesses(view->analysed->trace, view->running) +
           moment->lanes[node] - 1;
}

const Access *tree_node_access(const TreeMoment *moment, size_t node)
{
    const Access *access = tree_node_request(moment, node);

    return access && animation_begun(moment->view, access) ? access : NULL;
}

bool tree_node_is_awaited(const TreeMoment *moment, size_t node)
{
    const Access *access = tree_node_request(moment, node);

    return access &&
           (moment->view->running->kind == ACCESS_STORE ||
            moment->view->running->kind == ACCESS_GLOAD) &&
           !animation_done(moment->view, access);
}

bool tree_node_holds(const TreeMoment *moment, size_t node)
{
    return tree_node_state(moment, node) != NODE_COMING ||
           (tree_node_access(moment, node) &&
            !tree_node_is_awaited(moment, node));
}

bool tree_node_is_made(const TreeMoment *moment, size_t node)
{
    return tree_shown(moment)->built_at[node] + 1 == moment->view->position;
}

/* What a round across the top level last stored for a node; NULL if none did.
 */
static const Access *held_across(const TreeMoment *moment, size_t node)
{
    const Tree *tree = tree_shown(moment);
    uint32_t top = tree->levels - 1;

    if (!tree->rounds || node < tree->starts[top])
        return NULL;
    uint32_t x = (uint32_t)node - tree->starts[top];
    uint32_t end = (uint32_t)moment->view->position;
    uint32_t round =
        tree_round(tree, x, end - tree_node_is_awaited(moment, node));
    if (!round)
        return NULL;
    size_t place = (round - 1) * (size_t)tree_width(tree, top) + x;
    return tree_stored(moment->view->analysed->trace, tree->round_at[place],
                       tree->round_cell[place]);
}

/* The access whose word the node holds; only if it holds one. */
static const Access *held(const TreeMoment *moment, size_t node)
{
    const Tree *tree = tree_shown(moment);
    const Trace *trace = moment->view->analysed->trace;
    const Access *access = tree_node_access(moment, node);

    if (access && !tree_node_is_awaited(moment, node))
        return access;
    const Access *across = held_across(moment, node);
    if (across)
        return across;
    if (tree_node_state(moment, node) == NODE_PREFIX)
        return tree_stored(trace, tree->prefix_by[node],
                           tree->prefix_cell[node]);
    return tree_stored(trace, tree->built_at[node], tree->built_cell[node]);
}

Word tree_node_value(const TreeMoment *moment, size_t node)
{
    return held(moment, node)->value;
}

bool tree_node_is_wrong(const TreeMoment *moment, size_t node)
{
    return tree_node_holds(moment, node) &&
           held(moment, node)->interval == INTERVAL_TOP;
}

Color tree_node_color(const TreeMoment *moment, size_t node)
{
    static const Color colors[] = {
        [NODE_COMING] = COLOR_CELL,
        [NODE_SUM] = COLOR_HELD,
        [NODE_PREFIX] = COLOR_LINK,
    };
    const Access *access = tree_node_access(moment, node);

    if (access)
        return view_access_color(moment->view, access);
    return tree_node_is_wrong(moment, node)
               ? COLOR_ALARM
               : colors[tree_node_state(moment, node)];
}
