/* SPDX-License-Identifier: MIT
 *
 * view_work - the work of a scan: what has been added up so far, level by
 * level, beside what it comes to and what one thread alone would do.
 *
 *     sums so far   15 + 14 + 12 = 41
 *     all of them   n log₂ n − n + 1 = 49
 *     one thread    n − 1 = 15
 *
 * The closed form is shown where one holds for this n and is what was counted;
 * else the number counted stands alone.
 */
#ifndef UPSWEEP_VIEW_WORK_H
#define UPSWEEP_VIEW_WORK_H

#include "view/view.h"

/* Pixels that it is high; 0 for a trace that it has nothing to say of. */
double view_work_height(const View *view);
void view_work(const View *view, Rect box);

#endif
