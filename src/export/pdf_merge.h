/* SPDX-License-Identifier: MIT
 *
 * pdf_merge - merges parts of a PDF, drawn by several processes, into one.
 *
 *     part 0   pages 1 2 3 ┐
 *     part 1   pages 4 5 6 ├──► qpdf ──► pages 1 .. 8, and an outline
 *     part 2   pages 7 8   ┘
 *
 * Cairo writes a document from its first page to its last in one process.  With
 * qpdf (libqpdf) each process writes its own document, and the pages are
 * copied unchanged: they are not drawn or compressed again.  Each part has its
 * own fonts.
 */
#ifndef UPSWEEP_PDF_MERGE_H
#define UPSWEEP_PDF_MERGE_H

#include "util/base.h"

/* An entry of the outline: TITLE leads to PAGE, from 0. */
typedef struct {
    char *title;
    size_t page;
} OutlineEntry;

/* True if this build has libqpdf; if not, one process draws all pages. */
bool pdf_merge_ready(void);

/* Writes the pages of COUNT parts, in order, to the existing file PATH; FILES
 * are their open file descriptors.  Title and dates come from the first
 * part. False and ERROR_FAILED, with NAME for the name of the file, if that
 * fails. */
bool pdf_merge_bind(const int files[], int count, const OutlineEntry entries[],
                    size_t entries_count, const char *path, const char *name,
                    Error *error);

#endif
