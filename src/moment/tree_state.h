/* SPDX-License-Identifier: MIT
 *
 * tree_state - the nodes of a tree at a moment: what each holds, and which
 * running access is at it.
 *
 * While an instruction is under way, an access is at its node once its service
 * has begun, and a store changes its node once the word has arrived.  The node
 * of a store is the one whose sum or prefix the store writes.  The node of a
 * load is the one last written to the loaded cell: in the down-sweep the newest
 * prefix there, if the lane got that word, and else the sum.
 */
#ifndef UPSWEEP_TREE_STATE_H
#define UPSWEEP_TREE_STATE_H

#include "moment/moment.h"

typedef enum { NODE_COMING, NODE_SUM, NODE_PREFIX } NodeState;

typedef struct {
    const Moment *moment;
    bool steps;     /* of the step that has just ended, as a whole */
    uint8_t *lanes; /* for each node: 1 + the lane that accesses it, or 0 */
    Word *kept;     /* the intervals in shared memory, in order */
    uint32_t level_first, level_last; /* levels with running nodes; first > last
                                         if there are none */
} TreeState;

/* The state of the nodes at MOMENT, which must outlive it, or what the step
 * that ends there did to them; free it with tree_state_free. */
TreeState tree_state(const Moment *moment, bool steps);
void tree_state_free(TreeState *state);

/* The running access to NODE, also while the access waits in a queue; or NULL.
 */
const Access *tree_node_request(const TreeState *state, size_t node);
/* True if a store to NODE waits or is under way. */
bool tree_node_is_awaited(const TreeState *state, size_t node);
/* True if the running store writes the sum of NODE, not its prefix. */
bool tree_node_is_made(const TreeState *state, size_t node);

/* What NODE holds: nothing yet, its sum, or its prefix. */
NodeState tree_node_state(const TreeState *state, size_t node);
/* True if NODE holds a word. */
bool tree_node_holds(const TreeState *state, size_t node);
/* The running access at NODE once its service has begun, or NULL. */
const Access *tree_node_access(const TreeState *state, size_t node);
/* The word in NODE, for which tree_node_holds must be true. */
Word tree_node_value(const TreeState *state, size_t node);
/* True if the word that NODE shows is in no cell any more: others were stored
 * over it. */
bool tree_node_is_gone(const TreeState *state, size_t node);
/* True if the word in NODE is not the sum of an interval of inputs. */
bool tree_node_is_wrong(const TreeState *state, size_t node);

#endif
