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

#endif
