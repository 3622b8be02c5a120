/* SPDX-License-Identifier: MIT
 *
 * tree_moment - what each node of a tree is at a moment, and which of the
 * running accesses goes to which node.
 *
 * While things move, an access is at its node only once it has begun to be
 * served, and a store changes the node only when it has arrived.
 *
 * A store goes to the node whose sum or prefix it writes.  A load goes to the
 * node that was last put in its cell: on the way down the newest prefix there,
 * if that is what the lane got, and else the sum.
 */
#ifndef UPSWEEP_TREE_MOMENT_H
#define UPSWEEP_TREE_MOMENT_H

#include "view/view.h"

typedef enum { NODE_COMING, NODE_SUM, NODE_PREFIX } NodeState;

typedef struct {
    const View *view;
    uint8_t *lanes; /* for each node: 1 + lane that runs at it, or 0 */
    uint32_t level_first, level_last; /* levels with running nodes; first > last
                                         if there are none */
} TreeMoment;

TreeMoment tree_moment(const View *view);
void tree_moment_free(TreeMoment *moment);

/* The running access that goes to a node, also while it waits; or NULL. */
const Access *tree_node_request(const TreeMoment *moment, size_t node);
/* Is a store under way to the node, or still waiting? */
bool tree_node_is_awaited(const TreeMoment *moment, size_t node);
/* Does the running store make the node's sum, and not its prefix? */
bool tree_node_is_made(const TreeMoment *moment, size_t node);

NodeState tree_node_state(const TreeMoment *moment, size_t node);
/* Does it hold a word? */
bool tree_node_holds(const TreeMoment *moment, size_t node);
/* The running access at a node, or NULL. */
const Access *tree_node_access(const TreeMoment *moment, size_t node);
/* The word that the node holds; only if it holds one. */
Word tree_node_value(const TreeMoment *moment, size_t node);
/* Does it hold a word that stands for no run of inputs? */
bool tree_node_is_wrong(const TreeMoment *moment, size_t node);
/* Its colour: what runs there, or what it is; COLOR_ALARM if that is wrong. */
Color tree_node_color(const TreeMoment *moment, size_t node);

#endif
