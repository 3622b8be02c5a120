/* SPDX-License-Identifier: MIT
 *
 * snapshot - the sources of a program, each read once: what the user is asked
 * about is what is built, whatever happens to the files in between.
 *
 *     given files ── preprocessor of the compiler ── names of what it read
 *                                                        │ without the system's
 *                                                        ▼
 *                                          name, path, real path, text
 *
 * The preprocessor runs in a sandbox with little memory and time.
 */
#ifndef UPSWEEP_SNAPSHOT_H
#define UPSWEEP_SNAPSHOT_H

#include "util/base.h"

#include <sys/stat.h>
#include <time.h>

/* Distinguishes two versions of a file. */
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

#define SNAPSHOT_MOST_BYTES ((size_t)4 << 20) /* of a file */

/* A file of the program. */
typedef struct {
    char *name;    /* as the user gave it, or as an #include of such a file */
    char *path;    /* the same from the root, without ".", ".." and "//" */
    char *real;    /* where it lies, links followed */
    char *text;    /* without a byte order mark; NULL: see snapshot_receive */
    bool has_cuda; /* it may have device code or a launch */
    bool foreign;  /* it lies where CPATH says, and has nothing of CUDA */
    FileStamp stamp;
} SnapshotFile;

/* Free it with snapshot_free. */
typedef struct {
    SnapshotFile *files; /* those given first, then what they include */
    size_t files_count, files_capacity;
    char **missing; /* what is included and not there, as it is included */
    size_t missing_count, missing_capacity;
    size_t given; /* so many of the files were given */
    bool gpu;     /* nvcc read them */
} Snapshot;

/* Reads the COUNT files FILES and what they include; GPU: as nvcc does.  TELLS:
 * why the preprocessor fails goes to standard error.  NULL and ERROR_USAGE if a
 * file cannot be read, is not ordinary, or may not be included, ERROR_FAILED
 * without a compiler. */
Snapshot *snapshot_take(const char *const files[], int count, bool gpu,
                        bool tells, Error *error);
void snapshot_free(Snapshot *snapshot); /* NULL is fine */

/* True if it is of these files. */
bool snapshot_is_of(const Snapshot *snapshot, const char *const files[],
                    int count, bool gpu);
/* True if no file has changed, or leads elsewhere, since it was read. */
bool snapshot_is_current(const Snapshot *snapshot);
/* True if SNAPSHOT is of the given files of OLD, and nothing that both include
 * leads to another file. */
bool snapshot_follows(const Snapshot *snapshot, const Snapshot *old);

#endif
