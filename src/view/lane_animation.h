/* SPDX-License-Identifier: MIT
 *
 * lane_animation - words on their way from lane to lane.
 *
 * While a shuffle is under way, each word comes down the column of its lane and
 * across to the one that takes it.  Where that makes a sum of it, the word it
 * held comes straight down and waits; then both join:
 *
 *     [ 3 ]  [ 1 ]        [ 3 ]  [ 1 ]        [ 3 ]  [ 1 ]
 *        (3)  (1)              (3)             │      │
 *     [ 3 ]  [   ]        [ 3 ]  [(1)]        [ 3 ]  [(3)(1)]  then [ 4 ]
 *
 * WarpRegisters that keep what they have show it all the time.
 */
#ifndef UPSWEEP_LANE_ANIMATION_H
#define UPSWEEP_LANE_ANIMATION_H

#include "view/lane_layout.h"

/* Draws the words that are under way at the moment of AT; at rest nothing. */
void lane_animation(const LaneLayout *at);

#endif
