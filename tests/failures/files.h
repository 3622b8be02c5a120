/* SPDX-License-Identifier: MIT
 *
 * files - the files that a run of the program leaves in a folder.  Used by
 * failures.c.
 */
#ifndef UPSWEEP_FAILURES_FILES_H
#define UPSWEEP_FAILURES_FILES_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_FILES = 64, NAME_BYTES = 64 };

typedef struct {
    char name[NAME_BYTES];
    char *bytes;
    size_t length;
} File;

typedef struct {
    File files[MOST_FILES];
    int count;
} Files;

/* Ends the test with a message on WHAT, and errno's. */
_Noreturn void die(const char *what);

/* The file at PATH, called NAME, with a NUL after its bytes; dies if it cannot
 * be read.  Free the bytes. */
File file_read(const char *path, const char *name);
/* True if both have the same bytes. */
bool file_same(const File *x, const File *y);

/* What lies in out/, but for hidden files; out/ is emptied.  Free with
 * files_free. */
void files_take(Files *files);
void files_free(Files *files);
/* Removes what lies in FOLDER; true if anything did. */
bool files_empty(const char *folder);
/* The file NAME, or NULL. */
const File *files_find(const Files *files, const char *name);

#endif
