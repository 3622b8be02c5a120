/* SPDX-License-Identifier: MIT
 *
 * work_folder - a folder for files that are needed for a while, in TMPDIR or
 * /tmp.  It is removed when its user is done with it, when a signal ends the
 * program, and when the program fails.
 */
#ifndef UPSWEEP_WORK_FOLDER_H
#define UPSWEEP_WORK_FOLDER_H

#include "util/base.h"

/* The path of a new folder; NULL and ERROR_FAILED if none can be made. */
char *work_folder_new(Error *error);
/* Removes the folder with all that is in it, and frees its path; NULL is fine.
 */
void work_folder_free(char *folder);

/* The path of NAME in FOLDER; free it. */
char *work_folder_path(const char *folder, const char *name);
/* Writes the BYTES bytes at DATA to NAME in FOLDER; makes the folders that NAME
 * lies in.  False and ERROR_FAILED if that fails. */
bool work_folder_write(const char *folder, const char *name, const void *data,
                       size_t bytes, Error *error);
/* Writes the embedded files (resources.h) whose names begin with PREFIX; their
 * names in FOLDER begin with TO in its place. */
bool work_folder_unpack(const char *folder, const char *prefix, const char *to,
                        Error *error);

#endif
