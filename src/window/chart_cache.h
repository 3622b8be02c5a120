/* SPDX-License-Identifier: MIT
 *
 * chart_cache - caches the charts that a window shows in place of its frame.
 *
 *     requested ──► cached? ──► yes: shown
 *                      └──────► no: shown once chart_cache_hang has computed
 *                                   the chart, which takes under a second
 *
 * A chart of measured times is the same for every k; a chart of counts is
 * cached for each k that was shown.
 */
#ifndef UPSWEEP_CHART_CACHE_H
#define UPSWEEP_CHART_CACHE_H

#include "chart/chart_kind.h"
#include "window/session.h"

enum { CHART_CACHE_BANKS = 7 }; /* k is 2^0 to 2^6 */

typedef struct {
    const Session *session;
    ChartKind *asked; /* the requested chart; cleared when it is closed */
    Chart *charts[CHART_KINDS][CHART_CACHE_BANKS];
    const Chart *last;  /* shown until the requested one is computed */
    ChartKind followed; /* *asked at the last chart_cache_follow, */
    uint32_t tick;      /* and the tick and the session's changes then */
    uint64_t changes;
} ChartCache;

/* Frees the charts, not CACHE itself. */
void chart_cache_free(ChartCache *cache);

/* Call this after each event.  Closes the chart once the session plays or its
 * position has changed, because the user then wants to see the frame. */
void chart_cache_follow(ChartCache *cache);

/* The chart to show: the requested one, or the last one until the requested one
 * is computed; NULL for the frame.  Owned by CACHE. */
const Chart *chart_cache_seen(const ChartCache *cache);
/* True if the requested chart must be computed first. */
bool chart_cache_waits(const ChartCache *cache);
/* Computes the requested chart.  False and *ERROR if that fails; the request is
 * then cleared. */
bool chart_cache_hang(ChartCache *cache, Error *error);

#endif
