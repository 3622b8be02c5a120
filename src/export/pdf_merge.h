/* SPDX-License-Identifier: MIT
 *
 * pdf_merge - parts of a PDF, drawn by several processes, bound into one.
 *
 *     part 0   pages 1 2 3 ┐
 *     part 1   pages 4 5 6 ├──► qpdf ──► pages 1 .. 8, and an outline
 *     part 2   pages 7 8   ┘
 *
 * Cairo writes a document from its first page to its last in one process.  With
 * qpdf (libqpdf) each process writes a document of its own, and their pages are
 * taken over as they are: nothing is drawn or compressed again.  Each part
 * brings its own fonts.
 */
#ifndef UPSWEEP_PDF_MERGE_H
#define UPSWEEP_PDF_MERGE_H

#include "util/base.h"

/* An entry of the outline: TITLE leads to PAGE, from 0. */
typedef struct {
    char *title;
    size_t page;
} OutlineEntry;

/* Can this build bind?  If not, a document is drawn in one piece. */
bool pdf_merge_ready(void);

/* Writes the pages of COUNT parts, open FILES, one after the other to the file
 * PATH, which is there already.  Title and dates are those of the first.  False
 * and ERROR_FAILED, naming NAME for it, if it cannot. */
bool pdf_merge_bind(const int files[], int count, const OutlineEntry entries[],
                    size_t entries_count, const char *path, const char *name,
                    Error *error);

#endif
