/* SPDX-License-Identifier: MIT
 *
 * tree_animation - draws words that move to the nodes of a tree.
 *
 * While a store is under way, its operands move: two operands up to the node of
 * their sum, or a prefix down to a child.  The right child also gets the sum of
 * its left neighbour:
 *
 *           [    ]                 [ 41 ]
 *          (23) (18)              (41)  \
 *          /       \             /        (41)
 *       [23]      [18]       [41]  (23)--> [ 64 ]
 *
 * In an inclusive scan the left child gets the prefix of its parent's left
 * neighbour; in a round across the top level a word moves along the level.
 */
#ifndef UPSWEEP_TREE_ANIMATION_H
#define UPSWEEP_TREE_ANIMATION_H

#include "view/tree_layout.h"

/* Draws the words under way at the moment of AT->view; nothing at rest. */
void tree_animation(const TreeLayout *at);

#endif
