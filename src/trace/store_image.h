/* SPDX-License-Identifier: MIT
 *
 * store_image - the file of a trace, built in memory: see schema.c for its
 * tables.
 *
 *     Trace ─► rows with texts ──► SQLite ──────┐
 *          └─► rows of numbers ──► TablePages ──┴─► two parts of one file
 */
#ifndef UPSWEEP_STORE_IMAGE_H
#define UPSWEEP_STORE_IMAGE_H

#include "trace/table_pages.h"
#include "trace/trace.h"

#define STORE_IMAGE_MOST ((size_t)1 << 30) /* bytes of a file */

/* A trace's file, in two parts. */
typedef struct {
    unsigned char *begin; /* by SQLite */
    size_t begin_bytes;
    TablePages *pages;
    const unsigned char *rest; /* in PAGES */
    size_t rest_bytes;
    size_t bytes; /* all of them */
} StoreImage;

/* Frees what IMAGE holds. */
void store_image_free(StoreImage *image);
/* Sets IMAGE to the file of TRACE, to be freed by store_image_free; false with
 * ERROR_FAILED, and nothing to free, if SQLite fails or the file would be too
 * large. */
bool store_image_make(const Trace *trace, StoreImage *image, Error *error);

#endif
