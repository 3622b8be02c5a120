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
#include "trace/trace.h"

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
