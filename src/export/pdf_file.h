/* SPDX-License-Identifier: MIT
 *
 * pdf_file - writes a sequence of frames as a PDF, a page for each frame, with
 * an outline of the steps.
 */
#ifndef UPSWEEP_PDF_FILE_H
#define UPSWEEP_PDF_FILE_H

#include "export/frame_sequence.h"

/* Writes the file PATH, whole or not at all.  False and *ERROR if that fails.
 */
bool pdf_file_write(const FrameSequence *frames, const char *path,
                    Error *error);

#endif
