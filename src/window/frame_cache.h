/* SPDX-License-Identifier: MIT
 *
 * frame_cache - what a window keeps of what it has shown: the frame as last
 * painted, so that a new frame is painted only if it differs; and the charts
 * that it shows instead of the frame.
 *
 *     Scene, size ──► as before? ──► yes: nothing
 *                        └─────────► no: frame ──► pixels
 *
 *     requested chart ──► cached? ──► yes: shown
 *                            └──────► no: shown once chart_cache_make has
 *                                         computed it, in under a second
 */
#ifndef UPSWEEP_FRAME_CACHE_H
#define UPSWEEP_FRAME_CACHE_H

#include "chart/chart.h"
#include "draw/display_list.h"
#include "window/session.h"

typedef struct {
    Scene scene;
    uint64_t changes; /* Session.changes when the scene was painted */
    int width, height;
    DisplayList frame;
    uint32_t *pixels; /* rows without gaps */
    uint64_t times;   /* number of paints */
} FrameCache;

/* Paints SCENE if it, or CHANGES (Session.changes), differs from the last one;
 * returns true if so. */
bool frame_cache_update(FrameCache *painted, const Scene *scene,
                        uint64_t changes, int width, int height);
/* CHANGES has changed, and the scene shows newer traces at the same place: the
 * next update paints it again. */
void frame_cache_renew(FrameCache *painted, uint64_t changes);
/* Frees what the cache owns, not the cache itself. */
void frame_cache_free(FrameCache *painted);

/* Charts.  A chart of measured times is the same for every k; a chart of counts
 * is cached for each k that was shown. */
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
const Chart *chart_cache_shown(const ChartCache *cache);
/* True if the requested chart must be computed first. */
bool chart_cache_waits(const ChartCache *cache);
/* Computes the requested chart.  False and *ERROR if that fails; the request is
 * then cleared. */
bool chart_cache_make(ChartCache *cache, Error *error);

#endif
