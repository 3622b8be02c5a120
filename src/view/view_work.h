/* SPDX-License-Identifier: MIT
 *
 * view_work - draws the work of a scan: the number of additions so far, level
 * by level, beside the total and the work of a scan by one thread.
 *
 *     sums so far   15 + 14 + 12 = 41
 *     all of them   n log₂ n − n + 1 = 49
 *     one thread    n − 1 = 15
 *
 * The closed form is shown if there is one for this n and it equals the number
 * counted; else only the number counted is shown.
 */
#ifndef UPSWEEP_VIEW_WORK_H
#define UPSWEEP_VIEW_WORK_H

#include "view/view.h"

/* The height in pixels; 0 for a trace whose work is not shown. */
double view_work_height(const View *view);
/* Draws the view in BOX. */
void view_work(const View *view, Rect box);

#endif
