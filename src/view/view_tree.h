/* SPDX-License-Identifier: MIT
 *
 * view_tree - draws the tree of a kernel's sums and the accesses to its nodes.
 *
 * A node is over the inputs that it sums.  It is faint until its sum is stored,
 * filled while it holds the sum, and outlined once the downsweep has stored its
 * prefix.  Levels too dense for numbers are coloured cells, and denser ones a
 * strip; leaves that are slightly too narrow are in tiers.
 *
 *                      [  95 ]
 *          T0 > cell 8, bank 0
 *              [ 41 ]          [ 54 ]
 *           [23]    [18]    [25]    [29]
 *           / \      / \     / \     / \
 */
#ifndef UPSWEEP_VIEW_TREE_H
#define UPSWEEP_VIEW_TREE_H

#include "view/view.h"

/* Draws the view in BOX. */
void view_tree(const View *view, Rect box);

#endif
