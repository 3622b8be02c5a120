/* SPDX-License-Identifier: MIT
 *
 * image_file - writes pictures as PNG, SVG and PDF.
 *
 *     DisplayList ──► pixels, elements or a page ──► file
 */
#ifndef UPSWEEP_IMAGE_FILE_H
#define UPSWEEP_IMAGE_FILE_H

#include "draw/paint_pdf.h"
#include "export/formats.h"

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

/* Appends the name of the file of picture I, from 0, of COUNT to PATH:
 * "a-007.svg".  Numbers have as many digits as the last one needs, and three at
 * least, so that names sort in the order of the pictures. */
void image_file_name(Text *path, const char *stem, const char *ending, size_t i,
                     size_t count);

/* Writes pixels as a PNG file. */

/* Writes WIDTH x HEIGHT pixels, 0xAARRGGBB, rows without gaps, to PATH, whole
 * or not at all; alpha, not premultiplied, only if ALPHA.  False and *ERROR if
 * that fails. */
bool png_write(const char *path, const uint32_t *pixels, int width, int height,
               bool alpha, Error *error);

/* Writes a PDF to PATH, whole or not at all: PAGES adds its pages, or returns
 * false with *ERROR.  False and *ERROR if a page or the file fails. */
typedef bool PdfPages(void *user, Pdf *pdf, Error *error);
bool pdf_file_make(const char *path, const char *title, PdfPages *pages,
                   void *user, Error *error);

#endif
