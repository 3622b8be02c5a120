/* SPDX-License-Identifier: MIT
 *
 * memory_layout - where shared memory and the queues of its banks stand.
 *
 *     float temp[64]                                          title
 *                bank 0        bank 1   ||||||||   bank 10    heads
 *     temp[0]  [ T0 ▶ 27 ]   [   6  ]   ||||||||  [   13   ]
 *              ─────────────────────────────────────────────  folded rows
 *     temp[32] [    2    ]   [   8  ]   ||||||||  [ T2 ▶ 34 ]
 *              ═══════════   ═════════  ════════  ═══════════ rails
 *                [ T0 ]                 ▪  ▪        [ T2 ]    queues
 *                [ T1 ]
 *               2 cycles
 *     8 more banks and 14 more rows, folded                   note
 *
 * If all rows fit, all are shown.  Else the touched ones are, and their
 * neighbours; rows side by side between them are folded to a thin line.  If
 * there is no room for numbers in all columns, untouched banks are thin, then
 * those with the shortest queues.
 */
#ifndef UPSWEEP_MEMORY_LAYOUT_H
#define UPSWEEP_MEMORY_LAYOUT_H

#include "moment/step_cells.h"
#include "view/views.h"

typedef struct {
    uint32_t row, count; /* the first row, and how many: 1 if not folded */
    bool folded;
    double y, h;
} MemoryLine;

typedef struct {
    const View *view;
    View queue;      /* whose queues: of a step, of its longest instruction */
    StepCells cells; /* what is touched */
    uint32_t *order; /* the touched cells, the longest queue's first */
    size_t order_count, order_capacity;

    Rect box, title, heads, queues, note; /* empty: left out */
    double label;                         /* width of the rows' labels */
    bool names; /* of a program's elements, not the cells' numbers */

    uint32_t banks;             /* that have cells */
    double xs[TRACE_MAX_BANKS]; /* of the banks' columns */
    double widths[TRACE_MAX_BANKS];
    bool open[TRACE_MAX_BANKS]; /* wide enough for numbers */
    double column;              /* width of an open column */

    MemoryLine *lines;
    size_t lines_count, lines_capacity;
    double cell; /* height of a cell */
    double thin; /* height of the line that stands for folded rows */

    double rail;  /* height of the line over the queues, with its gap */
    bool stacked; /* queues are names, not bars */
    double name;  /* from name to name in a queue */
    int room;     /* names in a queue */
} MemoryLayout;

/* The memory of VIEW, which has some, in BOX.  Free it with memory_layout_free.
 */
MemoryLayout memory_layout_of(const View *view, Rect box);
/* The queues alone. */
MemoryLayout memory_layout_queues(const View *view, Rect box);
void memory_layout_free(MemoryLayout *layout);

/* The cell at BANK in a line. */
Rect memory_layout_cell(const MemoryLayout *layout, const MemoryLine *line,
                        uint32_t bank);
/* The line that shows ROW; NULL: it is folded. */
const MemoryLine *memory_layout_line(const MemoryLayout *layout, uint32_t row);

/* What stands left of ROW: the number of its first cell or the name of its
 * element, "tile[3][29]"; with a mark, if its numbers are ROUNDED. */
enum { MEMORY_LABEL = 48 };
void memory_layout_label(const MemoryLayout *layout, uint32_t row, bool rounded,
                         char text[MEMORY_LABEL]);

/* Draws the names of the banks in LAYOUT's heads; the queues, with the requests
 * that move into them. */
void memory_heads_draw(const MemoryLayout *layout);
void memory_queues_draw(const MemoryLayout *layout);

#endif
