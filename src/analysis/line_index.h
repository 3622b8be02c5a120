/* SPDX-License-Identifier: MIT
 *
 * line_index - the lines of a trace's sources, each found in constant time: a
 * trace may name 65,535 lines in each of its instructions.
 */
#ifndef UPSWEEP_LINE_INDEX_H
#define UPSWEEP_LINE_INDEX_H

#include "trace/trace.h"

/* A line without the blanks around it, of LENGTH bytes; no zero ends it. */
typedef struct {
    const char *text;
    size_t length;
} SourceLine;

typedef struct {
    const Source *sources;
    SourceLine *rows; /* of each source its line 0, which is empty, 1, ... */
    size_t *first;    /* row of line 0 of each source; then the count of rows */
} LineIndex;

/* The lines of TRACE, which must outlive the index; line_index_free it. */
LineIndex line_index_new(const Trace *trace);
void line_index_free(LineIndex *index);

/* Line LINE of SOURCE, one of the trace's; empty if the source has none. */
SourceLine line_index_find(const LineIndex *index, const Source *source,
                           uint32_t line);

#endif
