/* SPDX-License-Identifier: MIT
 *
 * value_lines - words of memory as lines of text, in a table, and a sum spelled
 * out; long lists are shortened.
 *
 *          0 |  1  4  9
 *          3 | 16 25 36
 */
#ifndef UPSWEEP_VALUE_LINES_H
#define UPSWEEP_VALUE_LINES_H

#include "trace/trace.h"

enum { VALUE_LINES_MOST = 16 }; /* a list of more lines is shortened */

/* Whose types the words have. */
typedef enum { VALUES_PLAIN, VALUES_OF_SHARED, VALUES_OF_ARRAY } ValuesOf;

/* Words of shared memory, or of an array. */
typedef struct {
    const Trace *trace;
    const Word *words;
    const Word *intervals; /* NULL: none is unset */
    uint32_t count;
    ValuesOf of;
    uint32_t which;      /* grid, or array */
    const bool *unknown; /* of each word; NULL: all are known */
} ValueLines;

/* True if line I of COUNT is to be printed: all of them are if they are at most
 * MOST, or FULL.  Adds a note instead of the lines left out, of WHAT. */
bool value_lines_fold(size_t i, size_t count, size_t most, bool full,
                      const char *what, Text *text);
/* Adds the table of AT, of shared memory in rows of as many as there are
 * banks. */
void value_lines_add(const ValueLines *at, bool full, Text *text);
/* The same of COUNT words without types. */
void value_lines_words(const Trace *trace, const Word *words, uint32_t count,
                       bool full, Text *text);
/* Adds "8 + 3 = 11". */
void value_lines_sum(const Trace *trace, const Sum *sum, Text *text);

#endif
