/* SPDX-License-Identifier: MIT */
#include "analysis/line_index.h"

#include <stdlib.h>
#include <string.h>

static SourceLine trim(const char *from, const char *end)
{
    while (from < end && strchr(" \t", *from))
        ++from;
    while (from < end && strchr(" \t\r", end[-1]))
        --end;
    return (SourceLine){from, (size_t)(end - from)};
}

/* Fills ROWS from line 1 on. */
static void find_lines(const char *text, SourceLine *rows)
{
    for (const char *end; (end = strchr(text, '\n')); text = end + 1)
        *++rows = trim(text, end);
    *++rows = trim(text, text + strlen(text));
}

LineIndex line_index_new(const Trace *trace)
{
    size_t count = trace->sources_count;
    LineIndex index = {.sources = trace->sources,
                       .first = base_alloc(count + 1, sizeof *index.first)};

    for (size_t s = 0; s < count; ++s) {
        size_t lines = 2; /* line 0, and what follows the last line's end */
        for (const char *at = trace->sources[s].text; *at; ++at)
            lines += *at == '\n';
        index.first[s + 1] = index.first[s] + lines;
    }
    index.rows = base_alloc(index.first[count] + 1, sizeof *index.rows);
    for (size_t s = 0; s < count; ++s)
        find_lines(trace->sources[s].text, index.rows + index.first[s]);
    return index;
}

void line_index_free(LineIndex *index)
{
    free(index->rows);
    free(index->first);
    *index = (LineIndex){0};
}

SourceLine line_index_find(const LineIndex *index, const Source *source,
                           uint32_t line)
{
    size_t s = (size_t)(source - index->sources);
    size_t row = index->first[s] + line;

    if (line == 0 || row >= index->first[s + 1])
        return (SourceLine){"", 0};
    return index->rows[row];
}
