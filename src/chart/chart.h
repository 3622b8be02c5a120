/* SPDX-License-Identifier: MIT
 *
 * chart - the data of a chart of numbers over n, without pixels and colours.
 * Filled by chart_count.c and chart_table.c, drawn by view_chart.c.
 *
 *     Chart     title, note, one plot or two
 *     Plot      titles of its axes, both logarithmic, and its series
 *     Series    names, marks (counted or measured), a curve (closed form)
 *
 *     y │      .·´  ×          a series of three marks,
 *       │   .×´                on the curve of its closed form
 *       │ ×´
 *       └──────────── n
 *
 * Algorithms of the same cost would hide each other, so chart_merge makes one
 * series of them, with all their names.
 */
#ifndef UPSWEEP_CHART_H
#define UPSWEEP_CHART_H

#include "util/base.h"

enum { CHART_MAX_PLOTS = 2 };

typedef struct {
    double x, y;
    double least, most; /* the range measured; both y if counted */
} ChartPoint;

typedef struct {
    ChartPoint *marks; /* by rising x; x and y above 0 */
    size_t marks_count, marks_capacity;
    ChartPoint *curve; /* the same */
    size_t curve_count, curve_capacity;
    Text names;          /* one per line */
    const char *formula; /* of the curve; NULL: none to show */
    size_t style;        /* the same for one algorithm in every chart */
    bool peer;           /* other people's code, for comparison */
} ChartSeries;

typedef struct {
    const char *x_title, *y_title; /* with units */
    ChartSeries *series;
    size_t series_count, series_capacity;
} ChartPlot;

typedef struct {
    const char *name; /* "latency"; NULL if not made by chart_kind_make */
    Text title, note;
    bool measured; /* false: counted, with closed forms */
    ChartPlot plots[CHART_MAX_PLOTS];
    int plots_count;
} Chart;

/* Frees all parts of CHART and leaves it empty. */
void chart_free(Chart *chart);

/* Adds a plot without series; CHART owns it. */
ChartPlot *chart_add_plot(Chart *chart, const char *x_title,
                          const char *y_title);

/* Adds a series without points; the pointer is valid until the next series is
 * added. */
ChartSeries *chart_add_series(ChartPlot *plot, const char *name, size_t style);

/* Adds a mark at the end.  Ignored if x or y is not finite and above 0, as the
 * axes are logarithmic. */
void chart_mark(ChartSeries *series, double x, double y, double least,
                double most);

/* Adds a point of the curve in the same way. */
void chart_bend(ChartSeries *series, double x, double y);

/* Merges series with the same curve if all marks of one are also marks of the
 * other, and are at least half as many.  Removes series without points. */
void chart_merge(ChartPlot *plot);

/* y as a function of x: a sum of four terms with these factors. */
typedef struct {
    const char *text;          /* "2(n − 1)" */
    double x_log, x, log, one; /* of x log2 x, x, log2 x and 1 */
} ChartFormula;

/* Gives each series whose marks all lie on FORMULA, and that has no curve yet,
 * that curve and its text. */
void chart_explain(ChartPlot *plot, const ChartFormula *formula);

/* The smallest and largest x and y in a plot. */
typedef struct {
    double left, right, low, high;
} ChartRange;

/* Sets *RANGE to the range of all marks and curves; false if there are none. */
bool chart_range(const ChartPlot *plot, ChartRange *range);

/* The rightmost point of a series, for its label. */
ChartPoint chart_end(const ChartSeries *series);

#endif
