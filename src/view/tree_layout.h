/* SPDX-License-Identifier: MIT
 *
 * tree_layout - the nodes of a tree: their places in a box.
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
 */
#ifndef UPSWEEP_TREE_LAYOUT_H
#define UPSWEEP_TREE_LAYOUT_H

#include "moment/tree_state.h"
#include "view/view.h"

/* How the nodes of a level are drawn. */
typedef enum {
    LEVEL_STRIP,     /* a strip of pixels, see items.h */
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

/* The colour of NODE: by the running access, or by its state; COLOR_ALARM if
 * its word is wrong. */
Color tree_node_color(const View *view, const TreeState *state, size_t node);

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
