/* SPDX-License-Identifier: MIT
 *
 * slides - a reel made ready for a program that shows slides.
 *
 *     beamer   STEM.pdf, and STEM.tex: a frame that steps through its pages
 *     reveal   STEM-001.svg ..., and STEM.html: a section, one slide, each
 */
#ifndef UPSWEEP_SLIDES_H
#define UPSWEEP_SLIDES_H

#include "export/frame_sequence.h"

/* Each adds to FILES which files it has written. */
bool slides_beamer(const FrameSequence *frames, const char *stem, Text *files,
                   Error *error);
bool slides_reveal(const FrameSequence *frames, const char *stem, Text *files,
                   Error *error);

#endif
