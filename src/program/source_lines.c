/* SPDX-License-Identifier: MIT */
#include "program/source_lines.h"

#include "program/arguments.h"
#include "trace/limits.h"

#include <stdlib.h>
#include <string.h>

/* ---- Files ----------------------------------------------------------------*/

static void find_starts(SourceLines *lines, size_t s)
{
    const char *text = lines->facts->sources[s].text;
    size_t length = strlen(text), capacity = 0, count = 0;
    size_t *starts = NULL;

    for (size_t at = 0; at <= length && count < LIMITS_LINES; ++count) {
        const char *end = memchr(text + at, '\n', length - at);
        starts = base_grow(starts, count, &capacity, sizeof *starts);
        starts[count] = at;
        at = end ? (size_t)(end - text) + 1 : length + 1;
    }
    lines->starts[s] = starts;
    lines->counts[s] = (uint32_t)count;
}

void source_lines_begin(SourceLines *lines, const ProgramSymbols *symbols,
                        const ProgramFacts *facts)
{
    *lines = (SourceLines){.symbols = symbols, .facts = facts};
    lines->starts = base_alloc(facts->sources_count + 1, sizeof(size_t *));
    lines->counts = base_alloc(facts->sources_count + 1, sizeof(uint32_t));
    for (size_t s = 0; s < facts->sources_count; ++s)
        find_starts(lines, s);
}

void source_lines_free(SourceLines *lines)
{
    for (size_t s = 0; lines->starts && s < lines->facts->sources_count; ++s)
        free(lines->starts[s]);
    free(lines->starts);
    free(lines->counts);
    free(lines->sites);
    *lines = (SourceLines){0};
}

bool source_lines_is_file(const char *file, const char *name)
{
    size_t whole = strlen(file), length = strlen(name);

    if (strcmp(file, name) == 0)
        return true;
    return whole > length && file[whole - length - 1] == '/' &&
           strcmp(file + whole - length, name) == 0;
}

/* The line of the user's that frame I of SITE is on; false if it is in another
 * file. */
static bool find_line(const SourceLines *lines, const ProgramSite *site,
                      uint32_t i, uint8_t *source, uint16_t *line)
{
    const ProgramFacts *facts = lines->facts;
    const char *file = NULL;
    uint32_t number = 0;

    if (!lines->symbols->line(lines->symbols->user, site->frames[i] - 1, &file,
                              &number) ||
        !file)
        return false;
    for (size_t s = 0; s < facts->sources_count; ++s)
        if (source_lines_is_file(file, facts->sources[s].name)) {
            *source = (uint8_t)s;
            *line = number <= lines->counts[s] ? (uint16_t)number : 0;
            return true;
        }
    return false;
}

/* ---- Sites ----------------------------------------------------------------*/

void source_lines_add(SourceLines *lines, const ProgramSite *site)
{
    SiteLine added = {.parts = 1, .paths = 1};
    uint32_t i = site->depth;

    if (i > 0)
        added.user = added.leaf = site->frames[i - 1];
    while (i-- > 0)
        if (find_line(lines, site, i, &added.source, &added.line)) {
            added.user = site->frames[i];
            added.known = true;
            break;
        }
    added.outer = added.source;
    for (uint32_t j = 0; added.known && j < i; ++j) {
        uint16_t line;
        if (find_line(lines, site, j, &added.outer, &line))
            break;
    }
    base_push(lines, sites, added);
}

typedef struct {
    SiteLine *site;
    size_t id;
} Used;

static int compare(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

static int by_line(const void *a, const void *b)
{
    const SiteLine *x = ((const Used *)a)->site, *y = ((const Used *)b)->site;
    int order = compare(x->source, y->source);

    if (order == 0)
        order = compare(x->line, y->line);
    if (order == 0)
        order = compare(x->user, y->user);
    if (order == 0)
        order = compare(x->leaf, y->leaf);
    return order ? order
                 : compare(((const Used *)a)->id, ((const Used *)b)->id);
}

/* Numbers the COUNT sites of one line. */
static void number_line(Used *used, size_t count)
{
    uint32_t place = 0;

    for (size_t i = 0, end; i < count; i = end, ++place) {
        end = i + 1;
        while (end < count && used[end].site->user == used[i].site->user &&
               used[end].site->leaf == used[i].site->leaf)
            ++end;
        for (size_t j = i; j < end; ++j) {
            used[j].site->place =
                (uint8_t)(place < UINT8_MAX ? place : UINT8_MAX);
            used[j].site->path = (uint32_t)(j - i);
            used[j].site->paths = (uint32_t)(end - i);
        }
    }
}

void source_lines_number(SourceLines *lines, uint32_t launch)
{
    Used *used = base_alloc(lines->sites_count + 1, sizeof *used);
    size_t count = 0;

    for (size_t i = 0; i < lines->sites_count; ++i)
        if (lines->sites[i].launch == launch)
            used[count++] = (Used){lines->sites + i, i};
    qsort(used, count, sizeof *used, by_line);
    for (size_t i = 0, end; i < count; i = end) {
        end = i + 1;
        while (end < count && used[end].site->source == used[i].site->source &&
               used[end].site->line == used[i].site->line)
            ++end;
        number_line(used + i, end - i);
    }
    free(used);
}

/* ---- Comments and arguments -----------------------------------------------*/

/* The title that a comment on LINE gives; ALONE: only if nothing else is there.
 */
static bool comment_on(const SourceLines *lines, uint32_t source, uint32_t line,
                       bool alone, char *title, size_t size)
{
    static const char word[] = "step:", blanks[] = " \t\v\f\r";

    if (line < 1 || line > lines->counts[source])
        return false;
    const char *text =
        lines->facts->sources[source].text + lines->starts[source][line - 1];
    const char *end = text + strcspn(text, "\n"), *at = text;
    while (at < end && (at[0] != '/' || at[1] != '/'))
        ++at;
    if (at == end || (alone && text + strspn(text, blanks) < at))
        return false;
    at += 2 + strspn(at + 2, blanks);
    return strncmp(at, word, strlen(word)) == 0 &&
           arguments_trim(at + strlen(word), (size_t)(end - at) - strlen(word),
                          title, size);
}

bool source_lines_comment(const SourceLines *lines, uint32_t source,
                          uint32_t line, char *title, size_t size)
{
    return comment_on(lines, source, line, false, title, size) ||
           (line > 1 && comment_on(lines, source, line - 1, true, title, size));
}

bool source_lines_opening(const SourceLines *lines, uint32_t source,
                          uint32_t line, char *title, size_t size, uint16_t *at)
{
    static const char word[] = "__global__";

    for (; line > 0 && line <= lines->counts[source]; --line) {
        const char *text = lines->facts->sources[source].text +
                           lines->starts[source][line - 1];
        const char *brace = memchr(text, '{', strcspn(text, "\n"));
        if (brace && strspn(brace + 1, " \t/") > 2 &&
            comment_on(lines, source, line, false, title, size)) {
            *at = (uint16_t)line;
            return true;
        }
        if (memmem(text, strcspn(text, "\n"), word, strlen(word)))
            return false;
    }
    return false;
}
