/* SPDX-License-Identifier: MIT */
#include "view/pointed_trace.h"

#include "analysis/dataflow.h"

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

bool pointed_asks_memory(const PointedTrace *at)
{
    return service_is_shared(&at->service);
}

uint32_t pointed_thread(const PointedTrace *at, const Access *access)
{
    return trace_thread(at->analysed->trace, at->running, access);
}

const Access *thing_access(const PointedTrace *at, const Thing *thing)
{
    int i = service_at(&at->service, thing->a, thing->b);

    return i < 0 ? NULL : at->accesses + i;
}

Thing pointed_place(const PointedTrace *at, int i)
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
