/* SPDX-License-Identifier: MIT
 *
 * global_layout - where the arrays of global memory stand, and what they hold
 * at a moment.
 *
 *     title
 *     in        [3][1][7][0] [4][1][6][3]      y[GLOBAL_IN]    row high
 *     out       [ ][ ][ ][ ] [ ][ ][ ][ ]      y[GLOBAL_OUT]
 *     sums 1    [     11    ][          ]      y[2]
 *               └ axis
 */
#ifndef UPSWEEP_GLOBAL_LAYOUT_H
#define UPSWEEP_GLOBAL_LAYOUT_H

#include "analysis/global_memory.h"
#include "view/view.h"

enum { GLOBAL_LAYOUT_MOST = 64 };

typedef struct {
    const View *view; /* of the whole trace, see view_whole */
    Rect box, title, axis;
    double row; /* height */
    int count;
    uint64_t shown; /* a set of arrays */
    double y[GLOBAL_LAYOUT_MOST];
} GlobalLayout;

/* The axis within BOX: what is right of the names. */
Rect global_layout_axis(const View *whole, Rect box);
/* The part of an axis that stands for SPAN, from Y on and H high; with no
 * width if SPAN is no run of inputs. */
Rect global_layout_span(const View *whole, Rect axis, Word span, double y,
                        double h);

/* Pixels that the rows would like. */
double global_layout_height(const View *whole);
GlobalLayout global_layout(const View *whole, Rect box);
bool global_layout_has(const GlobalLayout *rows, uint8_t array);
/* Where word I of an array that is shown stands. */
Rect global_layout_word(const GlobalLayout *rows, uint8_t array, uint32_t i);
/* Does the running instruction go to this array? */
bool global_layout_touches(const View *whole, uint8_t array);

/* What the arrays hold: of what the running instruction changes, what has
 * arrived.  global_memory_free it. */
GlobalMemory global_layout_now(const View *whole);
/* Does the running instruction bring words to global memory? */
bool global_layout_stores(const View *whole);

#endif
