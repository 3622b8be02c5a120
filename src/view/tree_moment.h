/* SPDX-License-Identifier: MIT
 *
 * tree_moment - the state of each node of a tree at a moment, and the node of
 * each running access.
 *
 * While an instruction is animated, an access is at its node once its service
 * has begun, and a store changes its node once the word has arrived.
 *
 * The node of a store is the one whose sum or prefix the store writes.  The
 * node of a load is the one last written to the loaded cell: in the downsweep
 * the newest prefix there, if the lane got that word, and else the sum.
 */
#ifndef UPSWEEP_TREE_MOMENT_H
#define UPSWEEP_TREE_MOMENT_H

#include "view/view.h"

typedef enum { NODE_COMING, NODE_SUM, NODE_PREFIX } NodeState;

typedef struct {
    const View *view;
    uint8_t *lanes; /* for each node: 1 + the lane that accesses it, or 0 */
    uint32_t level_first, level_last; /* levels with running nodes; first > last
                                         if there are none */
} TreeMoment;

/* The state at the moment of VIEW, which must outlive it; free it with
 * tree_moment_free. */
TreeMoment tree_moment(const View *view);
void tree_moment_free(TreeMoment *moment);

/* The running access to NODE, also while the access waits in a queue; or NULL.
 */
const Access *tree_node_request(const TreeMoment *moment, size_t node);
/* True if a store to NODE waits or is under way. */
bool tree_node_is_awaited(const TreeMoment *moment, size_t node);
/* True if the running store writes the sum of NODE, not its prefix. */
bool tree_node_is_made(const TreeMoment *moment, size_t node);

/* What NODE holds: nothing yet, its sum, or its prefix. */
NodeState tree_node_state(const TreeMoment *moment, size_t node);
/* True if NODE holds a word. */
bool tree_node_holds(const TreeMoment *moment, size_t node);
/* The running access at NODE once its service has begun, or NULL. */
const Access *tree_node_access(const TreeMoment *moment, size_t node);
/* The word in NODE, for which tree_node_holds must be true. */
Word tree_node_value(const TreeMoment *moment, size_t node);
/* True if the word in NODE is not the sum of an interval of inputs. */
bool tree_node_is_wrong(const TreeMoment *moment, size_t node);
/* The colour of NODE: that of the running access, or of its state; COLOR_ALARM
 * if its word is wrong. */
Color tree_node_color(const TreeMoment *moment, size_t node);

#endif
