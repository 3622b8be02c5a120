/* SPDX-License-Identifier: MIT
 *
 * image_sequence - writes a PNG or SVG file for each frame of a sequence.
 *
 *     one          compare.png
 *     a sequence   compare-001.png, compare-002.png, ...
 *
 * Numbers have as many digits as the last one needs, and three at least, so
 * that names sort in the order of the pictures.
 */
#ifndef UPSWEEP_IMAGE_SEQUENCE_H
#define UPSWEEP_IMAGE_SEQUENCE_H

#include "export/frame_sequence.h"

typedef enum { PICTURE_PNG, PICTURE_SVG } PictureKind;

/* Writes STEM.ENDING, or STEM-001.ENDING and so on if NUMBERED.  Sets *WRITTEN
 * to the number of files written, each of them whole, also on failure.  False
 * and *ERROR if a file cannot be written. */
bool image_sequence_write(const FrameSequence *frames, PictureKind kind,
                          const char *stem, const char *ending, bool numbered,
                          size_t *written, Error *error);

/* Appends the file name of picture I, from 0, of COUNT to PATH. */
void image_sequence_name(Text *path, const char *stem, const char *ending,
                         size_t i, size_t count);

#endif
