/* SPDX-License-Identifier: MIT
 *
 * tree_animation_draw - the words that move in the tree while an instruction is
 * under way: the operands of a sum up to its node, or a prefix down to a child.
 * The right child also gets the sum of its left neighbour:
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

/* Draws the words that are under way; nothing at rest. */
void tree_animation_draw(const TreeLayout *at);

#endif
