/* SPDX-License-Identifier: MIT
 *
 * lane_layout - where the registers of view_lanes stand.
 *
 *     labels          box, pitch wide from lane to lane
 *     ┌───────────┬──────────────────────────────┐
 *     │           │ head    T0     T1     T2     │
 *     │ read in   │        [ 3 ]  [ 1 ]  [ 7 ]   │ cell     ┐
 *     │           │          │ ╲    │ ╲    │     │ lines    ├ row
 *     │ shuffle   │        [ 3 ]  [ 4 ]  [ 8 ]   │ cell     ┘
 *     │           │               3 + 1  1 + 7   │ notes
 *     └───────────┴──────────────────────────────┘
 *
 * A row is as high as all others.  Of a long table a window is shown, with the
 * running row in its last but one line.
 */
#ifndef UPSWEEP_LANE_LAYOUT_H
#define UPSWEEP_LANE_LAYOUT_H

#include "view/view.h"

typedef struct {
    const View *view;
    const WarpRegisters *lanes;
    Rect labels, box;    /* of the rows */
    Rect head, strip;    /* over them; the strip is empty with one warp */
    uint32_t warp;       /* that is shown */
    uint32_t first, end; /* its threads */
    uint32_t *rows;      /* those that the warp takes part in */
    size_t count;
    size_t now;         /* the running one among them; of no use at the start */
    size_t top, bottom; /* of them shown: top .. bottom - 1 */
    double pitch;       /* from lane to lane */
    double row, cell;   /* heights */
    double note;        /* of a line under the cell; 0: none */
    int notes;          /* such lines: 0, 1 or 2 */
    bool text;
    bool spelled; /* sums are spelled out within their cells */
} LaneLayout;

/* Pixels that the registers would like. */
double lane_layout_height(const View *view);
/* The table in BOX, which is not empty; there are registers to show. */
LaneLayout lane_layout(const View *view, Rect box);
void lane_layout_free(LaneLayout *at);

/* What a thread has in a row of those shown, and where. */
const RegisterCell *lane_layout_cell(const LaneLayout *at, size_t row,
                                     uint32_t thread);
Rect lane_layout_box(const LaneLayout *at, size_t row, uint32_t thread);
/* Did the running instruction make it? */
bool lane_layout_runs(const LaneLayout *at, const RegisterCell *cell);

/* The row (of lanes) from which a word comes; REGISTERS_NEVER if no row shows
 * it: the word that a thread took from another by a shuffle, and from whom; and
 * the one it held itself, as an operand or all of what it has now. */
uint32_t lane_layout_taken(const LaneLayout *at, size_t row, uint32_t thread,
                           uint32_t *from);
uint32_t lane_layout_own(const LaneLayout *at, size_t row, uint32_t thread,
                         Word *value);

/* The way of a word to the cell of a thread: down the column of the lane that
 * it comes from, then across between the last two rows. */
typedef struct {
    double x0, x1;         /* columns */
    double y0, start, end; /* where it leaves, where it turns, the cell */
} LanePath;

LanePath lane_layout_path(const LaneLayout *at, uint32_t origin, uint32_t from,
                          size_t row, uint32_t to);

#endif
