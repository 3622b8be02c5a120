/* SPDX-License-Identifier: MIT
 *
 * tree_layout - the nodes of a tree: their places in a box, the state of each
 * at a moment, and the node of each running access.
 *
 * A node of level m has the stretch over its 2^m leaves.  Its box and label
 * stay within that stretch and within the row of the level, so nodes never
 * overlap. Leaves too narrow for their values are in two or three tiers:
 *
 *     [ 0 ] [ 2 ]
 *        [ 1 ] [ 3 ]
 *
 *     row      | label of the node, when it runs |
 *              | box                             |
 *              | room for the links              |
 *
 * When the tree is zoomed, only a part of it is visible (seen).  A node is then
 * in the middle of the visible part of its stretch, so that all nodes over
 * visible leaves are in the picture.
 *
 * While an instruction is animated, an access is at its node once its service
 * has begun, and a store changes its node once the word has arrived.  The node
 * of a store is the one whose sum or prefix the store writes.  The node of a
 * load is the one last written to the loaded cell: in the down-sweep the newest
 * prefix there, if the lane got that word, and else the sum.
 */
#ifndef UPSWEEP_TREE_LAYOUT_H
#define UPSWEEP_TREE_LAYOUT_H

#include "view/view.h"

typedef enum { NODE_COMING, NODE_SUM, NODE_PREFIX } NodeState;

typedef struct {
    const View *view;
    uint8_t *lanes; /* for each node: 1 + the lane that accesses it, or 0 */
    Word *kept;     /* the intervals in shared memory, in order */
    uint32_t level_first, level_last; /* levels with running nodes; first > last
                                         if there are none */
} TreeState;

/* The state of the nodes at the moment of VIEW, which must outlive it; free it
 * with tree_state_free. */
TreeState tree_state(const View *view);
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
/* The colour of NODE: that of the running access, or of its state; COLOR_ALARM
 * if its word is wrong. */
Color tree_node_color(const TreeState *state, size_t node);

/* How the nodes of a level are drawn. */
typedef enum {
    LEVEL_STRIP,     /* a strip of pixels, see pixel_bins.h */
    LEVEL_WARPS,     /* a box for the nodes of each warp, k at most */
    LEVEL_CELLS,     /* a small box for each node, without text */
    LEVEL_STAGGERED, /* leaves with text, in tiers */
    LEVEL_TEXT       /* a box with text for each node */
} LevelStyle;

typedef struct {
    LevelStyle style;
    uint32_t first, end; /* the visible nodes: first .. end - 1 */
    double share;        /* of the height of the tree */
    double y, h;         /* of the row */
    double top, box;     /* y and height of the boxes */
    double pitch;        /* pixels from node to node */
    double width;        /* of the boxes */
    double text;         /* size of the text in the boxes, px at 1080 */
    bool hide_values;    /* some value does not fit, so values are hidden */
    bool spell;          /* there is room for "a + b" in the running nodes */
} Level;

typedef struct {
    const View *view;
    const Tree *tree;
    TreeState state;
    Rect box;      /* the whole tree, also what is not visible */
    Rect seen;     /* the visible part */
    Rect meanings; /* of the legend: left of the root or over the top level */
    double leaf;   /* pixels a leaf */
    int tiers;     /* number of tiers of leaves; 0: no room for their text */
    Level levels[TREE_MAX_LEVELS];
} TreeLayout;

/* Divides BOX among the levels of the tree of VIEW, which must have levels. The
 * caller sets the state. */
TreeLayout tree_layout(const View *view, Rect box);

/* The visible part of the stretch of node X of LEVEL; the box of the node. */
Rect tree_layout_stretch(const TreeLayout *at, uint32_t level, uint32_t x);
Rect tree_layout_box(const TreeLayout *at, uint32_t level, uint32_t x);
/* The part of a node's box that text may fill. */
Rect tree_layout_inside(const View *view, Rect box);
/* The tier of leaf X, from 0. */
uint32_t tree_layout_tier(const TreeLayout *at, uint32_t x);
/* The height of the labels over the running nodes, pixels. */
double tree_layout_label(const View *view);

#endif
