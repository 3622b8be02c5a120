/* SPDX-License-Identifier: MIT
 *
 * animation - how far each memory request of the running instruction has
 * progressed, for views that draw an instruction under way.
 *
 * An instruction whose longest queue is L takes L cycles.  First the requests
 * enter the queues of their banks, then every bank serves one a cycle, in the
 * order of lanes:
 *
 *     moment    0                    1/2                     1
 *               | enter |  T0, T1 served   |  T2, T3 served  |      L = 2
 *     bank 0            |  T0 ───────►     |  T2 ───────►    |
 *     bank 2            |  T1 ───────►     |  T3 ───────►    |
 *
 * While a request is served its value moves from the lane into the cell, or
 * from the cell to the lane.  To and from global memory, values move one
 * transaction after the other.  Values that do not queue move at once.
 *
 * On the clock of cycles, an instruction that takes no cycle of the model
 * (global memory, shuffles) has a tick of its own while the clock stands still
 * (timeline.h), so that it is animated too without adding cycles.
 *
 * Nothing moves at rest: all shares are 1 then.  Moving shapes carry TAG_MOTION
 * and lie over the others.
 */
#ifndef UPSWEEP_ANIMATION_H
#define UPSWEEP_ANIMATION_H

#include "view/view.h"

/* True while the running instruction is under way, false at rest. */
bool animation_is_on(const View *view);
/* How far the requests have moved into their queues, 0 .. 1. */
double animation_entered(const View *view);
/* How much of access I of the running instruction has been served, 0 .. 1; 0
 * while it waits. */
double animation_served(const View *view, int i);
/* The index of ACCESS among the accesses of the running instruction. */
int animation_index(const View *view, const Access *access);
/* True once serving ACCESS has begun; true once ACCESS has been served. */
bool animation_begun(const View *view, const Access *access);
bool animation_done(const View *view, const Access *access);
/* The number of requests at BANK whose service has begun. */
int animation_begun_at(const View *view, uint32_t bank);

/* True if the running instruction accesses global memory and the frame does not
 * show the arrays of global memory. */
bool animation_is_global(const View *view);

/* The coordinate at SHARE (0 .. 1) of the way; slow at both ends. */
double animation_between(double from, double to, double share);
/* Draws a moving value at SHARE of the way from the middle of FROM to that of
 * TO, with TEXT of size AT_1080, or as a dot of COLOR when TEXT is empty. */
void animation_token(const View *view, Rect from, Rect to, double share,
                     double at_1080, Color color, const char *text);
/* Draws the word of access I of the running instruction moving between BOX and
 * global memory that is not shown: between a place BELOW pixels under BOX (over
 * BOX, when negative) and BOX.  Without TEXT, draws a dot. */
void animation_global(const View *view, Rect box, double below, int i,
                      double at_1080, bool text);
/* Draws a moving value centred on a point. */
void animation_draw(const View *view, double x, double y, double at_1080,
                    Color color, const char *text);

#endif
