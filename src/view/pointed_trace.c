/* SPDX-License-Identifier: MIT */
#include "view/pointed_trace.h"

#include "analysis/dataflow.h"

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

bool pointed_asks_memory(const PointedTrace *at)
{
    return at->running && trace_is_shared(at->running);
}

uint32_t pointed_thread(const PointedTrace *at, const Access *access)
{
    return trace_thread(at->analysed->trace, at->running, access);
}

const Access *thing_access(const PointedTrace *at, const Thing *thing)
{
    const Trace *trace = at->analysed->trace;
    uint8_t places[TRACE_MAX_BANKS];

    if (!pointed_asks_memory(at))
        return NULL;
    bank_places(trace, at->running, places);
    for (int i = 0; i < at->running->lanes; ++i)
        if (bank_of(trace, at->accesses[i].cell) == thing->a &&
            places[i] == thing->b)
            return at->accesses + i;
    return NULL;
}

Thing pointed_place(const PointedTrace *at, int i)
{
    uint8_t places[TRACE_MAX_BANKS];

    bank_places(at->analysed->trace, at->running, places);
    return (Thing){THING_PLACE,
                   bank_of(at->analysed->trace, at->accesses[i].cell),
                   places[i], at->t + 1};
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

Thing pointed_node_in_cell(const PointedTrace *at, uint32_t cell)
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

uint32_t pointed_cell_of_node(const PointedTrace *at, const Thing *thing)
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
