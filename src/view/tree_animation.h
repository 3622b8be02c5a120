/* SPDX-License-Identifier: MIT
 *
 * tree_animation - words on their way to the nodes of a tree.
 *
 * While a store is under way, what it is made of travels: operands up to their
 * sum, or a prefix down to a child, to whose right the sum of its left
 * neighbour goes too:
 *
 *           [    ]                 [ 41 ]
 *          (23) (18)              (41)  \
 *          /       \             /        (41)
 *       [23]      [18]       [41]  (23)--> [ 64 ]
 *
 * In an inclusive scan the left child gets the prefix of its parent's left
 * neighbour; in a round across the top level a word travels along the level.
 */
#ifndef UPSWEEP_TREE_ANIMATION_H
#define UPSWEEP_TREE_ANIMATION_H

#include "view/tree_layout.h"

/* Draws the words that are under way at the moment of AT; at rest nothing. */
void tree_animation(const TreeLayout *at);

#endif
