/* SPDX-License-Identifier: MIT
 *
 * wrap - breaks text into lines of a terminal.
 */
#ifndef UPSWEEP_WRAP_H
#define UPSWEEP_WRAP_H

#include "util/base.h"

/* The columns of LENGTH bytes of UTF-8, one for each character. */
int wrap_columns(const char *text, size_t length);

/* Appends WORDS, of which the first stands after COLUMN columns of a line, to
 * lines of WIDTH columns (0: one line); further lines start with MARGIN and
 * blanks up to INDENT columns.  Ends the line. */
void wrap_add(Text *text, int width, int column, const char *margin, int indent,
              const char *words);

/* Appends TEXT with “these” for `these`, as it is printed. */
void wrap_quotes(const char *text, Text *out);

#endif
