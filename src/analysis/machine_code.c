/* SPDX-License-Identifier: MIT */
#include "analysis/machine_code.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The listing of TRACE; NULL: it has none. */
static const Source *find_listing(const Trace *trace)
{
    static const char ending[] = ".sass";

    if (!trace_is_of_gpu(trace) || trace->sources_count == 0)
        return NULL;
    const Source *last = trace->sources + trace->sources_count - 1;
    size_t length = strlen(last->name), more = sizeof ending - 1;
    return length > more && strcmp(last->name + length - more, ending) == 0
               ? last
               : NULL;
}

bool machine_code_is_told(const Trace *trace)
{
    return find_listing(trace) != NULL;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

/* Reads "    0300  LDS R7, [R4]"; false if LINE is none. */
static bool read_code(const char *line, int length, CodeLine *code)
{
    static const char *const words[] = {"LD", "ST", "ATOM", "RED."};
    int at = 0;

    while (at < length && line[at] == ' ')
        ++at;
    *code = (CodeLine){.text = line + at, .length = length - at};
    if (at == 0 || at == length || !isxdigit((unsigned char)line[at]))
        return false;
    while (at < length && line[at] != ' ')
        ++at;
    while (at < length && line[at] == ' ')
        ++at;
    if (at < length && line[at] == '@') /* under a condition */
        while (at < length && line[at++] != ' ')
            ;
    for (size_t w = 0; w < sizeof words / sizeof *words; ++w)
        code->memory |= length - at >= (int)strlen(words[w]) &&
                        strncmp(line + at, words[w], strlen(words[w])) == 0 &&
                        strncmp(line + at, "LDC", 3) != 0;
    return true;
}

size_t machine_code_of(const Trace *trace, const Source *source, uint32_t line,
                       CodeLine lines[], size_t most)
{
    const Source *listing = find_listing(trace);
    char mark[160];
    size_t count = 0;
    bool within = false;

    if (!listing || source == listing)
        return 0;
    int marks = snprintf(mark, sizeof mark, "// %.120s:%u",
                         last_part(source->name), line);
    for (const char *at = listing->text; *at;) {
        CodeLine code;
        int length = (int)strcspn(at, "\n");
        if (at[0] != ' ')
            within = length == marks && memcmp(at, mark, (size_t)marks) == 0;
        else if (within && read_code(at, length, &code)) {
            if (count < most)
                lines[count] = code;
            ++count;
        }
        at += length;
        at += *at == '\n';
    }
    return count;
}
