/* SPDX-License-Identifier: MIT
 *
 * block_animation - words on their way to and from global memory.
 *
 *      ┌── (11) ──┐        AWAIT: from the card that is looked at, over those
 *      │          ▼        between, to the one that looks
 *     block 0    block 1
 *     [■ 11 ]    [      ]
 *                   ▲
 *                  (14)      PUBLISH: up into the card
 *
 *     in  3  1  7  0
 *            ▼
 *           (1)              read: out of the array, down to the lane
 *        [ ]  [ ]            written: the other way
 *
 * A lane is where its register stands (lane_layout); without such a table it is
 * in the card of its block, and without cards under the arrays, where its
 * thread would stand.
 */
#ifndef UPSWEEP_BLOCK_ANIMATION_H
#define UPSWEEP_BLOCK_ANIMATION_H

#include "view/view.h"

/* Draws what is under way, over view_blocks in BLOCKS and view_lanes in LANES,
 * which is empty if there are none; at rest nothing. */
void block_animation(const View *view, Rect blocks, Rect lanes);

#endif
