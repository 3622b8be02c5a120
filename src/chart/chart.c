/* SPDX-License-Identifier: MIT
 *
 * chart - building charts and merging equal series; see chart.h.
 */
#include "chart/chart.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_COMMON = 3 }; /* marks that two series must share to be merged */

static void series_free(ChartSeries *series)
{
    free(series->marks);
    free(series->curve);
    text_free(&series->names);
}

void chart_free(Chart *chart)
{
    for (int p = 0; p < chart->plots_count; ++p) {
        ChartPlot *plot = &chart->plots[p];
        for (size_t s = 0; s < plot->series_count; ++s)
            series_free(&plot->series[s]);
        free(plot->series);
    }
    text_free(&chart->title);
    text_free(&chart->note);
    *chart = (Chart){.plots_count = 0};
}

ChartPlot *chart_add_plot(Chart *chart, const char *x_title,
                          const char *y_title)
{
    BASE_CHECK(chart->plots_count < CHART_MAX_PLOTS);
    ChartPlot *plot = &chart->plots[chart->plots_count++];
    *plot = (ChartPlot){.x_title = x_title, .y_title = y_title};
    return plot;
}

ChartSeries *chart_add_series(ChartPlot *plot, const char *name, size_t style)
{
    ChartSeries series = {.style = style};

    text_add(&series.names, "%s", name);
    base_push(plot, series, series);
    return plot->series + plot->series_count - 1;
}

static bool has_place(double x)
{
    return isfinite(x) && x > 0;
}

void chart_mark(ChartSeries *series, double x, double y, double least,
                double most)
{
    ChartPoint point = {x, y, has_place(least) ? least : y, most};

    if (has_place(x) && has_place(y))
        base_push(series, marks, point);
}

void chart_bend(ChartSeries *series, double x, double y)
{
    ChartPoint point = {x, y, y, y};

    if (has_place(x) && has_place(y))
        base_push(series, curve, point);
}

/* True for equal counts; the tolerance is for rounding in closed forms. */
static bool same(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(a);
}

static bool same_curve(const ChartSeries *a, const ChartSeries *b)
{
    if (a->curve_count != b->curve_count)
        return false;
    for (size_t i = 0; i < a->curve_count; ++i)
        if (!same(a->curve[i].x, b->curve[i].x) ||
            !same(a->curve[i].y, b->curve[i].y))
            return false;
    return true;
}

static const ChartPoint *mark_at(const ChartSeries *series, double x)
{
    for (size_t i = 0; i < series->marks_count; ++i)
        if (same(series->marks[i].x, x))
            return series->marks + i;
    return NULL;
}

/* True if every mark of B is also one of A, which may have more. */
static bool holds(const ChartSeries *a, const ChartSeries *b)
{
    if (a->peer || b->peer || b->marks_count < LEAST_COMMON ||
        2 * b->marks_count < a->marks_count || !same_curve(a, b))
        return false;
    for (size_t i = 0; i < b->marks_count; ++i) {
        const ChartPoint *mark = mark_at(a, b->marks[i].x);
        if (!mark || !same(mark->y, b->marks[i].y))
            return false;
    }
    return true;
}

/* Moves B's names and, if B has more, its marks to A; frees B. */
static void join(ChartSeries *a, ChartSeries *b)
{
    text_add(&a->names, "\n%s", b->names.text);
    if (b->marks_count > a->marks_count) {
        ChartPoint *marks = a->marks;
        a->marks = b->marks;
        a->marks_count = b->marks_count;
        a->marks_capacity = b->marks_capacity;
        b->marks = marks;
    }
    series_free(b);
}

/* Removes series S, whose parts are already freed, from the array. */
static void take_out(ChartPlot *plot, size_t s)
{
    --plot->series_count;
    memmove(plot->series + s, plot->series + s + 1,
            (plot->series_count - s) * sizeof *plot->series);
}

static void drop_empty(ChartPlot *plot)
{
    for (size_t s = plot->series_count; s-- > 0;) {
        ChartSeries *series = plot->series + s;
        if (series->marks_count || series->curve_count)
            continue;
        series_free(series);
        take_out(plot, s);
    }
}

void chart_merge(ChartPlot *plot)
{
    drop_empty(plot);
    for (size_t i = 0; i < plot->series_count; ++i)
        for (size_t j = i + 1; j < plot->series_count;) {
            ChartSeries *a = plot->series + i, *b = plot->series + j;
            if (!holds(a, b) && !holds(b, a)) {
                ++j;
                continue;
            }
            join(a, b);
            take_out(plot, j);
        }
}

static double formula_at(const ChartFormula *formula, double x)
{
    return (formula->x_log * x + formula->log) * log2(x) + formula->x * x +
           formula->one;
}

void chart_explain(ChartPlot *plot, const ChartFormula *formula)
{
    for (size_t s = 0; s < plot->series_count; ++s) {
        ChartSeries *series = plot->series + s;
        bool fits = !series->formula && series->marks_count >= LEAST_COMMON;
        for (size_t i = 0; fits && i < series->marks_count; ++i)
            fits = same(formula_at(formula, series->marks[i].x),
                        series->marks[i].y);
        if (!fits)
            continue;
        series->formula = formula->text;
        for (size_t i = 0; i < series->marks_count; ++i)
            chart_bend(series, series->marks[i].x, series->marks[i].y);
    }
}

static void widen(ChartRange *range, const ChartPoint *points, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        range->left = fmin(range->left, points[i].x);
        range->right = fmax(range->right, points[i].x);
        range->low = fmin(range->low, points[i].least);
        range->high = fmax(range->high, points[i].most);
    }
}

bool chart_range(const ChartPlot *plot, ChartRange *range)
{
    *range = (ChartRange){INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t s = 0; s < plot->series_count; ++s) {
        const ChartSeries *series = plot->series + s;
        widen(range, series->marks, series->marks_count);
        widen(range, series->curve, series->curve_count);
    }
    return range->left <= range->right;
}

ChartPoint chart_end(const ChartSeries *series)
{
    ChartPoint end = {0, 0, 0, 0};

    if (series->curve_count)
        end = series->curve[series->curve_count - 1];
    if (series->marks_count && series->marks[series->marks_count - 1].x > end.x)
        end = series->marks[series->marks_count - 1];
    return end;
}

/* ---- Kinds ---------------------------------------------------------------*/

const ChartKindInfo chart_kinds[CHART_KINDS] = {
    [CHART_NONE] = {"", NULL, false, 0},
    [CHART_LATENCY] = {"latency", chart_latency, false, 4096},
    [CHART_WORK] = {"work", chart_work, false, 1024},
    [CHART_BLOCKS] = {"blocks", chart_blocks, true, 0},
    [CHART_LARGE] = {"large", chart_large, true, 0},
};

ChartKind chart_kind_named(const char *name)
{
    int i = CHART_KINDS - 1;

    while (i > CHART_NONE && strcmp(chart_kinds[i].name, name) != 0)
        --i;
    return (ChartKind)i;
}

bool chart_kind_make(ChartKind kind, const ChartWish *wish, Chart *chart,
                     Error *error)
{
    BASE_CHECK(chart_kinds[kind].make);
    if (!chart_kinds[kind].make(wish, chart, error))
        return false;
    chart->name = chart_kinds[kind].name;
    return true;
}
