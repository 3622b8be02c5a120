/* SPDX-License-Identifier: MIT */
#include "program/source_text.h"

#include "util/resources.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

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
