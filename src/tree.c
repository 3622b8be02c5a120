/* SPDX-License-Identifier: MIT
 *
 * tree - finding nodes and prefixes in the stores of a trace; see tree.h.
 */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

/* What the name of a phase says of its stores. */
typedef enum {
    PHASE_OTHER,
    PHASE_LOAD,
    PHASE_UP,
    PHASE_CLEAR,
    PHASE_DOWN
} Phase;

static Phase phase_of(const char *name)
{
    static const char *const names[] = {[PHASE_LOAD] = "load",
                                        [PHASE_UP] = "up-sweep",
                                        [PHASE_CLEAR] = "clear",
                                        [PHASE_DOWN] = "down-sweep"};

    for (int i = PHASE_LOAD; i <= PHASE_DOWN; ++i)
        if (strcmp(name, names[i]) == 0)
            return (Phase)i;
    return PHASE_OTHER;
}

/* A walk through the stores of a trace. */
typedef struct {
    const Trace *trace;
    Tree *tree;
    uint32_t *by_cell; /* see find_cell; NULL until a prefix is wrong */
    uint32_t level;    /* that by_cell is of */
} Walk;

static uint32_t *never(size_t count)
{
    uint32_t *places = base_alloc(count, sizeof *places);

    for (size_t i = 0; i < count; ++i)
        places[i] = TREE_NEVER;
    return places;
}

static Tree tree_new(uint32_t n)
{
    Tree tree = {.n = n,
                 .levels = (uint32_t)base_log2(base_power_of_two(n)) + 1};

    for (uint32_t m = 0; m < tree.levels; ++m)
        tree.starts[m + 1] = tree.starts[m] + tree_width(&tree, m);
    tree.count = tree.starts[tree.levels];
    tree.built_at = never(tree.count);
    tree.built_cell = never(tree.count);
    tree.prefix_at = never(tree.count);
    tree.prefix_cell = never(tree.count);
    return tree;
}

/* The node of LEVEL that stands for INTERVAL; false if there is none. */
static bool find_node(const Tree *tree, uint32_t level, Word interval,
                      size_t *node)
{
    uint32_t first = interval_first(interval);
    uint32_t x = first >> level;

    if (!interval_is_range(interval) || first != x << level || first >= tree->n)
        return false;
    uint32_t end = (x + 1) << level;
    if (interval_last(interval) + 1 != (end < tree->n ? end : tree->n))
        return false;
    *node = tree_index(tree, level, x);
    return true;
}

/* The node of LEVEL whose prefix INTERVAL is; false if there is none. */
static bool find_prefix(const Tree *tree, uint32_t level, Word interval,
                        size_t *node)
{
    uint32_t before = 0; /* inputs before the node's own */

    if (interval != INTERVAL_IDENTITY) {
        if (!interval_is_range(interval) || interval_first(interval) != 0)
            return false;
        before = interval_last(interval) + 1;
    }
    uint32_t x = before >> level;
    if (before != x << level || before >= tree->n)
        return false;
    *node = tree_index(tree, level, x);
    return true;
}

/* Where a wrong prefix went: the node of LEVEL that was built in CELL; false if
 * there is none.  WALK keeps the nodes of the level by cell. */
static bool find_cell(Walk *walk, uint32_t level, uint32_t cell, size_t *node)
{
    const Tree *tree = walk->tree;

    if (!walk->by_cell || walk->level != level) {
        free(walk->by_cell);
        walk->by_cell = never(walk->trace->run.words);
        walk->level = level;
        for (uint32_t x = tree_width(tree, level); x-- > 0;) {
            size_t at = tree_index(tree, level, x);
            if (tree->built_at[at] != TREE_NEVER)
                walk->by_cell[tree->built_cell[at]] = x;
        }
    }
    if (walk->by_cell[cell] == TREE_NEVER)
        return false;
    *node = tree_index(tree, level, walk->by_cell[cell]);
    return true;
}

static void set_built(Tree *tree, size_t node, uint32_t at, uint32_t cell)
{
    if (tree->built_at[node] != TREE_NEVER)
        return;
    tree->built_at[node] = at;
    tree->built_cell[node] = cell;
}

/* Takes in one store; false if it is a sum that has no place in a tree. */
static bool visit(Walk *walk, Phase phase, uint32_t level, uint32_t at,
                  const Access *access)
{
    Tree *tree = walk->tree;
    bool prefix = phase == PHASE_DOWN || phase == PHASE_CLEAR;
    size_t node;

    if (prefix) {
        if (access->interval == INTERVAL_TOP
                ? find_cell(walk, level, access->cell, &node)
                : find_prefix(tree, level, access->interval, &node)) {
            tree->prefix_at[node] = at;
            tree->prefix_cell[node] = access->cell;
        }
        return true;
    }
    if (phase == PHASE_UP && !trace_is_new_sum(walk->trace, access))
        return true;
    if (find_node(tree, level, access->interval, &node))
        set_built(tree, node, at, access->cell);
    else
        /* the identity fills up the places beyond n */
        return phase == PHASE_LOAD || access->interval == INTERVAL_IDENTITY;
    return true;
}

/* Takes in the stores of a step.  Its level is that of the parents, which the
 * up-sweep builds and whose children the down-sweep gives their prefixes. */
static bool visit_step(Walk *walk, const Step *step)
{
    const Trace *trace = walk->trace;
    Phase phase = phase_of(trace_phase(trace, step));
    int32_t top = (int32_t)walk->tree->levels - 1;
    int32_t level = phase == PHASE_LOAD    ? 0
                    : phase == PHASE_CLEAR ? top
                    : phase == PHASE_UP    ? step->level
                                           : step->level - 1;

    if (phase == PHASE_OTHER)
        return true;
    if (level < 0 || level > top)
        return phase == PHASE_DOWN;
    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        uint32_t index = step->first_instruction + i;
        const Instruction *at = trace->instructions + index;
        const Access *access = trace_accesses(trace, at);
        if (at->kind != ACCESS_STORE)
            continue;
        for (int lane = 0; lane < at->lanes; ++lane, ++access)
            if (!visit(walk, phase, (uint32_t)level, index, access))
                return false;
    }
    return true;
}

/* Lets nodes that have only one child stand where it stands, if they were not
 * built themselves; false if a node is missing after that. */
static bool complete(Tree *tree)
{
    for (uint32_t m = 0; m < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m); ++x) {
            size_t node = tree_index(tree, m, x);
            if (tree->built_at[node] != TREE_NEVER)
                continue;
            if (m == 0 || 2 * x + 1 < tree_width(tree, m - 1))
                return false;
            size_t child = tree_index(tree, m - 1, 2 * x);
            set_built(tree, node, tree->built_at[child],
                      tree->built_cell[child]);
        }
    return true;
}

Tree tree_of(const Trace *trace)
{
    bool found = trace->blocks_count == 1;
    Tree tree = tree_new(trace->run.n);
    Walk walk = {.trace = trace, .tree = &tree};

    for (size_t s = 0; found && s < trace->steps_count; ++s)
        found = visit_step(&walk, trace->steps + s);
    free(walk.by_cell);
    if (!found || !complete(&tree))
        tree_free(&tree);
    return tree;
}

void tree_free(Tree *tree)
{
    free(tree->built_at);
    free(tree->built_cell);
    free(tree->prefix_at);
    free(tree->prefix_cell);
    *tree = (Tree){0};
}

uint32_t tree_width(const Tree *tree, uint32_t level)
{
    return ((tree->n - 1) >> level) + 1;
}

size_t tree_index(const Tree *tree, uint32_t level, uint32_t x)
{
    BASE_CHECK(level < tree->levels && x < tree_width(tree, level));
    return tree->starts[level] + x;
}
