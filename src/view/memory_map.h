/* SPDX-License-Identifier: MIT
 *
 * memory_map - shared memory as a map of colours, where there is no room for
 * values, and a lens under it: the words that move.
 *
 *     ▪   ▪         map
 *     [T0 ▶ 41] [T1 ▶ 34] [T2 ▶ 31] +29
 */
#ifndef UPSWEEP_MEMORY_MAP_H
#define UPSWEEP_MEMORY_MAP_H

#include "view/memory_grid.h"

/* Colours only: a column a bank, as many pixels for each row as there are.
 * Returns where the rows end. */
double memory_map_draw(const MemoryGrid *grid);
/* The height of the lens; 0 if there is none. */
double memory_map_lens_height(const MemoryGrid *grid);
/* Draws what runs, as many lanes as fit. */
void memory_map_lens(const MemoryGrid *grid, Rect box);

/* The names of a program's variables over the rows of shared memory in which
 * they begin.
 *
 *     float temp[64]      int more[64]
 *     [ 8 ] [ 3 ] ...     [ 0 ] [ 1 ] */

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
