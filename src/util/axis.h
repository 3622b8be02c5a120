/* SPDX-License-Identifier: MIT
 *
 * axis - a logarithmic scale, and where its lines and numbers stand.
 *
 *     base 2     32   64   128   256   ...        sizes: powers of two
 *     base 10    1    10    100   1000            costs: decades
 *                10   20    50    100             ... of a narrow range
 */
#ifndef UPSWEEP_AXIS_H
#define UPSWEEP_AXIS_H

#include "util/base.h"

typedef struct {
    double low, high; /* the values at its ends */
    double from, to;  /* where these are, pixels */
} Axis;

enum { AXIS_MAX_TICKS = 64, AXIS_TEXT = 32 };

typedef struct {
    double value;
    bool strong; /* a decade, or a power with a number */
} AxisTick;

/* An axis of powers of two: just the range. */
Axis axis_of_sizes(double low, double high);
/* An axis of decades: ends at numbers of the 1, 2, 5 pattern around the range.
 */
Axis axis_of_costs(double low, double high);

double axis_at(const Axis *axis, double value);

/* The lines of an axis; returns how many.  Of sizes, every STRIDE-th power of
 * two gets a number, so that numbers have GAP pixels at least; of costs, the
 * decades do, and all others too when there are few decades. */
int axis_size_ticks(const Axis *axis, double gap,
                    AxisTick ticks[AXIS_MAX_TICKS]);
int axis_cost_ticks(const Axis *axis, double gap,
                    AxisTick ticks[AXIS_MAX_TICKS]);

/* "2048" or, POWER, "2¹¹"; "0.5"; "100 000". */
const char *axis_text(double value, bool power, char text[AXIS_TEXT]);

#endif
