/* SPDX-License-Identifier: MIT
 *
 * png_file - writes pixels as a PNG file.
 */
#ifndef UPSWEEP_PNG_FILE_H
#define UPSWEEP_PNG_FILE_H

#include "util/base.h"

/* Writes WIDTH x HEIGHT pixels, 0xAARRGGBB, rows without gaps, to PATH, whole
 * or not at all; alpha, not premultiplied, only if ALPHA.  False and *ERROR if
 * that fails. */
bool png_write(const char *path, const uint32_t *pixels, int width, int height,
               bool alpha, Error *error);

#endif
