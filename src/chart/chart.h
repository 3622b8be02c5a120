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

#include "trace/trace.h"
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

/* The table of all charts, by name.
 *
 *     latency   T over n, counted for one k       S0's figure 4
 *     work      W and span over n, counted
 *     blocks    time of many blocks, measured     its figure 5
 *     large     time of one array, measured       its figure 6 */
typedef enum {
    CHART_NONE,
    CHART_LATENCY,
    CHART_WORK,
    CHART_BLOCKS,
    CHART_LARGE,
    CHART_KINDS
} ChartKind;

/* A request for a chart. */
typedef struct {
    uint32_t k;               /* banks, for counted charts */
    uint32_t most_n;          /* the largest n; 0: 32768 */
    const char *const *names; /* algorithms; none: all but the faulty ones */
    int names_count;
    const char *table; /* CSV of measured times; NULL: the program's own */
    size_t table_bytes;
    const char *table_name; /* the file's name */
} ChartWish;

/* Makes a chart, with the closed forms or the measured times; the caller frees
 * it with chart_free.  False and ERROR_USAGE for a bad wish, or a bad table. */
typedef bool ChartMaker(const ChartWish *wish, Chart *chart, Error *error);

typedef struct {
    const char *name; /* "latency"; "" of CHART_NONE */
    ChartMaker *make;
    bool measured;    /* of measured times, which ignore k; else counted */
    uint32_t quick_n; /* the largest n that is counted in no noticeable time */
} ChartKindInfo;

extern const ChartKindInfo chart_kinds[CHART_KINDS];
/* The kind called NAME; CHART_NONE if there is none. */
ChartKind chart_kind_named(const char *name);
/* Makes the chart of KIND, not CHART_NONE, as a ChartMaker. */
bool chart_kind_make(ChartKind kind, const ChartWish *wish, Chart *chart,
                     Error *error);
/* The makers: chart_count.c, chart_table.c. */
ChartMaker chart_latency, chart_work, chart_blocks, chart_large;

#define CHART_TABLE_BYTES (1 << 20) /* the largest table accepted */

/* T of a trace: the latency in cycles of the stores of new sums. */
uint64_t chart_count_T(const Trace *trace);
/* The span of a trace: the longest chain of sums that need each other. */
uint32_t chart_count_span(const Trace *trace);

#endif
