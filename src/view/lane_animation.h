/* SPDX-License-Identifier: MIT
 *
 * lane_animation - draws words that move from lane to lane.
 *
 * While a shuffle is under way, each word moves down the column of its lane and
 * across to the lane that receives it.  Where the receiver adds the word, the
 * receiver's own word moves straight down and waits; then both join:
 *
 *     [ 3 ]  [ 1 ]        [ 3 ]  [ 1 ]        [ 3 ]  [ 1 ]
 *        (3)  (1)              (3)             │      │
 *     [ 3 ]  [   ]        [ 3 ]  [(1)]        [ 3 ]  [(3)(1)]  then [ 4 ]
 *
 * Registers that keep their words show them all the time.
 */
#ifndef UPSWEEP_LANE_ANIMATION_H
#define UPSWEEP_LANE_ANIMATION_H

#include "view/lane_layout.h"

/* Draws the words under way at the moment of AT->view; nothing at rest. */
void lane_animation(const LaneLayout *at);

#endif
