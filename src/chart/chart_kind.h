/* SPDX-License-Identifier: MIT
 *
 * chart_kind - the table of all charts, by name.
 *
 *     latency   T over n, counted for one k       S0's figure 4
 *     work      W and span over n, counted
 *     blocks    time of many blocks, measured     its figure 5
 *     large     time of one array, measured       its figure 6
 */
#ifndef UPSWEEP_CHART_KIND_H
#define UPSWEEP_CHART_KIND_H

#include "chart/chart.h"

typedef enum {
    CHART_NONE,
    CHART_LATENCY,
    CHART_WORK,
    CHART_BLOCKS,
    CHART_LARGE,
    CHART_KINDS
} ChartKind;

/* The name, such as "latency"; "" for CHART_NONE. */
const char *chart_kind_name(ChartKind kind);

/* The kind called NAME; CHART_NONE if there is none. */
ChartKind chart_kind_named(const char *name);

/* True for charts of measured times, which ignore k; false for counted charts.
 */
bool chart_kind_is_measured(ChartKind kind);

/* The largest n for which counting takes no noticeable time. */
uint32_t chart_kind_quick_n(ChartKind kind);

/* Makes the chart of KIND, not CHART_NONE; the caller frees it with chart_free.
 * False and ERROR_USAGE as chart_latency or chart_blocks. */
bool chart_kind_make(ChartKind kind, const ChartWish *wish, Chart *chart,
                     Error *error);

#endif
