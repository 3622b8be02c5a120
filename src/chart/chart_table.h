/* SPDX-License-Identifier: MIT
 *
 * chart_table - charts of measured times, from the CSV that `upsweep bench
 * --gpu --csv` prints:
 *
 *     # NVIDIA H200                                      what it was, or
 * nothing name,n,threads,median_us,least_us,most_us,gb_per_s,ratio_to_copy
 *     copy,32,0,5.63,4.74,8.26,488.7,1.000
 *     leftright,32,16,14.66,13.50,16.86,187.8,2.602
 *
 * The program carries two, doc/gpu-blocks.csv and doc/gpu-large.csv.  Lines may
 * come in any order; one that starts with # is a remark, and the first remark
 * says in the chart what was measured.  Anyone may have written a table, so it
 * is refused with file and line where it is not just so.
 */
#ifndef UPSWEEP_CHART_TABLE_H
#define UPSWEEP_CHART_TABLE_H

#include "chart/chart.h"

#define CHART_TABLE_BYTES (1 << 20) /* the largest that is read */

/* Time over the size of a block, as S0's figure 5; and of one large array, as
 * its figure 6.  False and ERROR_USAGE if the wish's table is not as above, or
 * has none of the names asked for. */
bool chart_blocks(const ChartWish *wish, Chart *chart, Error *error);
bool chart_large(const ChartWish *wish, Chart *chart, Error *error);

#endif
