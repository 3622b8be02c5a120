/* SPDX-License-Identifier: MIT
 *
 * lane_layout - the places of the registers in view_lanes.
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
 * All rows have the same height.  A long table shows some of its rows, such
 * that the running row is the last but one of them.
 */
#ifndef UPSWEEP_LANE_LAYOUT_H
#define UPSWEEP_LANE_LAYOUT_H

#include "moment/lane_state.h"
#include "view/view.h"

typedef struct {
    const View *view;
    const WarpRegisters *lanes;
    Rect labels, box;    /* of the rows */
    Rect head, strip;    /* over the rows; strip is empty with one warp */
    uint32_t warp;       /* the warp that is shown */
    uint32_t first, end; /* its threads: first .. end - 1 */
    uint32_t *rows;      /* indexes of the rows that the warp takes part in */
    size_t count;        /* of rows */
    size_t now;          /* index in rows of the running row; unset at start */
    size_t top, bottom;  /* shown are rows[top] .. rows[bottom - 1] */
    double pitch;        /* pixels from lane to lane */
    double row, cell;    /* heights, pixels */
    double note;         /* height of a line under the cell; 0: none */
    int notes;           /* number of such lines: 0, 1 or 2 */
    bool text;           /* cells are wide enough for their words */
    bool spelled;        /* sums are spelled out within their cells */
} LaneLayout;

/* The preferred height of the table, pixels. */
double lane_layout_height(const View *view);
/* The layout of the table in BOX.  BOX is not empty, and view_lanes_fit is
 * true.  Free the layout with lane_layout_free. */
LaneLayout lane_layout(const View *view, Rect box);
void lane_layout_free(LaneLayout *at);

/* The register of THREAD in one of the shown rows, and its box. */
const RegisterCell *lane_layout_cell(const LaneLayout *at, size_t row,
                                     uint32_t thread);
Rect lane_layout_box(const LaneLayout *at, size_t row, uint32_t thread);
/* True if the running instruction wrote CELL. */
bool lane_layout_runs(const LaneLayout *at, const RegisterCell *cell);

/* The row of at->lanes that shows a word which went into the cell of THREAD in
 * ROW, or REGISTERS_NEVER if no row shows that word.  _taken: the word that
 * THREAD received in a shuffle, from thread *FROM.  _own: the word that THREAD
 * itself held, as an operand of its sum or unchanged. */
uint32_t lane_layout_taken(const LaneLayout *at, size_t row, uint32_t thread,
                           uint32_t *from);
uint32_t lane_layout_own(const LaneLayout *at, size_t row, uint32_t thread);

/* The path of a word to the cell of a thread: down the column of the lane that
 * the word comes from, then across between the last two rows.  A word that is
 * not the last one of its thread goes down beside the cells of its column, so
 * that it does not seem to come from one of them:
 *
 *     [ 29 ]              29 from here
 *        ╰──╮
 *     [ 104 ]│            another word of the same thread
 *            ╰───╮
 *             [ 67 ]
 */
typedef struct {
    double x0, x1;         /* columns of source and receiver */
    double y0, start, end; /* the source, the turn, the receiver */
    double from;           /* where the word leaves the source's cell */
    bool beside;           /* x0 is right of the cells of its column */
} LanePath;

/* The path from thread FROM in row ORIGIN to thread TO in ROW. */
LanePath lane_layout_path(const LaneLayout *at, uint32_t origin, uint32_t from,
                          size_t row, uint32_t to);

/* Room for a sum and its result. */
#define LANE_TEXT (4 * VALUE_TEXT)

/* The number of a program that is in CELL at the moment; of ELEMENT_OTHER, if
 * it is not known. */
Number lane_number(const View *view, const RegisterCell *cell);
/* The word in CELL in text that fits in WIDTH if it can: of a program the
 * number, in its type, and of a sum that is neither a word nor a known number
 * its label.
 */
const char *lane_text(const View *view, const RegisterCell *cell, Font font,
                      double width, char text[VALUE_TEXT]);
/* Writes "3 + 1" if the sum of CELL is computed; false if not.  The second
 * function appends the result, " = 4". */
bool lane_sum_text(const View *view, const RegisterCell *cell,
                   char text[LANE_TEXT]);
void lane_add_result(const View *view, const RegisterCell *cell,
                     char text[LANE_TEXT]);
/* Writes the inputs of the whole trace whose sum CELL holds, "Σx0..x3"; false
 * if the cell's own text already shows them. */
bool lane_label(const View *view, const RegisterCell *cell,
                char text[VALUE_TEXT]);
/* Appends the label of a row: "shuffle up by 2", "read in", "store". */
void lane_row_name(const View *view, const RegisterRow *line, Text *text);
/* Which of the rows of its name in its step a row is, from 1, as a loop
 * executes its line several times; 0 if it is the only one. */
uint32_t lane_row_turn(const View *view, const RegisterRow *line);
/* Appends the statement of a row, "left = shuffle_up(sum[r], d)", or BRIEF what
 * it hands on, "of sum[r]"; nothing if its line is not all of a statement, or
 * the row before has the same. */
void lane_row_code(const View *view, const RegisterRow *line, bool brief,
                   Text *text);

#endif
