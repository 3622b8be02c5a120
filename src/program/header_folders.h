/* SPDX-License-Identifier: MIT
 *
 * header_folders - where headers lie that are not beside the file which
 * includes them: in the folders that CPATH names by their full paths, as a
 * makefile's -I does.
 */
#ifndef UPSWEEP_HEADER_FOLDERS_H
#define UPSWEEP_HEADER_FOLDERS_H

#include "util/base.h"

enum { HEADER_FOLDERS_MOST = 8 };

/* The I-th of them, from 0, links followed; NULL: there are fewer.  Free it. */
char *header_folders_at(int i);

/* The path of the header NAME in one of them, to be freed; NULL: it lies in
 * none. */
char *header_folders_find(const char *name);

/* Appends to TEXT that a file includes "NAME", as TEXT_OF_FILE says, which lies
 * neither in FOLDER, which is empty or ends with a slash, nor anywhere else;
 * nothing if there is no such header. */
void header_folders_explain(const char *file, const char *text_of_file,
                            const char *folder, Text *text);

#endif
