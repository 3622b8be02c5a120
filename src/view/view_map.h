/* SPDX-License-Identifier: MIT
 *
 * view_map - the blocks of the launch that runs, in one line: which has done
 * nothing, some, or all, and which one runs.
 *
 *     block 3 of 16   ▪ ▪ ▪ ▣ ▫ ▫ ▫ ▫
 */
#ifndef UPSWEEP_VIEW_MAP_H
#define UPSWEEP_VIEW_MAP_H

#include "view/view.h"

/* The height is 0 for a trace of one block. */
double view_map_blocks_height(const View *view);
void view_map_blocks(const View *view, Rect box);

#endif
