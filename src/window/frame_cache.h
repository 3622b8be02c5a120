/* SPDX-License-Identifier: MIT
 *
 * frame_cache - the frame of a window as it was painted last, so that it is
 * painted again only when it would look different, and only where it does.
 *
 *     Scene, ZoomPan, size ──► as before? ──► yes: nothing
 *                               └────────► no: frame ──► news ──► pixels
 */
#ifndef UPSWEEP_FRAME_CACHE_H
#define UPSWEEP_FRAME_CACHE_H

#include "draw/damage.h"
#include "window/zoom_pan.h"

typedef struct {
    Scene scene;
    uint64_t changes; /* of the session that the scene was of */
    int width, height;
    DisplayList frame;
    Damage news;      /* what of the frame was painted anew */
    uint32_t *pixels; /* rows without gaps */
    uint32_t *scratch;
    uint64_t times; /* that it was painted */
} FrameCache;

/* Paints SCENE of a session that had so many CHANGES, as LENS shows it; true if
 * there was any need.  When the run has moved on, what is seen close goes with
 * it; another session is seen as a whole at first. */
bool frame_cache_update(FrameCache *painted, Scene *scene, ZoomPan *zoom,
                        uint64_t changes, int width, int height);
void frame_cache_free(FrameCache *painted);

#endif
