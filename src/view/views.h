/* SPDX-License-Identifier: MIT
 *
 * views - all views of a trace, and of a chart.  Each is drawn by a file of its
 * own, view_NAME.c, which starts with a picture of it.
 *
 * A view is drawn in BOX, in pixels.  Heights and widths are what a view would
 * like to have, in pixels; it makes do with less.
 */
#ifndef UPSWEEP_VIEWS_H
#define UPSWEEP_VIEWS_H

#include "view/view.h"

/* True if a trace has anything to show in AREA. */
bool view_has(const AnalysedTrace *analysed, Area area);

/* What all blocks do: launches, blocks and the arrays of global memory. */
double view_blocks_height(const View *view);
void view_blocks(const View *view, Rect box);
/* The blocks of the launch in one line; the height is 0 for a single block. */
double view_block_strip_height(const View *view);
void view_block_strip(const View *view, Rect box);

/* Shared memory, with the queues of its banks (memory_layout.h): the least
 * height, 0 for a trace without any; one that has room for a few rows and the
 * longest queue; and one that all rows like. */
double view_memory_least(const View *view);
double view_memory_likes(const View *view);
double view_memory_height(const View *view);
void view_memory(const View *view, Rect box);
/* The queues alone. */
void view_queues(const View *view, Rect box);

/* What is worth saying of the run, the worst first; what has no room is left
 * out whole.  The height of a few of them, pixels.  A question hides them all.
 */
double view_findings_height(const View *view);
void view_findings(const View *view, Rect box);

/* The source of the kernel, with what its lines cost, and details below it;
 * without a ground. */
void view_source(const View *view, Rect box);

/* The local variables of view->thread; the height is 0 for a trace without any.
 */
double view_locals_height(const View *view);
void view_locals(const View *view, Rect box);

/* The timelines of COUNT views of whole traces of one frame, one below the
 * other on one scale; the mark of the present reaches 8 px (at 1080) above BOX.
 */
double view_timelines_height(const View *views, int count);
void view_timelines(const View *views, int count, Rect box);

/* What blocks and warps do when, of COUNT views of whole traces (view_whole) of
 * one frame, by the model of time with COSTS (NULL: schedule_costs). */
void view_time(const View wholes[], int count, const ScheduleCosts *costs,
               Rect box);

/* Clears LIST and draws the chart of SCENE as a frame of WIDTH x HEIGHT pixels.
 */
void view_chart_frame(DisplayList *list, const Scene *scene, double width,
                      double height);

#endif
