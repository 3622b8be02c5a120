/* SPDX-License-Identifier: MIT
 *
 * global_rows - where the arrays of global memory stand, and what they hold at
 * a moment.
 *
 *     title
 *     in        [3][1][7][0] [4][1][6][3]      y[GLOBAL_IN]    row high
 *     out       [ ][ ][ ][ ] [ ][ ][ ][ ]      y[GLOBAL_OUT]
 *     sums 1    [     11    ][          ]      y[2]
 *               └ axis
 */
#ifndef UPSWEEP_GLOBAL_ROWS_H
#define UPSWEEP_GLOBAL_ROWS_H

#include "study/global.h"
#include "view/view.h"

enum { GLOBAL_ROWS_MOST = 64 };

typedef struct {
    const View *view; /* of the whole trace, see view_whole */
    Rect box, title, axis;
    double row; /* height */
    int count;
    uint64_t shown; /* a set of arrays */
    double y[GLOBAL_ROWS_MOST];
} GlobalRows;

/* The axis within BOX: what is right of the names. */
Rect global_rows_axis(const View *whole, Rect box);
/* The part of an axis that stands for SPAN, from Y on and H high; with no
 * width if SPAN is no run of inputs. */
Rect global_rows_span(const View *whole, Rect axis, Word span, double y,
                      double h);

/* Pixels that the rows would like. */
double global_rows_height(const View *whole);
GlobalRows global_rows(const View *whole, Rect box);
bool global_rows_has(const GlobalRows *rows, uint8_t array);
/* Where word I of an array that is shown stands. */
Rect global_rows_word(const GlobalRows *rows, uint8_t array, uint32_t i);
/* Does the running instruction go to this array? */
bool global_rows_touches(const View *whole, uint8_t array);

/* What the arrays hold: of what the running instruction changes, what has
 * arrived.  global_free it. */
Global global_rows_now(const View *whole);
/* Does the running instruction bring words to global memory? */
bool global_rows_stores(const View *whole);

#endif
