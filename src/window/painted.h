/* SPDX-License-Identifier: MIT
 *
 * painted - the frame of a window as it was painted last, so that it is painted
 * again only when it would look different, and only where it does.
 *
 *     Scene, Lens, size ──► as before? ──► yes: nothing
 *                               └────────► no: frame ──► news ──► pixels
 */
#ifndef UPSWEEP_PAINTED_H
#define UPSWEEP_PAINTED_H

#include "paint/mosaic.h"
#include "window/lens.h"

typedef struct {
    Scene scene;
    uint64_t changes; /* of the session that the scene was of */
    int width, height;
    Canvas frame;
    Mosaic news;      /* what of the frame was painted anew */
    uint32_t *pixels; /* rows without gaps */
    uint32_t *scratch;
    uint64_t times; /* that it was painted */
} Painted;

/* Paints SCENE of a session that had so many CHANGES, as LENS shows it; true if
 * there was any need.  When the run has moved on, what is seen close goes with
 * it; another session is seen as a whole at first. */
bool painted_update(Painted *painted, Scene *scene, Lens *lens,
                    uint64_t changes, int width, int height);
void painted_free(Painted *painted);

#endif
