/* SPDX-License-Identifier: MIT
 *
 * paint_pdf - paints display lists as the pages of a PDF.
 *
 * Two pixels are a point: a frame of 1920 x 1080 is a page of 960 x 540, the
 * size of a slide.  The used glyphs of fonts are embedded, and text can be
 * selected and searched.  The date in the document is a constant, so that the
 * same pages always give the same bytes.
 */
#ifndef UPSWEEP_PAINT_PDF_H
#define UPSWEEP_PAINT_PDF_H

#include "draw/display_list.h"

typedef struct Pdf Pdf;

/* Receives the next BYTES of the file; returns false if writing fails. */
typedef bool PdfWrite(void *to, const void *data, size_t bytes);

/* Starts a document, whose bytes are passed to WRITE piece by piece.  End it
 * with paint_pdf_close. */
Pdf *paint_pdf_open(PdfWrite *write, void *to, const char *title);

/* Adds a page, without a background if TRANSPARENT.  LABEL, if not NULL,
 * becomes an entry of the outline that leads to this page. */
void paint_pdf_page(Pdf *pdf, const DisplayList *list, Theme theme,
                    bool transparent, const char *label);

/* Writes the rest and frees PDF; false if WRITE ever failed. */
bool paint_pdf_close(Pdf *pdf);

#endif
