/* SPDX-License-Identifier: MIT
 *
 * view_bank - the columns that memory and queues share, and the queues.
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

BankColumns bank_columns(const View *view, Rect box);
Rect bank_column(const BankColumns *columns, uint32_t bank, double y, double h);
/* Width of the column of labels, and of a column that has all it likes. */
double bank_label_width(const View *view);
double bank_likes_width(const View *view);

/* The banks' numbers. */
void view_bank_numbers(const View *view, const BankColumns *columns, Rect box);
/* Who waits at which bank. */
void view_queues(const View *view, const BankColumns *columns, Rect box);
/* Where access I of the running instruction stands in them. */
Rect view_queue_place(const View *view, const BankColumns *columns, Rect box,
                      int i);
/* Pixels that the queues need. */
double view_queues_height(const View *view);

#endif
