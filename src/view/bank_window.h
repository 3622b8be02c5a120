/* SPDX-License-Identifier: MIT
 *
 * bank_window - shared memory and its queues as the projector's layout shows
 * them: the rows and banks that are touched, large; all others folded to thin
 * lines.
 *
 *     cell   bank 0        bank 1   ||||||||   bank 10
 *        0  [ T0 ▶ 27 ]   [   6  ]  ||||||||  [   13    ]
 *           ──────────────────────────────────────────────   rows 4 to 16
 *       20  [    2    ]   [   8  ]  ||||||||  [ T2 ▶ 34 ]
 *           ═══════════    ════════ ========   ═══════════
 *             [ T0 ]                 ▪  ▪        [ T2 ]       queues
 *             [ T1 ]
 *             [ +6 ]                                          of eight
 *
 * Under it stands what the lines are: "banks 2 to 9 and cells 4 to
 * 19". A queue that is longer than the room for it ends with the number of
 * those that are not shown; while it is served, it moves up.
 */
#ifndef UPSWEEP_BANK_WINDOW_H
#define UPSWEEP_BANK_WINDOW_H

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
    double thin;                /* from line to line of folded rows */
    double name;                /* from name to name in a queue */
    int room;                   /* names in a queue */
    uint8_t *touched;           /* see view_touched */
    RowFolding rows;
    double *ys; /* of each of rows.lines */
    Rect queues;
    Rect note; /* what is folded to thin lines; empty if nothing may be */
} BankWindow;

/* The memory of VIEW, which has some, in BOX: the cells of the cards of CAMERA
 * first.  Free it with bank_window_free. */
BankWindow bank_window_of(const View *view, const Camera *camera, Rect box);
void bank_window_free(BankWindow *window);

/* Draws memory and queues, with the words that move between them. */
void bank_window_draw(const BankWindow *window);

/* The least height at which one row and a queue of one can be read; 0 for a
 * trace without shared memory. */
double bank_window_least_height(const View *view);

#endif
