/* SPDX-License-Identifier: MIT
 *
 * chart_count - charts of numbers counted on the CPU machine: T as the paper
 * defines it, and work beside span.
 *
 *     T       latency of the stores of new sums: of the up-sweep, where the
 *             algorithm has one, as in S0's figure 4
 *     work    W, operators applied in the whole run
 *     span    the longest chain of sums in which each needs the one before: the
 *             run time of a machine with enough lanes
 *
 * All are counted by running the kernels at each power of two; an algorithm
 * that cannot run at some n has no mark there.
 */
#ifndef UPSWEEP_CHART_COUNT_H
#define UPSWEEP_CHART_COUNT_H

#include "chart/chart.h"
#include "trace/trace.h"

/* Makes a chart of T over n, with closed forms, of the algorithms that have
 * one; the caller frees it with chart_free.  False and ERROR_USAGE for a bad
 * wish. */
bool chart_latency(const ChartWish *wish, Chart *chart, Error *error);

/* The same of W and span over n. */
bool chart_work(const ChartWish *wish, Chart *chart, Error *error);

/* T of a trace: the latency in cycles of the stores of new sums. */
uint64_t chart_count_T(const Trace *trace);

/* The span of a trace, in sums. */
uint32_t chart_count_span(const Trace *trace);

#endif
