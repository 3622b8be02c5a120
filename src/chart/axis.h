/* SPDX-License-Identifier: MIT
 *
 * axis - a logarithmic scale of a chart, where its lines and numbers stand, and
 * where the labels of curves stand beside it.
 *
 *     base 2     32   64   128   256   ...        sizes: powers of two
 *     base 10    1    10    100   1000            costs: decades
 *                10   20    50    100             ... of a narrow range
 */
#ifndef UPSWEEP_AXIS_H
#define UPSWEEP_AXIS_H

#include "util/base.h"

typedef struct {
    double low, high; /* the values at the ends */
    double from, to;  /* the positions of the ends, in pixels */
} Axis;

enum { AXIS_MAX_TICKS = 64, AXIS_TEXT = 32 };

typedef struct {
    double value;
    bool strong; /* a decade, or a power of two that gets a number */
} AxisTick;

/* An axis of powers of two over this range, which is widened if HIGH is less
 * than twice LOW; from and to are 0. */
Axis axis_of_sizes(double low, double high);
/* An axis of decades, widened to the nearest numbers of the pattern 1, 2, 5;
 * from and to are 0. */
Axis axis_of_costs(double low, double high);

/* The position of VALUE, in pixels. */
double axis_at(const Axis *axis, double value);

/* Fills in the lines of an axis of sizes; returns their number.  Only as many
 * powers of two get a number as keeps numbers GAP pixels apart. */
int axis_size_ticks(const Axis *axis, double gap,
                    AxisTick ticks[AXIS_MAX_TICKS]);
/* The same for an axis of costs: decades get a number, and the other lines too
 * when there are few decades. */
int axis_cost_ticks(const Axis *axis, double gap,
                    AxisTick ticks[AXIS_MAX_TICKS]);

/* Writes VALUE into TEXT and returns TEXT: "0.5", "100 000", "2048"; a power of
 * two as "2¹¹" if POWER is set. */
const char *axis_text(double value, bool power, char text[AXIS_TEXT]);

typedef struct {
    double wanted; /* the wanted position of its middle */
    double height;
    double top; /* the result: position of its upper edge */
} LabelItem;

/* Places labels along a line, each as near to its wanted position as possible
 * without overlaps:
 *
 *     wanted   ─ ── ─      ─           the order is kept
 *     placed  ┌┐┌┐┌┐┌┐    ┌┐
 *             └┘└┘└┘└┘    └┘
 *
 * COUNT items, sorted by rising WANTED, stand between LOW and HIGH, with the
 * least sum of squared displacements.  If the heights do not fit, the last
 * items pass HIGH.  All lengths are in one unit. */
void label_layout(LabelItem items[], size_t count, double low, double high);

#endif
