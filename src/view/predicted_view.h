/* SPDX-License-Identifier: MIT
 *
 * predicted_view - a view of shared memory as it would be if one of its arrays
 * had another layout (what_if.h): the same accesses to the same elements, at
 * other places.
 *
 *     tile[32][32]   column 0 is bank 0        32 cycles
 *     tile[32][33]   column 0 is all banks      1 cycle
 */
#ifndef UPSWEEP_PREDICTED_VIEW_H
#define UPSWEEP_PREDICTED_VIEW_H

#include "view/view.h"

typedef struct PredictedView PredictedView;

/* The memory of VIEW, which must outlive the result, with the layout that VIEW
 * has predicted; as it is, if the kernel that runs has no such array.  Free it
 * with predicted_view_free. */
PredictedView *predicted_view_new(const View *view);
void predicted_view_free(PredictedView *predicted);
/* What to draw; only shared memory and its queues are as predicted. */
const View *predicted_view(const PredictedView *predicted);

#endif
