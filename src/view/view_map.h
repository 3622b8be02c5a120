/* SPDX-License-Identifier: MIT
 *
 * view_map - the whole of what a block computes, small, with a frame on the
 * part that the camera shows.
 *
 *                 ▭                the tree, or the table of rounds, or the
 *         ▭               ▭        table of registers
 *     ┌───────────────┐
 *     │ ■   ■   ■   ■ │ ▭   ▭
 *     └───────────────┘
 *
 * It has no text, so it may be as small as it needs to be.
 */
#ifndef UPSWEEP_VIEW_MAP_H
#define UPSWEEP_VIEW_MAP_H

#include "view/camera.h"

/* The height that the map likes, in pixels, and the most that it makes use of;
 * 0: there is none. */
double view_map_height(const View *view);
double view_map_most(const View *view);
void view_map(const Camera *camera, Rect box);

/* The blocks of the launch that runs, in one line; the height is 0 for a trace
 * of one block. */
double view_map_blocks_height(const View *view);
void view_map_blocks(const View *view, Rect box);

#endif
