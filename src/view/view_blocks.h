/* SPDX-License-Identifier: MIT
 *
 * view_blocks - draws what all blocks together do: launches, blocks, global
 * memory.
 *
 *     1 scan each block > [2 collect sums 1] > 3 scan sums 1 > 4 add before 1
 *
 *               ┌──────────────────────┐ looks at block 1
 *     block 0   │ block 1         block 2         block 3
 *     x0..x3    ▼ x4..x7          x8..x11         x12..x15
 *     done        done            waits           runs
 *     ■ prefix    ▣ aggregate     ▣ aggregate     □ nothing
 *     in  3 1 7 0 4 1 6 3 ...                               view_global
 *
 * A block is drawn over its inputs, on the axis of the arrays below.  The line
 * of states is drawn only where blocks publish pairs.
 */
#ifndef UPSWEEP_VIEW_BLOCKS_H
#define UPSWEEP_VIEW_BLOCKS_H

#include "view/view.h"

/* True if the view has something to show: several blocks, arrays other than
 * input and output, or an algorithm without shared memory. */
bool view_blocks_fit(const View *view);
/* The preferred height, pixels. */
double view_blocks_height(const View *view);
/* Draws the view in BOX. */
void view_blocks(const View *view, Rect box);

#endif
