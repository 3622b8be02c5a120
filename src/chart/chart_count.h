/* SPDX-License-Identifier: MIT
 *
 * chart_count - charts of what the CPU machine counts: T as the paper counts
 * it, and work beside span.
 *
 *     T       latency of the stores of new sums: of the up-sweep, where the
 *             algorithm has one, as in S0's figure 4
 *     work    W, operators applied in the whole run
 *     span    the longest chain of sums in which each waits for the one before:
 *             the run time of a machine with lanes enough
 *
 * All are counted by running the kernels, at each power of two; what cannot run
 * at one is left out there.
 */
#ifndef UPSWEEP_CHART_COUNT_H
#define UPSWEEP_CHART_COUNT_H

#include "chart/chart.h"
#include "trace/trace.h"

/* T over n, with closed forms, of the algorithms that have one. */
bool chart_latency(const ChartWish *wish, Chart *chart, Error *error);
/* W and span over n. */
bool chart_work(const ChartWish *wish, Chart *chart, Error *error);

/* Latency of the stores of new sums; and the span of a trace. */
uint64_t chart_count_T(const Trace *trace);
uint32_t chart_count_span(const Trace *trace);

#endif
