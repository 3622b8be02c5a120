/* SPDX-License-Identifier: MIT
 *
 * image_sequence - a file for each picture of a reel: PNG or SVG.
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

/* Writes STEM.ENDING, or STEM-001.ENDING and so on if NUMBERED.  *WRITTEN is
 * the number of files that are there, also when it fails: each is whole. */
bool image_sequence_write(const FrameSequence *frames, PictureKind kind,
                          const char *stem, const char *ending, bool numbered,
                          size_t *written, Error *error);

/* Adds the name of picture I, from 0, of COUNT. */
void image_sequence_name(Text *path, const char *stem, const char *ending,
                         size_t i, size_t count);

#endif
