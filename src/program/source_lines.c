/* SPDX-License-Identifier: MIT */
#include "program/source_lines.h"

#include "program/arguments.h"
#include "trace/limits.h"
#include "util/resources.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* ---- Tokens ---------------------------------------------------------------*/

/* The end of the comment or the preprocessor line at AT, or of the blank there;
 * NULL: there is none. */
static const char *skip_blank(const char *at)
{
    if (isspace((unsigned char)*at))
        return at + 1;
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '#' && (at[0] != '/' || at[1] != '/'))
        return NULL;
    for (; *at && *at != '\n'; ++at)
        at += at[0] == '\\' && at[1];
    return at;
}

/* The end of the string, the number or the name at AT, or of the character. */
static const char *skip_token(const char *at)
{
    char quote = *at;
    bool number = isdigit((unsigned char)quote);

    if (quote == '"' || quote == '\'') {
        for (++at; *at && *at != quote && *at != '\n'; ++at)
            at += at[0] == '\\' && at[1];
        return at + (*at == quote);
    }
    const char *end = at;
    while (isalnum((unsigned char)*end) || *end == '_' ||
           (number && *end == '\''))
        ++end;
    return end > at ? end : at + 1;
}

/* The first token from AT on; *LENGTH is its own, and 0 at the end. */
static const char *token(const char *at, size_t *length)
{
    for (const char *end = at; end; end = skip_blank(at))
        at = end;
    *length = *at ? (size_t)(skip_token(at) - at) : 0;
    return at;
}

static bool is(const char *at, size_t length, const char *word)
{
    return length == strlen(word) && strncasecmp(at, word, length) == 0;
}

/* What follows "TYPE NAME(" in SOURCE, of a definition if DEFINED; a TYPE of
 * NULL is any name.  NULL: there is none. */
static const char *find_function(const char *source, const char *type,
                                 const char *name, bool defined)
{
    size_t length = 0, before = 0, next;
    const char *at = source, *last = source;

    for (; *at; last = at, before = length, at += length) {
        at = token(at, &length);
        const char *open = token(at + length, &next);
        bool named = before && (isalpha((unsigned char)*last) || *last == '_');
        if (*open != '(' || !named || !is(at, length, name) ||
            (type && !is(last, before, type)))
            continue;
        const char *close = strchr(open, ')');
        if (!defined || (close && *token(close + 1, &next) == '{'))
            return open + 1;
    }
    return NULL;
}

bool source_text_has_main(const char *text)
{
    return find_function(text, NULL, "main", false);
}

/* ---- Launches -------------------------------------------------------------*/

/* Joins three MARKs at AT, which may have blanks between, and returns their
 * end; NULL: there are none. */
static char *join(char *at, char mark)
{
    char *end = at;

    for (int marks = 0; marks < 3; ++end)
        if (*end == mark)
            ++marks;
        else if (*end != ' ' && *end != '\t')
            return NULL;
    memset(at, ' ', (size_t)(end - at));
    memset(at, mark, 3);
    return end;
}

void source_text_join_launches(char *text)
{
    int depth = -1; /* of brackets after <<<; -1: no launch is open */

    while (*text) {
        const char *blank = skip_blank(text);
        char *end = text + ((blank ? blank : skip_token(text)) - text);
        if (text[0] == '<' && text[1] == '<' && join(text, '<')) {
            end = text + 3;
            depth = 0;
        } else if (depth >= 0) {
            depth += *text == '(';
            depth -= *text == ')';
            if (*text == ';') /* it was none */
                depth = -1;
            if (*text == '>' && depth == 0 && join(text, '>')) {
                end = text + 3;
                depth = -1;
            }
        }
        text = end;
    }
}

/* ---- A main for solve() ---------------------------------------------------*/

/* Sets *SQUARE if SOURCE multiplies an index by N, as "row * N + column" does,
 * and *WIDE if it multiplies one by 2, 3 or 4. */
static void find_products(const char *source, bool *square, bool *wide)
{
    size_t length, before = 0, after;

    for (const char *at = source, *last = at; *at;
         last = at, before = length, at += length) {
        at = token(at, &length);
        const char *next = token(at + length, &after);
        bool name = isalpha((unsigned char)*last);
        if (*at != '*')
            continue;
        *wide |= (before == 1 && strchr("234", *last)) ||
                 (name && after == 1 && strchr("234", *next));
        *square |= (is(last, before, "N") && isalpha((unsigned char)*next) &&
                    !is(next, after, "sizeof")) ||
                   (name && is(next, after, "N"));
    }
}

bool source_text_add_main(const char *source, Text *copy)
{
    size_t length;
    const char *parameters = find_function(source, "void", "solve", true);
    const char *header =
        resource_find("src/program/cuda/upsweep_solve.h", &length);
    bool square = false, wide = false;

    if (!parameters || !header)
        return false;
    find_products(source, &square, &wide);
    text_add(copy, "\n#line 1 \"upsweep_solve.h\"\n");
    text_add_bytes(copy, header, length);
    text_add(copy, "\nint main()\n{\n    return upsweep_solve(solve, \"");
    for (const char *at = token(parameters, &length); *at && *at != ')';
         at = token(at + length, &length))
        if (*at != '"' && *at != '\\')
            text_add(copy, "%.*s ", (int)length, at);
    text_add(copy, "\", %s, %s);\n}\n", square ? "true" : "false",
             wide ? "true" : "false");
    return true;
}
