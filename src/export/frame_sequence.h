/* SPDX-License-Identifier: MIT
 *
 * frame_sequence - the frames of one export, in order; the input of all
 * writers: image_sequence, pdf_file, video, html_file and slides.
 */
#ifndef UPSWEEP_FRAME_SEQUENCE_H
#define UPSWEEP_FRAME_SEQUENCE_H

#include "export/frame_spec.h"

typedef struct {
    FrameSpec spec;
    Selection moments;
    int width, height; /* of each picture, pixels */
    bool svg_text;     /* SVG has text elements, not outlines */
    int fps;           /* of videos and HTML */
    int workers;       /* processes that draw */
    /* Called with the number of frames done of ALL; or NULL. */
    void (*progress)(void *user, size_t done, size_t all);
    void *user;
} FrameSequence;

/* Calls progress, if it is set. */
void frames_tell(const FrameSequence *frames, size_t done);

#endif
