/* SPDX-License-Identifier: MIT
 *
 * html_file - writes a sequence of frames as one self-contained HTML file to
 * step through.
 *
 * The file has one drawing and its changes from moment to moment
 * (html_delta.h), the outlines of the glyphs used, and a sentence for each
 * moment.  Its script and style come from assets/page.html.
 */
#ifndef UPSWEEP_HTML_FILE_H
#define UPSWEEP_HTML_FILE_H

#include "export/frame_sequence.h"

/* Writes the file PATH, whole or not at all.  False and *ERROR if that fails.
 */
bool html_file_write(const FrameSequence *frames, const char *path,
                     Error *error);

#endif
