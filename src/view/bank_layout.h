/* SPDX-License-Identifier: MIT
 *
 * bank_layout - which rows and banks of shared memory the projector's layout
 * shows, and where: those that are touched, large; all others folded to thin
 * lines.
 *
 * bank_window.h has a picture of it.
 */
#ifndef UPSWEEP_BANK_LAYOUT_H
#define UPSWEEP_BANK_LAYOUT_H

#include "view/camera.h"
#include "view/row_folding.h"

typedef struct {
    const View *view;
    const Camera *camera;
    Rect box;
    double label;               /* width of the rows' labels */
    double xs[TRACE_MAX_BANKS]; /* of the banks' columns */
    double widths[TRACE_MAX_BANKS];
    bool open[TRACE_MAX_BANKS]; /* wide enough for numbers */
    double column;              /* width of an open column */
    double head;                /* height of the banks' names */
    double row;                 /* from row to row */
    double cell;                /* height of a cell */
    double thin;                /* from line to line of folded rows */
    double name;                /* from name to name in a queue */
    int room;                   /* names in a queue */
    uint8_t *touched;           /* see service_touched */
    RowFolding rows;
    double *ys; /* of each of rows.lines */
    Rect queues;
    double rail; /* height of the line over the queues, with its gap */
    Rect note;   /* what is folded to thin lines; empty if nothing may be */
} BankLayout;

/* The characters of a value that columns have room for. */
int bank_layout_digits(const BankLayout *layout);
/* How many thin lines stand for a run of COUNT rows. */
double bank_layout_thin(uint32_t count);
/* The least height at which one row and a queue of one can be read; 0 for a
 * trace without shared memory. */
double bank_layout_least_height(const View *view);
/* The memory of VIEW, which has some, in BOX: the cells of the cards of CAMERA
 * first.  Free it with bank_layout_free. */
BankLayout bank_layout_of(const View *view, const Camera *camera, Rect box);
/* Frees what LAYOUT has allocated. */
void bank_layout_free(BankLayout *layout);
/* The cell at BANK of the row that LINE shows. */
Rect bank_layout_cell(const BankLayout *layout, size_t line, uint32_t bank);
/* The line that shows a row; -1: it is folded. */
int bank_layout_line(const BankLayout *layout, uint32_t row);

#endif
