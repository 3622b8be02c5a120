/* SPDX-License-Identifier: MIT
 *
 * zip_file - a ZIP archive of a few files, made in memory with zlib.
 */
#ifndef UPSWEEP_ZIP_FILE_H
#define UPSWEEP_ZIP_FILE_H

#include "util/base.h"

typedef struct {
    const char *name; /* "imsmanifest.xml" */
    const char *bytes;
    size_t length;
} ZipItem;

/* Appends an archive of COUNT items to ZIP; the same items always give the same
 * bytes.  No item may be longer than 1 GB. */
void zip_file(const ZipItem items[], int count, Text *zip);

#endif
