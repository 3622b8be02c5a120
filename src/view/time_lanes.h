/* SPDX-License-Identifier: MIT
 *
 * time_lanes - the lanes of warps in the view of time, where each instruction
 * has a separate bar: bars, what is waited for, steps and their barriers.
 *
 *     tile 1   ┌load────┐▪ ▪ ┃▪▪ ▪┃▪▪▪////▼┃▪▪    / waits for another block
 *     block 0  │  ┌load────┐▪┃▪▪░░┃░░░░░░░┃▪▪     ░ waits at a barrier
 *
 * Where bars would be thinner than pixels, lanes are strips of pixels.
 */
#ifndef UPSWEEP_TIME_LANES_H
#define UPSWEEP_TIME_LANES_H

#include "view/time_panel.h"

/* A barrier, at X: grey, for what is black is the critical path. */
void time_lanes_barrier(const View *view, double x, double top, double foot);
/* The names of the steps of block B, under its row. */
void time_lanes_steps(const TimePanel *panel, uint32_t b);
/* The bars of block B. */
void time_lanes_draw(const TimePanel *panel, uint32_t b);
/* What instructions do, and what they wait for, over all lines. */
void time_lanes_names(const TimePanel *panel);

/* The lanes of the view of time as strips of pixels, where there is no room for
 * a bar for each instruction, or for a row for each block. */

/* The lanes of all blocks. */
void time_strips_draw(const TimePanel *panel);

#endif
