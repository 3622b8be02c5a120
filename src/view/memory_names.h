/* SPDX-License-Identifier: MIT
 *
 * memory_names - the names of a program's variables over the rows of shared
 * memory in which they begin.
 *
 *     float temp[64]      int more[64]
 *     [ 8 ] [ 3 ] ...     [ 0 ] [ 1 ]
 */
#ifndef UPSWEEP_MEMORY_NAMES_H
#define UPSWEEP_MEMORY_NAMES_H

#include "view/memory_grid.h"

/* The variable, of several, that begins in the cells from FIRST to END - 1 at
 * the least place; NULL if none does. */
const Variable *memory_names_first(const View *view, uint32_t first,
                                   uint32_t end);
/* Does one of several variables begin in ROW? */
bool memory_names_has(const View *view, uint32_t row);
/* The rows from FIRST to END - 1 that have names over them. */
uint32_t memory_names_count(const View *view, uint32_t first, uint32_t end);
/* The height of the names over a row. */
double memory_names_room(const View *view);
/* The names of the variables that begin in ROW, over their first cells, cut
 * short where the next variable begins, each at an edge that goes down to the
 * end of the row at BOTTOM. */
void memory_names_draw(const MemoryGrid *grid, uint32_t row, double y,
                       double bottom);
/* Over all of the memory: "float temp[128]   shared memory, one column a
 * bank". */
void memory_names_title(const View *view, Rect box, bool rounded);

#endif
