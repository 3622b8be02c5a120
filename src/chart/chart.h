/* SPDX-License-Identifier: MIT
 *
 * chart - numbers over n, ready to be drawn: no pixels and no colours.
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
 * Algorithms that cost the same would hide each other, so chart_merge makes one
 * series of them, with all their names.
 */
#ifndef UPSWEEP_CHART_H
#define UPSWEEP_CHART_H

#include "util/base.h"

enum { CHART_MAX_PLOTS = 2 };

typedef struct {
    double x, y;
    double least, most; /* of what was measured; y when it was counted */
} ChartPoint;

typedef struct {
    ChartPoint *marks; /* by rising x, each above 0 */
    size_t marks_count, marks_capacity;
    ChartPoint *curve; /* the same */
    size_t curve_count, curve_capacity;
    Text names;          /* one a line */
    const char *formula; /* of the curve; NULL: none to show */
    size_t style;        /* the same for one algorithm in every chart */
    bool peer;           /* no algorithm of ours: what they are held against */
} ChartSeries;

typedef struct {
    const char *x_title, *y_title; /* with units */
    ChartSeries *series;
    size_t series_count, series_capacity;
} ChartPlot;

typedef struct {
    const char *name; /* "latency"; NULL if it was not made by its kind */
    Text title, note;
    bool measured; /* else counted, with closed forms */
    ChartPlot plots[CHART_MAX_PLOTS];
    int plots_count;
} Chart;

/* What a chart is asked to show. */
typedef struct {
    uint32_t k;               /* banks, where it is counted */
    uint32_t most_n;          /* the largest n; 0: 32768 */
    const char *const *names; /* what to show; none: all but the mistakes */
    int names_count;
    const char *table; /* CSV of measured times; NULL: the program's own */
    size_t table_bytes;
    const char *table_name; /* of its file */
} ChartWish;

void chart_free(Chart *chart);
ChartPlot *chart_add_plot(Chart *chart, const char *x_title,
                          const char *y_title);
/* A series without points; it is at its place until the next is added. */
ChartSeries *chart_add_series(ChartPlot *plot, const char *name, size_t style);

/* Adds a point at the end; what is not above 0, or no number, is left out, as
 * logarithms have no place for it. */
void chart_mark(ChartSeries *series, double x, double y, double least,
                double most);
void chart_bend(ChartSeries *series, double x, double y);

/* Makes one series of those that are the same wherever both were counted: the
 * same curves, and marks of one at no fewer than half of the other's.  Those
 * without any point are taken out. */
void chart_merge(ChartPlot *plot);

/* Puts series whose marks all lie on Y(x) upon that curve, and names it. */
void chart_explain(ChartPlot *plot, const char *formula, double (*y)(double x));

/* The extent of all that a plot shows; false if that is nothing. */
typedef struct {
    double left, right, low, high;
} ChartRange;
bool chart_range(const ChartPlot *plot, ChartRange *range);

/* Where a series ends to the right, for its label. */
ChartPoint chart_end(const ChartSeries *series);

#endif
