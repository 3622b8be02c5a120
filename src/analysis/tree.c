/* SPDX-License-Identifier: MIT */
#include "analysis/tree.h"

#include <stdlib.h>
#include <string.h>

/* The state of a walk through the stores of a trace. */
typedef struct {
    const Trace *trace;
    Tree *tree;
    uint32_t *by_cell; /* see find_cell; NULL until a prefix is wrong */
    uint32_t level;    /* that by_cell is of */
    uint32_t turn;     /* the first instruction after the up-sweep */
    uint32_t reduced;  /* the highest level so far of the up-sweep */
} Walk;

/* COUNT items of SIZE bytes that are all TREE_NEVER. */
static void *never(size_t count, size_t size)
{
    return memset(base_alloc(count, size), UINT8_MAX, count * size);
}

/* A block with fewer elements than the others has as many levels as they have.
 */
static Tree tree_new(const Run *run)
{
    uint32_t most = run->block_n > run->n ? run->block_n : run->n;
    Tree tree = {.n = run->n,
                 .inclusive = true,
                 .levels = (uint32_t)base_log2(base_power_of_two(most)) + 1};

    for (uint32_t m = 0; m < tree.levels; ++m)
        tree.starts[m + 1] = tree.starts[m] + tree_width(&tree, m);
    tree.count = tree.starts[tree.levels];
    tree.nodes = never(tree.count, sizeof *tree.nodes);
    return tree;
}

/* Adds a round of WIDTH words; room doubles, as there may be many. */
static void add_round(Tree *tree, uint32_t width)
{
    size_t count = (size_t)++tree->rounds * width;

    if (base_is_power_of_two(tree->rounds))
        tree->round_words = base_realloc(tree->round_words, 2 * count,
                                         sizeof *tree->round_words);
    memset(tree->round_words + count - width, UINT8_MAX,
           width * sizeof *tree->round_words);
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

Word tree_prefix(const Tree *tree, uint32_t level, uint32_t x)
{
    uint32_t end = (x + tree->inclusive) << level;

    end = end < tree->n ? end : tree->n;
    return end ? interval_make(0, end - 1) : INTERVAL_IDENTITY;
}

/* The node of LEVEL whose prefix INTERVAL, stored in CELL, is; false if there
 * is none. */
static bool find_prefix(const Tree *tree, uint32_t level, Word interval,
                        uint32_t cell, size_t *node)
{
    uint32_t x = 0;

    if (interval_is_range(interval))
        x = (interval_last(interval) + !tree->inclusive) >> level;
    if (x >= tree_width(tree, level) || interval != tree_prefix(tree, level, x))
        return false;
    *node = tree_index(tree, level, x);
    /* the sum of all is also the sum up to each place beyond n */
    return !tree->inclusive || interval_last(interval) + 1 < tree->n ||
           cell == tree->nodes[*node].built_cell;
}

/* Where a wrong prefix went: the node of LEVEL that was built in CELL; false if
 * there is none.  WALK keeps the nodes of the level by cell. */
static bool find_cell(Walk *walk, uint32_t level, uint32_t cell, size_t *node)
{
    const Tree *tree = walk->tree;

    if (!walk->by_cell || walk->level != level) {
        free(walk->by_cell);
        walk->by_cell = never(walk->trace->run.words, sizeof *walk->by_cell);
        walk->level = level;
        for (uint32_t x = tree_width(tree, level); x-- > 0;) {
            size_t at = tree_index(tree, level, x);
            if (tree->nodes[at].built_at != TREE_NEVER)
                walk->by_cell[tree->nodes[at].built_cell] = x;
        }
    }
    if (walk->by_cell[cell] == TREE_NEVER)
        return false;
    *node = tree_index(tree, level, walk->by_cell[cell]);
    return true;
}

static void set_built(TreeNode *node, uint32_t at, uint32_t cell)
{
    if (node->built_at != TREE_NEVER)
        return;
    node->built_at = at;
    node->built_cell = cell;
}

static void set_prefix(TreeNode *node, uint32_t at, uint32_t by, uint32_t cell)
{
    node->prefix_at = at;
    node->prefix_by = by;
    node->prefix_cell = cell;
}

/* Records one store; false if it stores a sum that is no node of a tree. */
static bool visit(Walk *walk, PhaseKind phase, uint32_t level, uint32_t at,
                  const Access *access)
{
    Tree *tree = walk->tree;
    bool prefix = phase == PHASE_DOWNSWEEP || phase == PHASE_CLEAR;
    size_t node;

    if (prefix) {
        if (access->interval == INTERVAL_TOP
                ? find_cell(walk, level, access->cell, &node)
                : find_prefix(tree, level, access->interval, access->cell,
                              &node))
            set_prefix(tree->nodes + node, at, at, access->cell);
        return true;
    }
    if (phase == PHASE_UPSWEEP && !trace_is_new_sum(walk->trace, access))
        return true;
    if (find_node(tree, level, access->interval, &node))
        set_built(tree->nodes + node, at, access->cell);
    else
        /* the identity fills the places beyond n */
        return phase == PHASE_LOAD || access->interval == INTERVAL_IDENTITY;
    return true;
}

const Access *tree_stored(const Trace *trace, uint32_t at, uint32_t cell)
{
    const Instruction *instruction = trace->instructions + at;
    const Access *accesses = trace_accesses(trace, instruction);
    int lane = instruction->lanes - 1;

    while (lane > 0 && accesses[lane].cell != cell)
        --lane;
    return accesses + lane;
}

/* Records a word stored in a round across the top level.  Its last input gives
 * its node; of several such words the node's has the lowest cell, and the
 * others belong to places beyond n. */
static void visit_across(Walk *walk, uint32_t at, const Access *access)
{
    Tree *tree = walk->tree;
    uint32_t level = walk->reduced, width = tree_width(tree, level);
    uint32_t x = interval_last(access->interval) >> level;

    if (!interval_is_range(access->interval) || x >= width ||
        interval_last(access->interval) !=
            interval_last(tree_prefix(tree, level, x)))
        return;
    TreeRoundWord *word =
        tree->round_words + (tree->rounds - 1) * (size_t)width + x;
    if (word->at == TREE_NEVER || access->cell < word->cell)
        *word = (TreeRoundWord){at, access->cell};
}

/* After a round: every node has a word, and those that begin with the first
 * input are prefixes. */
static bool end_round(Walk *walk)
{
    Tree *tree = walk->tree;
    uint32_t width = tree_width(tree, walk->reduced);

    for (uint32_t x = 0; x < width; ++x) {
        TreeRoundWord word =
            tree->round_words[(tree->rounds - 1) * (size_t)width + x];
        TreeNode *node = tree->nodes + tree_index(tree, walk->reduced, x);
        if (word.at == TREE_NEVER)
            return false;
        if (interval_first(
                tree_stored(walk->trace, word.at, word.cell)->interval) > 0)
            continue;
        set_prefix(node,
                   node->prefix_at == TREE_NEVER ? word.at : node->prefix_at,
                   word.at, word.cell);
    }
    return true;
}

/* Records a step of a scan across the level where the up-sweep ended. */
static bool visit_round(Walk *walk, const Step *step)
{
    Tree *tree = walk->tree;
    const Trace *trace = walk->trace;
    uint32_t width = tree_width(tree, walk->reduced);
    uint32_t end = step->first_instruction + step->instruction_count;

    if (walk->reduced == 0)
        return false;
    if (tree->rounds == 0)
        tree->across = step->first_instruction;
    tree->across_end = end;
    add_round(tree, width);
    for (uint32_t i = step->first_instruction; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        for (int l = 0; trace_is_store(at) && l < at->lanes; ++l)
            visit_across(walk, i, access + l);
    }
    return end_round(walk);
}

/* Records the stores of a step.  Its level is the parents' level: the up-sweep
 * builds them, the down-sweep gives their children prefixes. */
static bool visit_step(Walk *walk, const Step *step)
{
    const Trace *trace = walk->trace;
    PhaseKind phase = trace_phase_kind(trace, step);
    int32_t top = (int32_t)walk->tree->levels - 1;
    int32_t level = phase == PHASE_LOAD      ? 0
                    : phase == PHASE_CLEAR   ? top
                    : phase == PHASE_UPSWEEP ? step->level
                                             : step->level - 1;

    if (phase == PHASE_ADD && walk->reduced < (uint32_t)top)
        return visit_round(walk, step);
    if (phase == PHASE_OTHER || phase == PHASE_ADD ||
        phase == PHASE_WRITE_BACK || phase == PHASE_GRID)
        return true;
    if (level < 0 || level > top)
        return phase == PHASE_DOWNSWEEP;
    if (phase == PHASE_CLEAR)
        walk->tree->inclusive = false;
    if (phase != PHASE_DOWNSWEEP && phase != PHASE_CLEAR)
        walk->turn = step->first_instruction + step->instruction_count;
    if (phase == PHASE_UPSWEEP && (uint32_t)level > walk->reduced)
        walk->reduced = (uint32_t)level;
    for (uint32_t i = 0; i < step->instruction_count; ++i) {
        uint32_t index = step->first_instruction + i;
        const Instruction *at = trace->instructions + index;
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_store(at))
            continue;
        for (int lane = 0; lane < at->lanes; ++lane, ++access)
            if (!visit(walk, phase, (uint32_t)level, index, access))
                return false;
    }
    return true;
}

/* Puts nodes with only one child that were not stored into the child's cell;
 * false if a node is missing after that. */
static bool complete(Tree *tree)
{
    for (uint32_t m = 0; m < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m); ++x) {
            TreeNode *node = tree->nodes + tree_index(tree, m, x);
            if (node->built_at != TREE_NEVER)
                continue;
            if (m == 0 || 2 * x + 1 < tree_width(tree, m - 1))
                return false;
            const TreeNode *child =
                tree->nodes + tree_index(tree, m - 1, 2 * x);
            set_built(node, child->built_at, child->built_cell);
        }
    return true;
}

/* Gives prefixes to the nodes of an inclusive tree that no store is needed for:
 * nodes of the left edge are sums already, and what a node knows is also what
 * its right child should, if that stood in its cell. */
static void share_prefixes(Tree *tree, uint32_t turn)
{
    for (uint32_t m = tree->levels; m-- > 0;) {
        TreeNode *level = tree->nodes + tree_index(tree, m, 0);
        if (level->prefix_at == TREE_NEVER)
            set_prefix(level, turn, level->built_at, level->built_cell);
        if (m + 1 == tree->levels)
            continue;
        for (uint32_t x = 1; x < tree_width(tree, m); x += 2) {
            TreeNode *node = level + x;
            TreeNode *parent = tree->nodes + tree_index(tree, m + 1, x / 2);
            if (node->prefix_at == TREE_NEVER &&
                node->built_cell == parent->prefix_cell)
                set_prefix(node, parent->prefix_at, parent->prefix_by,
                           node->built_cell);
        }
    }
}

Tree tree_of(const Trace *trace)
{
    bool found = trace->blocks_count == 1;
    Tree tree = tree_new(&trace->run);
    Walk walk = {.trace = trace, .tree = &tree};

    for (size_t s = 0; found && s < trace->steps_count; ++s)
        found = visit_step(&walk, trace->steps + s);
    free(walk.by_cell);
    if (tree.rounds) {
        tree.levels = walk.reduced + 1;
        tree.count = tree.starts[tree.levels];
    }
    if (!found || !complete(&tree))
        tree_free(&tree);
    else if (tree.inclusive)
        share_prefixes(&tree, walk.turn);
    return tree;
}

void tree_free(Tree *tree)
{
    free(tree->nodes);
    free(tree->round_words);
    *tree = (Tree){0};
}

uint32_t tree_round(const Tree *tree, uint32_t x, uint32_t end)
{
    size_t width = tree_width(tree, tree->levels - 1);
    uint32_t round = tree->rounds;

    while (round && tree->round_words[(round - 1) * width + x].at >= end)
        --round;
    return round;
}

bool tree_is_across(const Tree *tree, size_t position)
{
    return tree->rounds && position > tree->across &&
           position <= tree->across_end;
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
