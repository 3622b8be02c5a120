/* SPDX-License-Identifier: MIT
 *
 * view_panel - the panel of one trace: all that a frame shows of the trace
 * except its timeline.
 *
 *     an algorithm                 a program alone
 *     ┌──────────────────────┐     ┌────────┬─────────────┐
 *     │ name       [ badge ] │     │ source │ sentence [] │
 *     │ sentence             │     │        │ findings    │
 *     │ blocks               │     │        │ memory      │
 *     │ tree, or map, camera │     │        │ queues      │
 *     │ memory, queues       │     └────────┴─────────────┘
 *     └──────────────────────┘
 *
 * In a panel that is much wider than it is high, memory stands beside the tree.
 * Details add the source, totals and global memory, beside or below.  What has
 * no room is left out, the least important first, and nothing is made smaller.
 */
#ifndef UPSWEEP_VIEW_PANEL_H
#define UPSWEEP_VIEW_PANEL_H

#include "view/view.h"

/* Draws the panel of VIEW in BOX.  WAITS_FOR: the trace that it waits for, or
 * NULL. */
void view_panel(const View *view, Rect box, const char *waits_for);

#endif
