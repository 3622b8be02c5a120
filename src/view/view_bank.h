/* SPDX-License-Identifier: MIT
 *
 * view_bank - draws the queues of the banks, and places the columns that
 * view_memory and the queues share.
 */
#ifndef UPSWEEP_VIEW_BANK_H
#define UPSWEEP_VIEW_BANK_H

#include "view/view.h"

typedef struct {
    Rect label;   /* left of the columns; only x and w count */
    double x;     /* of the first column */
    double pitch; /* from column to column, whole pixels */
    double gap;   /* of the pitch, whole pixels */
} BankColumns;

/* So few banks, of a trace alone, have larger values and names. */
enum { BANK_FEW = 8 };
/* True if memory and queues of one of two traces are so small that they are
 * drawn large, for they are what one looks at. */
bool bank_is_star(const View *view);
/* The columns of all banks in BOX. */
BankColumns bank_columns(const View *view, Rect box);
/* The part of a bank's column at height Y, H pixels high. */
Rect bank_column(const BankColumns *columns, uint32_t bank, double y, double h);
/* What stands left of ROW of shared memory, in WIDTH pixels: the number of its
 * first cell or, in a program, its name: "tile[3][29]". */
enum { BANK_LABEL = 48 };
void bank_row_label(const View *view, uint32_t row, bool rounded, double width,
                    char text[BANK_LABEL]);
/* The width in pixels of the labels; the preferred width of a bank's column. */
double bank_label_width(const View *view);
double bank_likes_width(const View *view);

/* Draws the numbers of the banks. */
void view_bank_numbers(const View *view, const BankColumns *columns, Rect box);
/* Draws the queues: the lanes that wait at each bank. */
void view_queues(const View *view, const BankColumns *columns, Rect box);
/* Where a value leaves the queue of BANK, or comes back to it: at its head, so
 * that it covers no name. */
Rect view_queue_head(const View *view, const BankColumns *columns, Rect box,
                     uint32_t bank);
/* Draws in BOX the name of the lane of access I, in letters AT_1080 high: full
 * while it waits, with an edge while it is served, and then pale with a tick.
 */
void view_queue_name(const View *view, Rect box, int i, Font font,
                     double at_1080);
/* The height of the queues, pixels. */
double view_queues_height(const View *view);

#endif
