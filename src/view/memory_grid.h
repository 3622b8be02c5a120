/* SPDX-License-Identifier: MIT
 *
 * memory_grid - the cells of shared memory as view_memory shows them: which are
 * seen and where, who touches them, and what an access to one says.
 */
#ifndef UPSWEEP_MEMORY_GRID_H
#define UPSWEEP_MEMORY_GRID_H

#include "moment/step_cells.h"
#include "view/memory_numbers.h"
#include "view/view_bank.h"

/* What a cell of the grid is drawn with. */
typedef struct {
    const View *view;
    BankColumns columns;
    Rect box;
    uint32_t rows;          /* that are seen */
    uint32_t first;         /* of them */
    uint32_t all;           /* rows of the memory */
    const uint8_t *touched; /* see service_touched */
    Rect *lines;            /* where each row is drawn; only y and h count */
    bool brief;             /* there is no room to say who touches a cell */
    StepCells stepped;      /* of a step as a whole */
    MemoryNumbers *numbers; /* by row: how a program's numbers are written;
                               NULL of other traces */
} MemoryGrid;

/* Size of the values. */
double memory_grid_text(const View *view);
/* The least height of a row with values, pixels. */
double memory_grid_least(const View *view);
/* The last access of the step, or the one of the running instruction, that
 * touches CELL; NULL if none does. */
const Access *memory_grid_access(const MemoryGrid *grid, uint32_t cell);
/* How many threads touch CELL: in the STEP as a whole, or in the running
 * instruction; *FIRST becomes two of them, at most. */
uint32_t memory_grid_threads(const MemoryGrid *grid, uint32_t cell, bool step,
                             uint32_t first[2]);
/* What ACCESS, of the STEP as a whole or of the running instruction, moves from
 * or to CELL, see view_moved_text. */
void memory_grid_moved(const MemoryGrid *grid, const Access *access,
                       uint32_t cell, bool step, char text[96]);
/* A load shows from when it is served; a store when it has arrived. */
bool memory_grid_shows(const View *view, const Access *access);
/* True if what CELL holds is wrong. */
bool memory_grid_wrong(const View *view, uint32_t cell);
/* Writes the number of the first cell of ROW left of it, or its name in a
 * program, and the mark of one that has rounded numbers. */
void memory_grid_label(const MemoryGrid *grid, uint32_t row, double y,
                       double h);
/* Are columns wide enough for the values of this run? */
bool memory_grid_takes_text(const MemoryGrid *grid);
/* Rows with text that there is room for. */
uint32_t memory_grid_room(const MemoryGrid *grid);
/* Is there no room for values, so that cells are a map of colours? */
bool memory_grid_is_map(const MemoryGrid *grid);

/* Shared memory as a map of colours, where there is no room for values, and a
 * lens under it: the words that move.
 *
 *     ▪   ▪         map
 *     [T0 ▶ 41] [T1 ▶ 34] [T2 ▶ 31] +29 */

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
