/* SPDX-License-Identifier: MIT
 *
 * tree_layout - where the nodes of a tree stand in a box.
 *
 * A node of level m owns the stretch over its 2^m leaves, and all that is drawn
 * for it (box, label) stays in that stretch and in its level's row: so nothing
 * can collide.  Leaves too narrow for their values stand in two or three tiers:
 *
 *     [ 0 ] [ 2 ]
 *        [ 1 ] [ 3 ]
 *
 *     row      | label of the node, when it runs |
 *              | box                             |
 *              | room for the links              |
 *
 * Zoomed in, the whole is wider than what is SEEN of it, and a node stands in
 * the middle of the part of its stretch that is seen: so those over the seen
 * leaves never leave the picture.
 */
#ifndef UPSWEEP_TREE_LAYOUT_H
#define UPSWEEP_TREE_LAYOUT_H

#include "view/tree_moment.h"

/* How the nodes of a level are drawn. */
typedef enum {
    LEVEL_STRIP,     /* folded to pixels */
    LEVEL_WARPS,     /* folded: a box for the nodes of each warp, k at most */
    LEVEL_CELLS,     /* a small box each, without text */
    LEVEL_STAGGERED, /* leaves with text, each lower than the last, in tiers */
    LEVEL_TEXT
} LevelStyle;

typedef struct {
    LevelStyle style;
    double share;    /* of the height */
    double y, h;     /* of the row */
    double top, box; /* of its boxes: place and height */
    double pitch;    /* pixels from node to node */
    double width;    /* of the boxes */
    double text;     /* size of what stands in them, px at 1080 */
    bool mute;       /* some value does not fit: none is written */
    bool spell;      /* the sums that run now fit when spelled out */
} Level;

typedef struct {
    const View *view;
    const Tree *tree;
    TreeMoment moment;
    Rect box;      /* of the whole */
    Rect seen;     /* the part of it that is drawn */
    Rect meanings; /* left of the root, or over the top level */
    double leaf;   /* pixels a leaf */
    int tiers;     /* over which the leaves are spread; 0: no room for text */
    Level levels[TREE_MAX_LEVELS];
} TreeLayout;

/* Shares BOX out to the levels of the tree that VIEW shows, which must have
 * some; the moment is left to be filled in. */
TreeLayout tree_layout(const View *view, Rect box);

/* The seen part of what a node owns, and its box. */
Rect tree_layout_stretch(const TreeLayout *at, uint32_t level, uint32_t x);
Rect tree_layout_box(const TreeLayout *at, uint32_t level, uint32_t x);
/* The part of a node's box that text may fill. */
Rect tree_layout_inside(const View *view, Rect box);
/* The tier that leaf X stands in. */
uint32_t tree_layout_tier(const TreeLayout *at, uint32_t x);
/* The nodes of a level that are seen: from *FIRST, before *END. */
void tree_layout_range(const TreeLayout *at, uint32_t level, uint32_t *first,
                       uint32_t *end);
/* Size of what stands over the running nodes. */
double tree_layout_label(const View *view);

#endif
