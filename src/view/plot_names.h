/* SPDX-License-Identifier: MIT
 *
 * plot_names - the names of the curves of a plot, in a column beside it.
 *
 * Names are moved apart where curves end close together, so that they cover
 * neither a curve nor each other.
 */
#ifndef UPSWEEP_PLOT_NAMES_H
#define UPSWEEP_PLOT_NAMES_H

#include "view/plot.h"

/* Ems that the longest line takes, its sign included. */
double plot_names_width(const ChartPlot *plot);
/* The names, and a line to each from the end of its curve. */
void plot_names_draw(const Plot *plot);
/* Cuts the column of names off BOX; their size follows from its room. */
void plot_names_cut(Plot *plot, Rect *box);

#endif
