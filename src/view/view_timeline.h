/* SPDX-License-Identifier: MIT
 *
 * view_timeline - draws the instructions of a trace along the cycles of the
 * model.
 *
 *     LeftRight  ▄▄▄▄████▄▄██ ..          bars of loads are low, of stores
 *     Padding    ▄▄▄▄███▀▀×2▀▀ ....       higher; conflicts are as wide as the
 *                                         cycles they take; the future is faded
 *
 * All timelines of a frame share one scale.  Instructions that take no cycle of
 * shared memory (global accesses, shuffles) are small marks under the bars; in
 * a trace that has no others, each is a low bar, so that it can be clicked.
 */
#ifndef UPSWEEP_VIEW_TIMELINE_H
#define UPSWEEP_VIEW_TIMELINE_H

#include "view/view.h"

/* The scale that all timelines of a frame share. */
typedef struct {
    uint32_t cycles; /* of the whole width */
    double name;     /* width of the names on the left, pixels */
    double total;    /* width of the totals on the right, pixels */
} TimeScale;

/* The scale for COUNT views of one frame. */
TimeScale time_scale(const View *views, int count);
/* Draws a timeline in BOX; the mark of the present reaches 8 px (at 1080) above
 * BOX. */
void view_timeline(const View *view, Rect box, const TimeScale *scale);
/* Draws the legend of the colours in one line. */
void view_legend(const View *views, int count, Rect box);

#endif
