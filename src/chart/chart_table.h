/* SPDX-License-Identifier: MIT
 *
 * chart_table - charts of measured times, from the CSV that `upsweep bench
 * --gpu --csv` prints:
 *
 *     # NVIDIA H200                                      a remark
 *     name,n,threads,median_us,least_us,most_us,gb_per_s,ratio_to_copy
 *     copy,32,0,5.63,4.74,8.26,488.7,1.000
 *     leftright,32,16,14.66,13.50,16.86,187.8,2.602
 *
 * Two tables are built into the program: doc/gpu-blocks.csv and
 * doc/gpu-large.csv.  Rows may come in any order.  A line that starts with # is
 * a remark; the chart shows the first one as a note.  A table may come from
 * anywhere, so any deviation from the format is an error with file and line.
 */
#ifndef UPSWEEP_CHART_TABLE_H
#define UPSWEEP_CHART_TABLE_H

#include "chart/chart.h"

#define CHART_TABLE_BYTES (1 << 20) /* the largest table accepted */

/* Makes a chart of time over the size of a block, as S0's figure 5; the caller
 * frees it with chart_free.  False and ERROR_USAGE if the wish's table is not
 * as above, or lacks a name that the wish asks for. */
bool chart_blocks(const ChartWish *wish, Chart *chart, Error *error);

/* The same of time over the size of one large array, as S0's figure 6. */
bool chart_large(const ChartWish *wish, Chart *chart, Error *error);

#endif
