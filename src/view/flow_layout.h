/* SPDX-License-Identifier: MIT
 *
 * flow_layout - where the table of the flow of values stands: one column an
 * element, one row a round, and what has been stored in its cells by now.
 *
 * view_flow draws its cells.
 */
#ifndef UPSWEEP_FLOW_LAYOUT_H
#define UPSWEEP_FLOW_LAYOUT_H

#include "analysis/dataflow.h"
#include "trace/variable.h"
#include "view/view.h"

typedef struct {
    const View *view;
    Dataflow flow;
    Rect labels, box, seen; /* the box of all columns, and the part seen */
    double pitch;           /* from column to column */
    double row;             /* height of a row */
    double cell;            /* height of a cell */
    double gap;             /* between cells of a row */
    uint32_t bundled;       /* end of the bundle of lines that is drawn */
    double note;            /* height of a sum under it; 0: none */
    double head;            /* of the elements' numbers over them; 0: none */
    bool text;              /* cells have room for values */
    bool hide_values;       /* but not for some of the row that is drawn */
    size_t now;             /* the round under way */
    uint8_t *lanes; /* 1 + the first lane of the running instruction that meets
                       each column, or takes its word to or from global
                       memory; 0: none */
    uint32_t first, end; /* the columns that are seen */
    bool clips;          /* they are not all */
} FlowLayout;

/* Which part of a number of 8 bytes, which has two columns, a column is. */
Half flow_layout_half(const FlowLayout *at, uint32_t column);
/* The cell of COLUMN in the row of ROUND; both columns of a number of 8 bytes
 * have one. */
Rect flow_layout_cell(const FlowLayout *at, size_t round, uint32_t column);
/* Has this round's store to a column been executed, and has it arrived? */
bool flow_layout_stored(const FlowLayout *at, const DataflowCell *cell);
/* Has it been executed, or is it on its way? */
bool flow_layout_begun(const FlowLayout *at, const DataflowCell *cell);
/* Sets AT->lanes, which the caller frees. */
void flow_layout_lanes(FlowLayout *at);
/* The round that the running instruction is in, or the last one before it. */
size_t flow_layout_now(const Dataflow *flow, size_t position);
/* The newest store to a column up to a round; false if there was none, or if
 * the round is still to store there: what was there before is not what it
 * keeps. */
bool flow_layout_newest(const FlowLayout *at, size_t round, uint32_t column,
                        const DataflowCell **cell, bool *here);
/* Is the running instruction part of ROUND, and not of what comes after the
 * last one, such as the write back? */
bool flow_layout_under_way(const FlowLayout *at, size_t round);
/* Places the table in BOX. */
void flow_layout_place(FlowLayout *at, Rect box);

/* The lines from the operands of sums to the cells of their round. */

/* From where the operand with INTERVAL of the store to a column came. */
DataflowSource flow_lines_source(const FlowLayout *at, size_t round,
                                 uint32_t column, Word interval, Word value);
/* Did the operand of SOURCE come from beside COLUMN? */
bool flow_lines_beside(DataflowSource source, uint32_t column);
/* The place after SHARE of the curve of such an operand, from column FROM to
 * TO. */
void flow_lines_place(const FlowLayout *at, size_t round, uint32_t from,
                      uint32_t to, double share, double *x, double *y);
/* The lines of what is shown; of folded rows only the running
 * instruction's. */
void flow_lines_draw(FlowLayout *at);

#endif
