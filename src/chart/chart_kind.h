/* SPDX-License-Identifier: MIT
 *
 * chart_kind - the charts that there are, by their names.
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

/* "latency"; "" for CHART_NONE. */
const char *chart_kind_name(ChartKind kind);
/* The one with that name; CHART_NONE if there is none. */
ChartKind chart_kind_named(const char *name);

/* Is it of measured times, whatever k is?  Else it is counted here. */
bool chart_kind_is_measured(ChartKind kind);
/* The largest n up to which its counting takes no longer than someone who
 * waits for it would notice much. */
uint32_t chart_kind_quick_n(ChartKind kind);

/* Makes it, to be freed; any but CHART_NONE. */
bool chart_kind_make(ChartKind kind, const ChartWish *wish, Chart *chart,
                     Error *error);

#endif
