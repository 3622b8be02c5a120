/* SPDX-License-Identifier: MIT
 *
 * frame_cache - what a window keeps of what it has shown: the frame as last
 * painted, so that a new frame is painted only if it differs; and the chart
 * that it shows instead of the frame.
 *
 *     Scene, size ──► as before? ──► yes: nothing
 *                        └─────────► no: frame ──► pixels
 *
 *     requested chart ──► kept? ──► yes: shown
 *                           └─────► no: made, in under a second, and kept
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

/* The chart that was made last. */
typedef struct {
    Chart *chart; /* of KIND and K; or NULL */
    ChartKind kind;
    uint32_t k;
    ChartKind followed; /* the chart, the tick and the session's changes at */
    uint32_t tick;      /* the last chart_cache_follow */
    uint64_t changes;
} ChartCache;

/* Frees the chart, not CACHE itself. */
void chart_cache_free(ChartCache *cache);

/* Call this after each event.  True if the chart of KIND is to be closed,
 * because the session plays or its position has changed. */
bool chart_cache_follow(ChartCache *cache, const Session *session,
                        ChartKind kind);
/* The chart of KIND, owned by CACHE, made in under a second if it is not there;
 * NULL for CHART_NONE.  NULL and *ERROR if that fails. */
const Chart *chart_cache_get(ChartCache *cache, const Session *session,
                             ChartKind kind, Error *error);

#endif
