/* SPDX-License-Identifier: MIT
 *
 * small_plots - a small plot for each series of a chart, where more curves than
 * can be distinguished would lie on each other: all on the same axes, with all
 * others faint behind.
 *
 *     ○ Padding  2(n − 1)     × Look-Back
 *      ┼      . ○              ┼  × × × ×
 *      ┼  ○ ´   .              ┼ `   ´
 */
#ifndef UPSWEEP_SMALL_PLOTS_H
#define UPSWEEP_SMALL_PLOTS_H

#include "view/plot.h"

/* True if PLOT has more curves than can be distinguished. */
bool small_plots_serve(const ChartPlot *plot);
/* A line of another series, from X1, Y1 to X2, Y2. */
void small_plots_other(const Plot *plot, double x1, double y1, double x2,
                       double y2);
/* Draws them in BOX; false, and nothing drawn, if there is no room for them. */
bool small_plots_draw(const Plot *from, Rect box);

#endif
