/* SPDX-License-Identifier: MIT
 *
 * file_stamp - distinguishes two versions of a file.
 */
#ifndef UPSWEEP_FILE_STAMP_H
#define UPSWEEP_FILE_STAMP_H

#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>

typedef struct {
    bool there; /* it is an ordinary file */
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec modified, changed;
} FileStamp;

/* The stamp of the file PATH, links followed. */
FileStamp file_stamp(const char *path);
/* True if both are of one version, or of no file. */
bool file_stamp_same(const FileStamp *a, const FileStamp *b);

#endif
