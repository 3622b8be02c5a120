/* SPDX-License-Identifier: MIT
 *
 * chart_cache - the charts that a window shows in place of its frame, each made
 * once and kept.
 *
 *     asked for ──► made before? ──► yes: it hangs there, and is seen
 *                       └──────────► no: it is waited for, until
 * chart_cache_hang has made it, which takes under a second
 *
 * What is measured is the same for every k; what is counted hangs there once
 * for each k that was looked at.
 */
#ifndef UPSWEEP_CHART_CACHE_H
#define UPSWEEP_CHART_CACHE_H

#include "chart/chart_kind.h"
#include "window/session.h"

enum { CHART_CACHE_BANKS = 7 }; /* k is 2^0 to 2^6 */

typedef struct {
    const Session *session;
    ChartKind *asked; /* which chart is asked for; cleared when it goes */
    Chart *charts[CHART_KINDS][CHART_CACHE_BANKS];
    const Chart *last;  /* that was seen, until the next one hangs there */
    ChartKind followed; /* what was asked for last, and when */
    uint32_t tick;
    uint64_t changes;
} ChartCache;

void chart_cache_free(ChartCache *cache);

/* Call it when anything has happened.  A chart goes once the session plays or
 * has moved on, for whoever does that wants to see it. */
void chart_cache_follow(ChartCache *cache);

/* The chart that is asked for; while it is waited for, what was seen before it;
 * NULL for the frame. */
const Chart *chart_cache_seen(const ChartCache *cache);
/* Must it be made first? */
bool chart_cache_waits(const ChartCache *cache);
/* Makes it; what cannot be made is asked for no longer. */
bool chart_cache_hang(ChartCache *cache, Error *error);

#endif
