/* SPDX-License-Identifier: MIT
 *
 * view_timeline - the instructions of a trace along the model's cycles.
 *
 *     LeftRight  ▄▄▄▄████▄▄██ ..          loads are low, stores are higher,
 *     Padding    ▄▄▄▄███▀▀×2▀▀ ....       conflicts stand out, as long as they
 *                                         take; what is to come is faded
 *
 * All timelines of a frame share one scale.  Instructions that take no cycle of
 * shared memory (global accesses) are ticks under the bars.
 */
#ifndef UPSWEEP_VIEW_TIMELINE_H
#define UPSWEEP_VIEW_TIMELINE_H

#include "view/view.h"

/* What all timelines of a frame share. */
typedef struct {
    uint32_t cycles; /* that the whole width stands for */
    double name;     /* pixels for the names on the left */
    double total;    /* and for the totals on the right */
} TimeScale;

TimeScale time_scale(const View *views, int count);
/* The mark of the present reaches 8 px (at 1080) over BOX. */
void view_timeline(const View *view, Rect box, const TimeScale *scale);
/* What the colours mean, in one line. */
void view_legend(const View *view, Rect box);

#endif
