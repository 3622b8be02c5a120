/* SPDX-License-Identifier: MIT
 *
 * memory_grid - the cells of shared memory as view_memory shows them: which are
 * seen and where, who touches them, and what an access to one says.
 *
 * view_memory draws rows of cells with values, memory_map a map of colours
 * and the names of variables over both.
 */
#ifndef UPSWEEP_MEMORY_GRID_H
#define UPSWEEP_MEMORY_GRID_H

#include "view/memory_numbers.h"
#include "moment/step_cells.h"
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

#endif
