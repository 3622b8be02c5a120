/* SPDX-License-Identifier: MIT
 *
 * paint_pdf - display lists as the pages of a PDF.
 *
 * Two pixels are a point: a frame of 1920 x 1080 is a page of 960 x 540, the
 * size of a slide.  Fonts are embedded, as far as they are used, and text can
 * be selected and searched.  The date in it is always the same, so that the
 * same pages are the same bytes.
 */
#ifndef UPSWEEP_PAINT_PDF_H
#define UPSWEEP_PAINT_PDF_H

#include "draw/display_list.h"

typedef struct Pdf Pdf;

/* Takes the next BYTES of the file; false if it cannot. */
typedef bool PdfWrite(void *to, const void *data, size_t bytes);

/* A document that is handed to WRITE piece by piece. */
Pdf *paint_pdf_open(PdfWrite *write, void *to, const char *title);

/* A page; without its ground if TRANSPARENT.  LABEL (or NULL) becomes an entry
 * of the outline that leads here. */
void paint_pdf_page(Pdf *pdf, const DisplayList *list, Theme theme,
                    bool transparent, const char *label);

/* Writes what is left and frees PDF; false if WRITE ever failed. */
bool paint_pdf_close(Pdf *pdf);

#endif
