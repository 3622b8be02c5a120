/* SPDX-License-Identifier: MIT
 *
 * slides - writes a sequence of frames with the source of slides for LaTeX
 * beamer or reveal.js.
 *
 *     beamer   STEM.pdf, and STEM.tex: a frame that steps through its pages
 *     reveal   STEM-001.svg ..., and STEM.html: a section, one slide, each
 */
#ifndef UPSWEEP_SLIDES_H
#define UPSWEEP_SLIDES_H

#include "export/frame_sequence.h"

/* Each appends the names of the files written to FILES.  False and *ERROR if a
 * file cannot be written. */
bool slides_beamer(const FrameSequence *frames, const char *stem, Text *files,
                   Error *error);
bool slides_reveal(const FrameSequence *frames, const char *stem, Text *files,
                   Error *error);

#endif
