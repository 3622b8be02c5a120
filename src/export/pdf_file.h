/* SPDX-License-Identifier: MIT
 *
 * pdf_file - a reel as a PDF, a page each, with an outline of the steps.
 */
#ifndef UPSWEEP_PDF_FILE_H
#define UPSWEEP_PDF_FILE_H

#include "export/frame_sequence.h"

/* Writes PATH, whole or not at all. */
bool pdf_file_write(const FrameSequence *frames, const char *path,
                    Error *error);

#endif
