/* SPDX-License-Identifier: MIT
 *
 * view_motion - draws the words that move within the running instruction.
 */
#ifndef UPSWEEP_VIEW_MOTION_H
#define UPSWEEP_VIEW_MOTION_H

#include "moment/token.h"
#include "view/lane_layout.h"
#include "view/tree_layout.h"
#include "view/view.h"

/* True if words move between the views and global memory that is not shown. */
bool view_moves_global(const View *view);
/* The coordinate at SHARE (0 .. 1) of the way; slow at both ends. */
double view_eased(double from, double to, double share);
/* Where a moving value of size AT_1080 leaves FROM, a box with a number in it,
 * on its way to TO: outside of the side that faces TO, so that it hides no
 * digit. */
Rect view_leaving(const View *view, Rect from, Rect to, double at_1080);
/* Draws a moving value centred on a point, as TEXT of size AT_1080 or, if that
 * is empty, as a dot of COLOR. */
void view_moving_at(const View *view, double x, double y, double at_1080,
                    Color color, const char *text);
/* The same at SHARE of the way from the middle of FROM to the middle of TO. */
void view_moving(const View *view, Rect from, Rect to, double share,
                 double at_1080, Color color, const char *text);
/* True while TOKEN, of the running instruction, is on its way. */
bool view_is_under_way(const View *view, const Token *token);
/* Draws it as view_moving does, in the colour of its access. */
void view_token(const View *view, const Token *token, Rect from, Rect to,
                double at_1080, const char *text);
/* Draws the word of ACCESS moving between BOX and global memory that is not
 * shown: between a place BELOW pixels under BOX (over BOX, when negative) and
 * BOX.  Without TEXT, draws a dot. */
void view_moving_global(const View *view, Rect box, double below,
                        const Access *access, double at_1080, bool text);

/* The words that move in the tree while an instruction is under way: the
 * operands of a sum up to its node, or a prefix down to a child. The right
 * child also gets the sum of its left neighbour:
 *
 *           [    ]                 [ 41 ]
 *          (23) (18)              (41)  \
 *          /       \             /        (41)
 *       [23]      [18]       [41]  (23)--> [ 64 ]
 *
 * In an inclusive scan the left child gets the prefix of its parent's left
 * neighbour; in a round across the top level a word moves along the level. */

/* Draws the words that are under way; nothing at rest. */
void tree_animation_draw(const TreeLayout *at);

/* The words that move between the registers of a warp while an instruction is
 * under way: a shuffle's go along its arrows. */

/* Draws the words that are under way; nothing at rest. */
void lane_animation_draw(const LaneLayout *at);

/* The words that move to and from global memory while an instruction is under
 * way:
 *
 *      ┌── (11) ──┐        looks back: from the card of the tile whose status
 * it │          ▼        is, over those between, to the block that reads it
 *     block 0    block 1
 *     [■ 11 ]    [      ]
 *                   ▲
 *                  (14)      publishes: up into the card
 *
 *     in  3  1  7  0
 *            ▼
 *           (1)              read: out of the array, down to the lane
 *        [ ]  [ ]            written: the other way
 *
 * The place of a lane is its register (lane_layout); without a table of
 * registers it is the card of its block; without cards it is a place under the
 * arrays. */

/* Draws the words that move over view_blocks in BLOCKS and view_lanes in LANES,
 * which is empty if no registers are shown; nothing at rest. */
void block_animation_draw(const View *view, Rect blocks, Rect lanes);

#endif
