/* SPDX-License-Identifier: MIT
 *
 * html_file - a reel as one HTML file to step through, that needs nothing else.
 *
 * It holds one drawing and what changes from moment to moment (flip.h), the
 * outlines of the letters that are used, and a sentence a moment.  How it acts
 * and looks is assets/page.html.
 */
#ifndef UPSWEEP_HTML_FILE_H
#define UPSWEEP_HTML_FILE_H

#include "export/frame_sequence.h"

/* Writes PATH, whole or not at all. */
bool html_file_write(const FrameSequence *frames, const char *path,
                     Error *error);

#endif
