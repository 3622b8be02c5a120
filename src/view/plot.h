/* SPDX-License-Identifier: MIT
 *
 * plot - one plot of a chart: its axes, curves, marks, and names.
 *
 *     100 ┼----------------.--        each series has its name beside
 *         |          . ´ ×    `- × LeftRight      its end, its colour and
 *      10 ┼---- ×  ----------                     its marker at every point
 *         └──┼──────┼──────┼──
 *            64    128    256
 *
 * Names stand in a column and are moved apart where curves end close together,
 * so that they cover neither a curve nor each other.
 */
#ifndef UPSWEEP_PLOT_H
#define UPSWEEP_PLOT_H

#include "chart/chart.h"
#include "draw/display_list.h"

/* A logarithmic scale: powers of two, or decades. */
typedef struct {
    double low, high; /* the values at the ends */
    double from, to;  /* the positions of the ends, pixels */
} Axis;

typedef struct {
    DisplayList *list;
    const Chart *chart;
    const ChartPlot *plot;
    int index;   /* of the plot */
    double unit; /* pixels of a length of 1 at 1080 */
    double size; /* of all texts but titles, pixels */
    bool on_paper;
    Rect area; /* of curves and marks */
    Axis x, y;
} Plot;

/* The height of a line of text. */
double plot_line(const Plot *plot);
/* Draws axes, curves and names in BOX. */
void plot_draw(Plot *plot, Rect box);

/* The markers of the series of a chart: ● □ ◇ △ × ○ + ▽ ■.  They are drawn so
 * that two different markers at one point can both be recognised. */
enum { MARKER_COUNT = 9 };

/* Draws marker STYLE modulo MARKER_COUNT centred on a point, SIZE pixels high
 * with strokes WIDTH pixels wide. */
void marker_draw(DisplayList *list, size_t style, double x, double y,
                 double size, double width, Color color);

#endif
