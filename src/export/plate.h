/* SPDX-License-Identifier: MIT
 *
 * plate - one picture as a file of its own: PNG, SVG or PDF.
 *
 *     Canvas ──► pixels, elements or a page ──► file
 */
#ifndef UPSWEEP_PLATE_H
#define UPSWEEP_PLATE_H

#include "export/export.h"

typedef struct {
    ExportFormat format; /* one of the three */
    Theme theme;
    bool transparent; /* no ground */
    bool svg_text;    /* letters of an SVG as text */
    /* For those who cannot see it. */
    const char *title, *description;
} Plate;

/* Writes CANVAS, whose size is whole pixels, to PATH, whole or not at all;
 * missing folders are made. */
bool plate_write(const Plate *plate, const Canvas *canvas, const char *path,
                 Error *error);

#endif
