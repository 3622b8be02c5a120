/* SPDX-License-Identifier: MIT
 *
 * flow_lines - the lines from the operands of sums to the cells of their round.
 */
#ifndef UPSWEEP_FLOW_LINES_H
#define UPSWEEP_FLOW_LINES_H

#include "view/flow_layout.h"

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
