/* SPDX-License-Identifier: MIT
 *
 * lane_animation_draw - the words that move between the registers of a warp
 * while an instruction is under way: a shuffle's go along its arrows.
 */
#ifndef UPSWEEP_LANE_ANIMATION_H
#define UPSWEEP_LANE_ANIMATION_H

#include "view/lane_layout.h"

/* Draws the words that are under way; nothing at rest. */
void lane_animation_draw(const LaneLayout *at);

#endif
