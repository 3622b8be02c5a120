/* SPDX-License-Identifier: MIT
 *
 * frame_sequence - the pictures of one export, in their order, before it is
 * said what kind of file they become: pictures, document, film or page.
 */
#ifndef UPSWEEP_FRAME_SEQUENCE_H
#define UPSWEEP_FRAME_SEQUENCE_H

#include "export/frame_spec.h"

typedef struct {
    FrameSpec spec;
    Selection moments;
    int width, height; /* of each picture, pixels */
    bool svg_text;     /* SVG has text elements */
    int fps;           /* of films */
    int workers;       /* processes that draw */
    /* Called with how many are done; NULL if nobody asks. */
    void (*progress)(void *user, size_t done, size_t all);
    void *user;
} FrameSequence;

/* Tells of progress. */
void frames_tell(const FrameSequence *frames, size_t done);

#endif
