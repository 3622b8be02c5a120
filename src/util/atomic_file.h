/* SPDX-License-Identifier: MIT
 *
 * atomic_file - a file that is written in pieces and appears under its name
 * only when it is complete.
 *
 *     scan.mp4.1234.part   while it is written; 1234 is the process id
 *     scan.mp4             after atomic_file_keep
 *
 * The temporary file is removed however the program ends, except by SIGKILL or
 * a crash (interrupt.h).  One that is left over never hinders a later write.
 */
#ifndef UPSWEEP_ATOMIC_FILE_H
#define UPSWEEP_ATOMIC_FILE_H

#include "util/base.h"

typedef struct {
    char *path;   /* as the caller gave it */
    char *target; /* the file to replace: where PATH leads, if it is a link */
    char *temporary; /* the file that is written */
    int file;        /* its descriptor */
    int why;         /* errno of the first write that failed, or 0 */
} AtomicFile;

/* Opens a temporary file beside PATH and makes the missing folders of PATH.
 * False with ERROR_FAILED, naming the file and the remedy.  After success
 * end with atomic_file_keep or atomic_file_drop. */
bool atomic_file_open(AtomicFile *output, const char *path, Error *error);
/* Flushes the temporary file to the disk and renames it to its target.  False
 * with ERROR_FAILED, naming the file and the remedy, also if an earlier write
 * failed; then the temporary file is removed.  Frees OUTPUT either way. */
bool atomic_file_keep(AtomicFile *output, Error *error);
/* Appends BYTES bytes of DATA.  False if this or an earlier write failed;
 * atomic_file_keep reports why. */
bool atomic_file_write(AtomicFile *output, const void *data, size_t bytes);
/* Removes the temporary file and frees OUTPUT; does nothing after
 * atomic_file_keep. */
void atomic_file_drop(AtomicFile *output);

/* Writes a whole file at once: opens, writes DATA and keeps it as above.  False
 * with ERROR_FAILED. */
bool atomic_file_save(const char *path, const void *data, size_t bytes,
                      Error *error);

#endif
