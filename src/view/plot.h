/* SPDX-License-Identifier: MIT
 *
 * plot - one plot of a chart: its axes, its curves and its marks.
 *
 *     100 ┼----------------.--
 *         |          . ´ ×    `- ×
 *      10 ┼---- ×  ----------
 *         └──┼──────┼──────┼──
 *            64    128    256
 *
 * view_chart draws one or two plots, or a small one for each series.
 */
#ifndef UPSWEEP_PLOT_H
#define UPSWEEP_PLOT_H

#include "chart/axis.h"
#include "chart/chart.h"
#include "draw/display_list.h"

/* px at 1080 */
enum {
    PLOT_TEXT = 27, /* size */
    PLOT_NOTE = 24,
    PLOT_MARK = 17,
    PLOT_MARK_WIDTH = 3,
    PLOT_INSIDE = 20 /* from the area's edge to curves */
};
#define PLOT_LINE        3.5  /* width of a curve */
#define PLOT_LINE_HEIGHT 1.32 /* share of the size of text */

typedef struct {
    DisplayList *list;
    const Chart *chart;
    const ChartPlot *plot;
    int index; /* of the plot */
    double unit, least;
    bool on_paper;
    Rect area;  /* of curves and marks */
    Rect names; /* beside it */
    double name_size;
    Axis x, y;
} Plot;

/* Pixels of a length at 1080. */
double plot_px(const Plot *plot, double at_1080);
/* Pixels of the size of a text. */
double plot_text_px(const Plot *plot, double at_1080);
/* Colours that stay apart for all eyes; peers are grey, in dashes, as long as
 * there are signs for them.  On paper fills are pale, so all is ink there,
 * and grey where a sign comes for the second time. */
Color plot_color(const Plot *plot, const ChartSeries *series);
/* The sign of SERIES at X, Y. */
void plot_mark(const Plot *plot, const ChartSeries *series, double x, double y);
/* The lines up from the axis of x, and its numbers in NUMBERS. */
void plot_x_axis(const Plot *plot, Rect numbers);
/* The lines of the axis of y, and its numbers in NUMBERS. */
void plot_y_axis(const Plot *plot, Rect numbers);
/* Room for the numbers on the left, pixels. */
double plot_numbers(const Plot *plot);
/* Curve and marks of series S. */
void plot_series(const Plot *plot, size_t s);
/* Axes within the area. */
void plot_set_axes(Plot *plot);

/* The markers of the series of a chart: ○ □ ◇ △ × + ● ▽ ■ ◆.  They are drawn so
 * that two different markers at one point can both be recognised. */
enum { MARKER_COUNT = 10 };

/* Draws marker STYLE modulo MARKER_COUNT centred on a point, SIZE pixels high
 * with strokes WIDTH pixels wide. */
void marker_draw(DisplayList *list, size_t style, double x, double y,
                 double size, double width, Color color);

/* The names of the curves of a plot, in a column beside it.
 *
 * Names are moved apart where curves end close together, so that they cover
 * neither a curve nor each other. */

/* Ems that the longest line takes, its sign included. */
double plot_names_width(const ChartPlot *plot);
/* The names, and a line to each from the end of its curve. */
void plot_names_draw(const Plot *plot);
/* Cuts the column of names off BOX; their size follows from its room. */
void plot_names_cut(Plot *plot, Rect *box);

#endif
