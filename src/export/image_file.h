/* SPDX-License-Identifier: MIT
 *
 * image_file - writes one picture as a file of its own: PNG, SVG or PDF.
 *
 *     DisplayList ──► pixels, elements or a page ──► file
 */
#ifndef UPSWEEP_IMAGE_FILE_H
#define UPSWEEP_IMAGE_FILE_H

#include "export/export.h"

typedef struct {
    ExportFormat format; /* EXPORT_PNG, EXPORT_SVG or EXPORT_PDF */
    Theme theme;
    bool transparent; /* no background */
    bool svg_text;    /* SVG has text elements, not outlines */
    /* For screen readers. */
    const char *title, *description;
} ImageFile;

/* Writes LIST, whose size is whole pixels, to PATH, whole or not at all;
 * missing folders are created.  False and *ERROR if that fails. */
bool image_file_write(const ImageFile *image, const DisplayList *list,
                      const char *path, Error *error);

#endif
