/* SPDX-License-Identifier: MIT */
#include "moment/tree_state.h"

#include <stdlib.h>
#include <string.h>

static const Tree *tree_shown(const TreeState *state)
{
    return state->moment->of->tree;
}

/* Joins a lane to a node; true unless there is no such node. */
static bool join(TreeState *state, uint32_t level, uint32_t x, int lane)
{
    const Tree *tree = tree_shown(state);

    if (level >= tree->levels || x >= tree_width(tree, level))
        return false;
    state->lanes[tree_index(tree, level, x)] = (uint8_t)(lane + 1);
    if (state->level_first > state->level_last) {
        state->level_first = state->level_last = level;
        return true;
    }
    if (level < state->level_first)
        state->level_first = level;
    if (level > state->level_last)
        state->level_last = level;
    return true;
}

/* Joins a lane to the node whose sum INTERVAL is, [x 2^m .. (x+1) 2^m - 1] cut
 * off at n, while the node has no prefix yet: a prefix beyond n is the sum of
 * all inputs, too, and belongs to no node. */
static void join_by_interval(TreeState *state, Word interval, int lane)
{
    const Tree *tree = tree_shown(state);

    if (!interval_is_range(interval))
        return;
    uint32_t first = interval_first(interval), last = interval_last(interval);
    uint32_t level = (uint32_t)base_log2(base_power_of_two(last - first + 1));
    uint32_t x = first >> level;
    if (first % (1u << level) == 0 && level < tree->levels &&
        x < tree_width(tree, level) &&
        tree->nodes[tree_index(tree, level, x)].prefix_at >=
            state->moment->position - 1)
        join(state, level, x, lane);
}

/* Where the newest prefix of a cell belongs. */
typedef struct {
    uint32_t at; /* instruction + 1 that stored it; 0: none */
    uint32_t level, x;
} Newest;

/* For each lane the newest prefix that was put in its cell before instruction
 * END, of the nodes that the step may ask for; if several share the cell, the
 * highest's.  `lane_of` says which lane is the first at a cell. */
static void find_newest(const TreeState *state, const uint8_t *lane_of,
                        uint32_t end, Newest newest[TRACE_MAX_BANKS])
{
    const Tree *tree = tree_shown(state);
    int32_t asked =
        trace_step(state->moment->trace, state->moment->service.at)->level;
    int32_t top = (int32_t)tree->levels - 1;

    for (int32_t at_level = asked < top ? asked : top; at_level >= 0;
         --at_level) {
        uint32_t level = (uint32_t)at_level;
        for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
            size_t node = tree_index(tree, level, x);
            uint32_t at = tree->nodes[node].prefix_at;
            if (at >= end)
                continue;
            uint8_t lane = lane_of[tree->nodes[node].prefix_cell];
            if (lane && at + 1 > newest[lane - 1].at)
                newest[lane - 1] = (Newest){at + 1, level, x};
        }
    }
}

/* Joins the lanes that store the sum of a node; the lanes that do, as bits. */
static uint64_t join_built(TreeState *state, const uint8_t *lane_of)
{
    const Tree *tree = tree_shown(state);
    uint32_t at = (uint32_t)state->moment->position - 1;
    uint64_t joined = 0;

    for (uint32_t level = 0; level < tree->levels; ++level)
        for (uint32_t x = 0; x < tree_width(tree, level); ++x) {
            size_t node = tree_index(tree, level, x);
            if (tree->nodes[node].built_at != at)
                continue;
            int lane = lane_of[tree->nodes[node].built_cell] - 1;
            if (lane >= 0 && join(state, level, x, lane))
                joined |= UINT64_C(1) << lane;
        }
    return joined;
}

static void join_shared(TreeState *state)
{
    const Moment *moment = state->moment;
    uint32_t end = (uint32_t)moment->position;
    Newest newest[TRACE_MAX_BANKS] = {{0, 0, 0}};
    uint8_t *lane_of =
        service_touched(&moment->service, moment->trace->run.words);

    /* A running store is itself the newest in its cell. */
    bool store = trace_is_store(moment->service.at);
    uint64_t joined = store ? join_built(state, lane_of) : 0;
    find_newest(state, lane_of, store ? end : end - 1, newest);
    for (int i = 0; i < moment->service.at->lanes; ++i) {
        if (joined >> i & 1)
            continue;
        const Newest *prefix =
            newest + lane_of[moment->service.accesses[i].cell] - 1;
        Word interval = moment->service.accesses[i].interval;
        bool fits = prefix->at && (!store || prefix->at == end) &&
                    (interval == INTERVAL_TOP || /* a wrong prefix, but here */
                     interval == tree_prefix(tree_shown(state), prefix->level,
                                             prefix->x));
        if (!fits || !join(state, prefix->level, prefix->x, i))
            join_by_interval(state, interval, i);
    }
    free(lane_of);
}

/* In a round across the top level each word ends where its node ends.  Before
 * the first round the nodes stand where they were built. */
static void join_across(TreeState *state)
{
    const Moment *moment = state->moment;
    const Tree *tree = tree_shown(state);
    const Access *access = moment->service.accesses;
    uint32_t top = tree->levels - 1, width = tree_width(tree, top);
    const Step *step = trace_step(moment->trace, moment->service.at);
    uint32_t end = trace_is_store(moment->service.at)
                       ? (uint32_t)moment->position
                       : step->first_instruction;

    for (int i = 0; i < moment->service.at->lanes; ++i, ++access) {
        uint32_t x = interval_last(access->interval) >> top;
        if (!interval_is_range(access->interval) || x >= width)
            continue;
        uint32_t round = tree_round(tree, x, end);
        uint32_t cell =
            round ? tree->round_words[(round - 1) * (size_t)width + x].cell
                  : tree->nodes[tree_index(tree, top, x)].built_cell;
        if (cell == access->cell)
            join(state, top, x, i);
    }
}

/* Elements of global arrays are under the leaves. */
static void join_global(TreeState *state)
{
    const Moment *moment = state->moment;

    if (moment->service.at->array != GLOBAL_IN &&
        moment->service.at->array != GLOBAL_OUT)
        return;
    for (int i = 0; i < moment->service.at->lanes; ++i)
        join(state, 0, moment->service.accesses[i].cell, i);
}

static int compare_words(const void *a, const void *b)
{
    Word left = *(const Word *)a, right = *(const Word *)b;

    return (left > right) - (left < right);
}

/* The intervals in shared memory, in order. */
static Word *kept_words(const Moment *moment)
{
    size_t words = moment->trace->run.words;
    Word *kept = base_alloc(words + 1, sizeof *kept);

    memcpy(kept, moment->intervals, words * sizeof *kept);
    qsort(kept, words, sizeof *kept, compare_words);
    return kept;
}

TreeState tree_state(const Moment *moment, bool steps)
{
    const Tree *tree = moment->of->tree;
    TreeState state = {.moment = moment, .steps = steps, .level_first = 1};

    state.kept = kept_words(moment);
    state.lanes = base_alloc(tree->count + 1, 1);
    if (service_is_shared(&moment->service) &&
        tree_is_across(tree, moment->position))
        join_across(&state);
    else if (service_is_shared(&moment->service))
        join_shared(&state);
    else if (moment->service.at && (trace_is_global_load(moment->service.at) ||
                                    trace_is_global_store(moment->service.at)))
        join_global(&state);
    return state;
}

void tree_state_free(TreeState *state)
{
    free(state->lanes);
    free(state->kept);
    state->lanes = NULL;
    state->kept = NULL;
}

NodeState tree_node_state(const TreeState *state, size_t node)
{
    const Tree *tree = tree_shown(state);
    uint32_t end = (uint32_t)state->moment->position;

    end -= tree_node_is_awaited(state, node);
    if (tree->nodes[node].prefix_at < end)
        return NODE_PREFIX;
    return tree->nodes[node].built_at < end ? NODE_SUM : NODE_COMING;
}

/* True if a prefix was stored for NODE, and not for its parent, in whose cell a
 * right child of an inclusive tree has its prefix, too. */
static bool owns_prefix(const Tree *tree, size_t node)
{
    uint32_t level = 0;

    while (node >= tree->starts[level + 1])
        ++level;
    if (level + 1 == tree->levels)
        return true;
    uint32_t x = (uint32_t)node - tree->starts[level];
    const TreeNode *own = tree->nodes + node;
    const TreeNode *above = tree->nodes + tree_index(tree, level + 1, x / 2);
    return own->prefix_by != above->prefix_by ||
           own->prefix_cell != above->prefix_cell;
}

static bool is_of_step(const TreeState *state, uint32_t instruction)
{
    return state->steps && moment_is_of_step(state->moment, instruction);
}

/* The store of the step that is shown as a whole, by which a node got its sum
 * or its prefix; NULL if it got none. */
static const Access *stepped(const TreeState *state, size_t node)
{
    const Moment *moment = state->moment;
    const TreeNode *at = tree_shown(state)->nodes + node;

    if (is_of_step(state, at->prefix_by) &&
        owns_prefix(tree_shown(state), node))
        return tree_stored(moment->trace, at->prefix_by, at->prefix_cell);
    return is_of_step(state, at->built_at)
               ? tree_stored(moment->trace, at->built_at, at->built_cell)
               : NULL;
}

const Access *tree_node_request(const TreeState *state, size_t node)
{
    if (state->steps)
        return stepped(state, node);
    if (!state->lanes[node])
        return NULL;
    return state->moment->service.accesses + state->lanes[node] - 1;
}

const Access *tree_node_access(const TreeState *state, size_t node)
{
    const Access *access = tree_node_request(state, node);

    return access && moment_begun(state->moment, access) ? access : NULL;
}

bool tree_node_is_awaited(const TreeState *state, size_t node)
{
    const Access *access = tree_node_request(state, node);

    return access &&
           (trace_is_store(state->moment->service.at) ||
            trace_is_global_load(state->moment->service.at)) &&
           !moment_done(state->moment, access);
}

bool tree_node_holds(const TreeState *state, size_t node)
{
    return tree_node_state(state, node) != NODE_COMING ||
           (tree_node_access(state, node) &&
            !tree_node_is_awaited(state, node));
}

bool tree_node_is_made(const TreeState *state, size_t node)
{
    const TreeNode *at = tree_shown(state)->nodes + node;

    if (state->steps)
        return is_of_step(state, at->built_at) &&
               !is_of_step(state, at->prefix_by);
    return at->built_at + 1 == state->moment->position;
}

/* What a round across the top level last stored for a node; NULL if none did.
 */
static const Access *held_across(const TreeState *state, size_t node)
{
    const Tree *tree = tree_shown(state);
    uint32_t top = tree->levels - 1;

    if (!tree->rounds || node < tree->starts[top])
        return NULL;
    uint32_t x = (uint32_t)node - tree->starts[top];
    uint32_t end = (uint32_t)state->moment->position;
    uint32_t round =
        tree_round(tree, x, end - tree_node_is_awaited(state, node));
    if (!round)
        return NULL;
    size_t place = (round - 1) * (size_t)tree_width(tree, top) + x;
    return tree_stored(state->moment->trace, tree->round_words[place].at,
                       tree->round_words[place].cell);
}

/* The access whose word the node holds; only if it holds one. */
static const Access *held(const TreeState *state, size_t node)
{
    const Tree *tree = tree_shown(state);
    const Access *access = tree_node_access(state, node);

    if (access && !tree_node_is_awaited(state, node))
        return access;
    const Access *across = held_across(state, node);
    if (across)
        return across;
    if (tree_node_state(state, node) == NODE_PREFIX)
        return tree_stored(state->moment->trace, tree->nodes[node].prefix_by,
                           tree->nodes[node].prefix_cell);
    return tree_stored(state->moment->trace, tree->nodes[node].built_at,
                       tree->nodes[node].built_cell);
}

Word tree_node_value(const TreeState *state, size_t node)
{
    return held(state, node)->value;
}

bool tree_node_is_gone(const TreeState *state, size_t node)
{
    const Moment *moment = state->moment;

    if (!tree_node_holds(state, node))
        return false;
    const Access *access = held(state, node);
    if (access->interval == INTERVAL_TOP)
        return moment->intervals[access->cell] != INTERVAL_TOP ||
               moment->values[access->cell] != access->value;
    return bsearch(&access->interval, state->kept, moment->trace->run.words,
                   sizeof *state->kept, compare_words) == NULL;
}

bool tree_node_is_wrong(const TreeState *state, size_t node)
{
    return tree_node_holds(state, node) &&
           held(state, node)->interval == INTERVAL_TOP;
}
