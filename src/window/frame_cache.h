/* SPDX-License-Identifier: MIT
 *
 * frame_cache - the frame of a window as last painted, so that a new frame is
 * painted only if it differs, and only where it differs.
 *
 *     Scene, ZoomPan, size ──► as before? ──► yes: nothing
 *                                 └─────────► no: frame ──► damage ──► pixels
 */
#ifndef UPSWEEP_FRAME_CACHE_H
#define UPSWEEP_FRAME_CACHE_H

#include "draw/damage.h"
#include "window/zoom_pan.h"

typedef struct {
    Scene scene;
    uint64_t changes; /* Session.changes when the scene was painted */
    int width, height;
    DisplayList frame;
    Damage news;      /* the parts of the frame that were painted last */
    uint32_t *pixels; /* rows without gaps */
    uint32_t *scratch;
    uint64_t times; /* number of paints */
} FrameCache;

/* Paints SCENE, zoomed by ZOOM, if it differs from the last one; returns true
 * if so.  If the position has changed, zoomed views follow it; if CHANGES
 * (Session.changes) has, all zooming ends. */
bool frame_cache_update(FrameCache *painted, Scene *scene, ZoomPan *zoom,
                        uint64_t changes, int width, int height);
/* Frees what the cache owns, not the cache itself. */
void frame_cache_free(FrameCache *painted);

#endif
