/* SPDX-License-Identifier: MIT
 *
 * wanted - the options of what a window shows or is about to show, with copies
 * of their texts: a command line may be gone before.
 */
#ifndef UPSWEEP_WANTED_H
#define UPSWEEP_WANTED_H

#include "cli/options.h"

typedef struct {
    Options options;
    char **texts; /* that OPTIONS refers to */
    size_t texts_count, texts_capacity;
    const char **arguments; /* of a program */
} Wanted;

/* A copy of OPTIONS as far as they say what runs; free it with wanted_free. */
Wanted *wanted_copy(const Options *options);
/* What `upsweep view FILE ...` would show.  Files come in any order: a program
 * is named after its first file, so the one with a main is first.  NULL and
 * ERROR. */
Wanted *wanted_files(char *const paths[], int count, Error *error);
void wanted_free(Wanted *wanted); /* NULL is fine */

/* A copy of TEXT that lives as long as WANTED. */
const char *wanted_text(Wanted *wanted, const char *text);
/* Sets the words between blanks in TEXT as the arguments of the program. */
void wanted_arguments(Wanted *wanted, const char *text);
/* The file that a list of recent files has for operand I; NULL: none. */
const char *wanted_file(const Options *options, int i);

#endif
