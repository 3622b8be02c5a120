/* SPDX-License-Identifier: MIT
 *
 * draft - a file that is written piece by piece, and appears when it is whole.
 *
 *     scan.mp4.1234.part   while it grows, 1234 being the process
 *     scan.mp4             once draft_keep says so
 *
 * The first is removed however the program ends, except by SIGKILL or a crash
 * (cleanup.h); one that such an end has left is never in the way of another.
 */
#ifndef UPSWEEP_DRAFT_H
#define UPSWEEP_DRAFT_H

#include "base/base.h"

typedef struct {
    char *path;      /* as it was asked for */
    char *target;    /* what is replaced: where PATH leads, if it is a link */
    char *temporary; /* what is written */
    int file;
    int why; /* errno of the first write that failed, or 0 */
} Draft;

/* Each is false with ERROR_FAILED, naming the file and the remedy. */
bool draft_open(Draft *draft, const char *path, Error *error);
bool draft_keep(Draft *draft, Error *error);
/* False if this or an earlier piece could not be written; draft_keep says why.
 */
bool draft_write(Draft *draft, const void *data, size_t bytes);
/* An empty file beside the draft to write to and read from, which has no name
 * and so is gone when it is closed; false with ERROR_FAILED if it cannot be. */
bool draft_scratch(const Draft *draft, int *file, Error *error);
/* Forgets it all, unless it was kept. */
void draft_drop(Draft *draft);

/* A whole file at once: DATA is written beside PATH under another name, flushed
 * to the disk, then renamed.  Folders of PATH that are not there are made, here
 * and in draft_open: so wherever a file is written. */
bool draft_file(const char *path, const void *data, size_t bytes, Error *error);

#endif
