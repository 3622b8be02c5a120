/* SPDX-License-Identifier: MIT
 *
 * image_file - one picture as a file of its own: PNG, SVG or PDF.
 *
 *     DisplayList ──► pixels, elements or a page ──► file
 */
#ifndef UPSWEEP_IMAGE_FILE_H
#define UPSWEEP_IMAGE_FILE_H

#include "export/export.h"

typedef struct {
    ExportFormat format; /* one of the three */
    Theme theme;
    bool transparent; /* no ground */
    bool svg_text;    /* letters of an SVG as text */
    /* For those who cannot see it. */
    const char *title, *description;
} ImageFile;

/* Writes CANVAS, whose size is whole pixels, to PATH, whole or not at all;
 * missing folders are made. */
bool image_file_write(const ImageFile *image, const DisplayList *list,
                      const char *path, Error *error);

#endif
