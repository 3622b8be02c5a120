/* SPDX-License-Identifier: MIT
 *
 * tree - the tree that a kernel climbs, found in what it stored.
 *
 * No kernel says "I build a tree".  A node is the interval of inputs that a
 * stored word stands for: [x 2^m .. (x+1) 2^m - 1], cut off at n, is node x of
 * level m.  A trace of one block has a tree if its phase "load" stores every
 * leaf, and if the sums that the step of level m of its phase "up-sweep" stores
 * are nodes of level m, none missing.  Hillis-Steele's trace has none.
 *
 *     level 2            Σx0..x3
 *     level 1      Σx0..x1     Σx2..x3
 *     level 0     x0     x1   x2     x3
 *
 * When n is no power of two, nodes wholly beyond it are absent.  Then a node
 * may have only a left child, and stand for the same inputs as that: the level
 * of the step tells which of the two was built.  If a kernel does not trouble
 * to build such a node again, it stands where its child stands.
 *
 * On the way down a node's prefix is the sum of all inputs before its own.  The
 * step of level m of the phase "down-sweep" hands prefixes from nodes of level
 * m to those of the level below; the root's, the identity, is stored by the
 * phase "clear".  A trace without that phase scans inclusively: there a node's
 * prefix is the sum of all inputs up to its own last.  The nodes of the left
 * edge have theirs when the way up ends, and a right child that stood in its
 * parent's cell has it with the parent; nothing is stored for either.
 *
 * A way up may end before the root.  Then the phase "add" scans across the
 * nodes of the level it ended at, in rounds that store a word for each of them,
 * and this is the top level: several trees side by side.
 *
 *     level 1   Σx0..x1  Σx2..x3  Σx4..x5  Σx6..x7      up
 *               Σx0..x1  Σx0..x3  Σx2..x5  Σx4..x7      round 1
 *               Σx0..x1  Σx0..x3  Σx0..x5  Σx0..x7      round 2
 *     level 0   x0   x1  x2   x3  x4   x5  x6   x7
 *
 * A stored word that stands for no run of inputs is a wrong prefix; it belongs
 * to the node of that level which was built in its cell.
 */
#ifndef UPSWEEP_TREE_H
#define UPSWEEP_TREE_H

#include "trace/trace.h"

#define TREE_MAX_LEVELS 17 /* INTERVAL_MAX_N leaves */
#define TREE_NEVER      UINT32_MAX

typedef struct {
    uint32_t levels; /* 0: no tree; else log2(N) + 1, or less with rounds */
    uint32_t n;
    uint32_t starts[TREE_MAX_LEVELS + 1]; /* of the levels in what follows */
    /* For node x of level m, at tree_index(tree, m, x): the instruction after
     * which it first stood in a cell, and which cell. */
    uint32_t *built_at;
    uint32_t *built_cell;
    /* The down-sweep: the instruction after which the node has its prefix, or
     * TREE_NEVER; that which stored it, mostly the same; and where to. */
    uint32_t *prefix_at;
    uint32_t *prefix_by;
    uint32_t *prefix_cell;
    bool inclusive; /* is a node's own sum in its prefix? */
    /* The rounds across the top level: instructions from across to before
     * across_end.  What round r stored for node x is at r * width + x: by
     * which instruction, and where to. */
    uint32_t rounds; /* mostly 0: there is one root */
    uint32_t across, across_end;
    uint32_t *round_at;
    uint32_t *round_cell;
    size_t count; /* nodes in all */
} Tree;

/* The tree of TRACE; with no levels if it has none. */
Tree tree_of(const Trace *trace);
void tree_free(Tree *tree);
/* The inputs that a node's prefix stands for. */
Word tree_prefix(const Tree *tree, uint32_t level, uint32_t x);
/* What instruction AT stored in CELL. */
const Access *tree_stored(const Trace *trace, uint32_t at, uint32_t cell);
/* The round that stored last for node X of the top level before instruction
 * END, counted from 1; 0 if none had. */
uint32_t tree_round(const Tree *tree, uint32_t x, uint32_t end);
/* Is the last of the first POSITION instructions part of a round? */
bool tree_is_across(const Tree *tree, size_t position);
/* Nodes of a level that stand for any input; and the place of one. */
uint32_t tree_width(const Tree *tree, uint32_t level);
size_t tree_index(const Tree *tree, uint32_t level, uint32_t x);

#endif
