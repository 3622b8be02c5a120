/* SPDX-License-Identifier: MIT
 *
 * view_tree - the tree that a kernel climbs, and what runs in it.
 *
 * A node stands over the inputs that it sums.  It is faint until its sum is
 * stored, filled when it is, and outlined when the prefix that belongs to it
 * has come down.  Levels too dense for numbers are cells of colour, and denser
 * ones a strip; leaves that just miss having room stand in two rows.
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

void view_tree(const View *view, Rect box);

#endif
