/* SPDX-License-Identifier: MIT
 *
 * block_animation_draw - the words that move to and from global memory while an
 * instruction is under way:
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
 * arrays.
 */
#ifndef UPSWEEP_BLOCK_ANIMATION_H
#define UPSWEEP_BLOCK_ANIMATION_H

#include "view/view.h"

/* Draws the words that move over view_blocks in BLOCKS and view_lanes in LANES,
 * which is empty if no registers are shown; nothing at rest. */
void block_animation_draw(const View *view, Rect blocks, Rect lanes);

#endif
