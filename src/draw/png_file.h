/* SPDX-License-Identifier: MIT
 *
 * png_file - writes pixels as a PNG file.
 */
#ifndef UPSWEEP_PNG_FILE_H
#define UPSWEEP_PNG_FILE_H

#include "util/base.h"

/* Writes WIDTH x HEIGHT pixels (0xAARRGGBB, alpha ignored; STRIDE bytes a row)
 * to PATH, whole or not at all.  False and *ERROR if that fails. */
bool png_write(const char *path, const uint32_t *pixels, int width, int height,
               int stride, Error *error);
/* The same, with alpha (not premultiplied) if ALPHA. */
bool png_write_as(const char *path, const uint32_t *pixels, int width,
                  int height, int stride, bool alpha, Error *error);

#endif
