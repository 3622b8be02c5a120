/* SPDX-License-Identifier: MIT
 *
 * animation - how far each request of the running instruction has come.
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
 * While a request is served its value travels: out of the lane into the cell,
 * or out of the cell to the lane.  To and from global memory, transaction
 * travels after transaction.  What waits for nothing travels at once.
 *
 * In a race, what takes no cycle of the model (global memory, shuffles) has a
 * beat of its own, while the clock stands still (course.h): so it moves too,
 * and no cycle is added to anybody's.
 *
 * All of these are 1 at rest.  Shapes that are under way carry TAG_MOTION and
 * lie over the others.
 */
#ifndef UPSWEEP_ANIMATION_H
#define UPSWEEP_ANIMATION_H

#include "view/view.h"

/* Is the running instruction under way? */
bool animation_is_on(const View *view);
/* How far the requests have come into their queues, 0 .. 1. */
double animation_entered(const View *view);
/* How much of access I of the running instruction has been served, 0 .. 1; 0
 * while it waits. */
double animation_served(const View *view, int i);
/* The place of an access of the running instruction among its accesses. */
int animation_index(const View *view, const Access *access);
/* Has access ACCESS begun to be served; has it been served? */
bool animation_begun(const View *view, const Access *access);
bool animation_done(const View *view, const Access *access);
/* How many requests at this bank have begun to be served. */
int animation_begun_at(const View *view, uint32_t bank);

/* Does it go to global memory where the frame has no arrays to show it? */
bool animation_is_global(const View *view);

/* A place on the way: away slowly, there slowly. */
double animation_between(double from, double to, double share);
/* A value on its way from the middle of one box to that of another: as large
 * as text of AT_1080 needs, or a mark of COLOR alone when TEXT is empty. */
void animation_token(const View *view, Rect from, Rect to, double share,
                     double at_1080, Color color, const char *text);
/* The word of access I of the running instruction on its way between BOX and
 * global memory where that is not drawn: from BELOW pixels under the box (over
 * it, when negative) into it, or the other way. */
void animation_global(const View *view, Rect box, double below, int i,
                      double at_1080, bool text);
/* The same at a place. */
void animation_draw(const View *view, double x, double y, double at_1080,
                    Color color, const char *text);

#endif
