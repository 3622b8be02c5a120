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

#include "view/scene.h"
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

/* ---- view_global.c -----------------------------------------------------*/

/* The part of BOX right of the names, which has the inputs: over the columns of
 * the computation under it, if that has columns, and names room before them. */
Rect view_global_axis(const View *whole, Rect box);
/* Sets *FROM and *TO to where the inputs SPAN are, in an axis WIDTH pixels
 * wide; false if SPAN is not an interval of inputs. */
bool view_global_span(const View *whole, double width, Word span, double *from,
                      double *to);
/* A name of a row, left of the axis, if it fits; a program's own is cut. */
void view_global_name(const View *view, Rect box, Font font, Color color,
                      const char *name);

/* The height of all rows; draws those that have room, the ones of the running
 * launch first, and how many transactions there were.  WHOLE is the view of all
 * blocks, see view_whole. */
double view_global_height(const View *whole);
void view_global(const View *whole, Rect box);

/* ---- view_panel.c ------------------------------------------------------*/

/* Draws the panel of VIEW in BOX. */
void view_panel(const View *view, Rect box);

/* ---- light.c -----------------------------------------------------------*/

/* Adds the rings of the things of SCENE to LIST, its frame. */
void light_draw(DisplayList *list, const Scene *scene);

/* Appends the names of what the rings are around, "cell 7, bank 3"; with BRIEF
 * how many there are; nothing if there are none, or if an answer is hidden. */
void light_names(const Scene *scene, bool brief, Text *text);

/* ---- predicted_view.c --------------------------------------------------*/

typedef struct PredictedView PredictedView;

/* The memory of VIEW, which must outlive the result, with the layout that VIEW
 * has predicted; as it is, if the kernel that runs has no such array.  Free it
 * with predicted_view_free. */
PredictedView *predicted_view_new(const View *view);
void predicted_view_free(PredictedView *predicted);
/* What to draw; only shared memory and its queues are as predicted. */
const View *predicted_view(const PredictedView *predicted);

#endif
