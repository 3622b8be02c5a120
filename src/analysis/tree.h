/* SPDX-License-Identifier: MIT
 *
 * tree - the tree of partial sums that a kernel builds, found in its stores.
 *
 * Kernels do not declare a tree.  A node is the interval of inputs that a
 * stored word stands for: [x 2^m .. (x+1) 2^m - 1], cut off at n, is node x of
 * level m.  A trace of one block has a tree if its phase "load" stores every
 * leaf, and if the sums that the step of level m of its phase "up-sweep" stores
 * are nodes of level m, none missing.  Hillis-Steele's trace has none.
 *
 *     level 2            Σx0..x3
 *     level 1      Σx0..x1     Σx2..x3
 *     level 0     x0     x1   x2     x3
 *
 * When n is no power of two, nodes wholly beyond n are absent.  Then a node
 * may have only a left child and stand for the same inputs as that child: the
 * level of the step decides which of the two was built.  If a kernel does not
 * store such a node, the node is in its child's cell.
 *
 * In the down-sweep a node's prefix is the sum of all inputs before its own.
 * The step of level m of the phase "down-sweep" passes prefixes from nodes of
 * level m to nodes of the level below; the root's, the identity, is stored by
 * the phase "clear".  A trace without that phase scans inclusively: there a
 * node's prefix is the sum of all inputs up to its own last.  Then the nodes of
 * the left edge have their prefix when the up-sweep ends, and a right child in
 * its parent's cell has its prefix with the parent; nothing is stored for
 * either.
 *
 * An up-sweep may end below the root.  Then the phase "add" scans the nodes of
 * the level where it ended, in rounds that store a word for each node.  That
 * level is the top level: several trees side by side.
 *
 *     level 1   Σx0..x1  Σx2..x3  Σx4..x5  Σx6..x7      up
 *               Σx0..x1  Σx0..x3  Σx2..x5  Σx4..x7      round 1
 *               Σx0..x1  Σx0..x3  Σx0..x5  Σx0..x7      round 2
 *     level 0   x0   x1  x2   x3  x4   x5  x6   x7
 *
 * A stored word that does not sum neighbouring inputs is a wrong prefix; it
 * belongs to the node of that level which was built in its cell.
 */
#ifndef UPSWEEP_TREE_H
#define UPSWEEP_TREE_H

#include "trace/trace.h"

#define TREE_MAX_LEVELS 17 /* INTERVAL_MAX_N leaves */
#define TREE_NEVER      UINT32_MAX

/* Instructions and cells; TREE_NEVER before they are found, and of a prefix
 * that nothing gives. */
typedef struct {
    uint32_t built_at, built_cell; /* the instruction that first stored it */
    uint32_t prefix_at; /* the one after which the node has its prefix */
    uint32_t prefix_by; /* the one that stored the prefix, mostly the same */
    uint32_t prefix_cell;
} TreeNode;

/* The instruction that stored the word of a node in a round, and the cell. */
typedef struct {
    uint32_t at, cell;
} TreeRoundWord;

typedef struct {
    uint32_t levels; /* 0: no tree; else log2(N) + 1, or less with rounds */
    uint32_t n;
    uint32_t starts[TREE_MAX_LEVELS + 1]; /* of each level among the nodes */
    TreeNode *nodes; /* node x of level m is at tree_index(tree, m, x) */
    bool inclusive;  /* a node's prefix contains its own sum */
    /* The rounds across the top level: instructions across to across_end - 1.
     * The word of round r, from 0, and node x is at r * width + x. */
    uint32_t rounds; /* 0 if there is one root */
    uint32_t across, across_end;
    TreeRoundWord *round_words;
    size_t count; /* nodes in all */
} Tree;

/* The tree of TRACE; with 0 levels if there is none.  Free it with tree_free.
 */
Tree tree_of(const Trace *trace);
void tree_free(Tree *tree);
/* The interval of inputs that a node's prefix stands for. */
Word tree_prefix(const Tree *tree, uint32_t level, uint32_t x);
/* The access by which instruction AT stored to CELL. */
const Access *tree_stored(const Trace *trace, uint32_t at, uint32_t cell);
/* The last round, from 1, that stored a word for node X of the top level before
 * instruction END; 0 if none did. */
uint32_t tree_round(const Tree *tree, uint32_t x, uint32_t end);
/* True if instruction POSITION - 1 is part of a round. */
bool tree_is_across(const Tree *tree, size_t position);
/* The number of nodes of a level. */
uint32_t tree_width(const Tree *tree, uint32_t level);
/* The index of a node in the arrays of the tree. */
size_t tree_index(const Tree *tree, uint32_t level, uint32_t x);

#endif
