/* SPDX-License-Identifier: MIT
 *
 * atomic_file - a file that is written piece by piece, and appears when it is
 * whole.
 *
 *     scan.mp4.1234.part   while it grows, 1234 being the process
 *     scan.mp4             once atomic_file_keep says so
 *
 * The first is removed however the program ends, except by SIGKILL or a crash
 * (cleanup.h); one that such an end has left is never in the way of another.
 */
#ifndef UPSWEEP_ATOMIC_FILE_H
#define UPSWEEP_ATOMIC_FILE_H

#include "util/base.h"

typedef struct {
    char *path;      /* as it was asked for */
    char *target;    /* what is replaced: where PATH leads, if it is a link */
    char *temporary; /* what is written */
    int file;
    int why; /* errno of the first write that failed, or 0 */
} AtomicFile;

/* Each is false with ERROR_FAILED, naming the file and the remedy. */
bool atomic_file_open(AtomicFile *output, const char *path, Error *error);
bool atomic_file_keep(AtomicFile *output, Error *error);
/* False if this or an earlier piece could not be written; atomic_file_keep says
 * why.
 */
bool atomic_file_write(AtomicFile *output, const void *data, size_t bytes);
/* An empty file beside the draft to write to and read from, which has no name
 * and so is gone when it is closed; false with ERROR_FAILED if it cannot be. */
bool atomic_file_scratch(const AtomicFile *output, int *file, Error *error);
/* Forgets it all, unless it was kept. */
void atomic_file_drop(AtomicFile *output);

/* A whole file at once: DATA is written beside PATH under another name, flushed
 * to the disk, then renamed.  Folders of PATH that are not there are made, here
 * and in atomic_file_open: so wherever a file is written. */
bool atomic_file_file(const char *path, const void *data, size_t bytes,
                      Error *error);

#endif
