/* SPDX-License-Identifier: MIT
 *
 * row_folding - chooses the rows of a table to show when there is no room for
 * all of them.
 *
 *     row 0     shown                 room for 6 lines; rows 2 and 90 in use
 *     row 1     shown
 *     row 2     shown, in use
 *     rows 3 to 88                    hidden: one line
 *     row 90    shown, in use
 *     rows 91 to 511                  hidden
 *
 * Rows in use are chosen first, then their neighbours, the nearest first.
 */
#ifndef UPSWEEP_ROW_FOLDING_H
#define UPSWEEP_ROW_FOLDING_H

#include "util/base.h"

typedef struct {
    uint32_t row, count; /* the first row and their number; 1 if shown */
    uint32_t touched;    /* number of hidden cells in use */
    bool hidden;
} RowLine;

typedef struct {
    RowLine *lines;
    size_t lines_count, lines_capacity;
} RowFolding;

/* Folds ROWS rows of WIDTH cells, CELLS in all, to at most ROOM lines.
 * TOUCHED[cell] is not 0 for cells in use; NULL: none are.  Free the result
 * with row_folding_free. */
RowFolding row_folding_plan(uint32_t rows, uint32_t width, uint32_t cells,
                            const uint8_t *touched, uint32_t room);
void row_folding_free(RowFolding *plan);

#endif
