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

/* The end of the comment, blank, preprocessor line or token at AT. */
static const char *skip(const char *at)
{
    const char *end = skip_blank(at);

    return end ? end : skip_token(at);
}

bool source_text_has_main(const char *text)
{
    bool named = false; /* the last token is a name */
    bool found = false; /* it is main, after a name */

    while (*text) {
        const char *end = skip_blank(text);
        if (!end) {
            if (found && *text == '(')
                return true;
            end = skip_token(text);
            found = named && end - text == 4 && memcmp(text, "main", 4) == 0;
            named = isalpha((unsigned char)*text) || *text == '_';
        }
        text = end;
    }
    return false;
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
        char *end = text + (skip(text) - text);
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

/* The first token from AT on; *LENGTH is its own, and 0 at the end. */
static const char *token(const char *at, size_t *length)
{
    while (isspace((unsigned char)*at) || *at == '#' ||
           (at[0] == '/' && (at[1] == '/' || at[1] == '*')))
        at = skip(at);
    *length = *at ? (size_t)(skip(at) - at) : 0;
    return at;
}

static bool is(const char *at, size_t length, const char *word)
{
    return length == strlen(word) && strncasecmp(at, word, length) == 0;
}

/* The parameters of the definition void solve(...) { in SOURCE, after the (;
 * NULL: there is none. */
static const char *find_solve(const char *source, size_t *bytes)
{
    size_t length = 0, before = 0;
    const char *at = source, *last = source;

    for (; *at; last = at, before = length, at += length) {
        at = token(at, &length);
        if (!is(last, before, "void") || !is(at, length, "solve"))
            continue;
        const char *open = token(at + length, &length);
        const char *close = strchr(open, ')');
        if (*open == '(' && close && *token(close + 1, &length) == '{') {
            *bytes = (size_t)(close - open) - 1;
            return open + 1;
        }
        at = open;
    }
    return NULL;
}

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
    size_t bytes, length;
    const char *parameters = find_solve(source, &bytes);
    const char *header =
        resource_find("src/program/cuda/upsweep_solve.h", &length);
    bool square = false, wide = false;

    if (!parameters || !header)
        return false;
    find_products(source, &square, &wide);
    text_add(copy, "\n#line 1 \"upsweep_solve.h\"\n");
    text_add_bytes(copy, header, length);
    text_add(copy, "\nint main()\n{\n    return upsweep_solve(solve, ");
    text_add(copy, "\"");
    for (const char *at = token(parameters, &length); at < parameters + bytes;
         at = token(at + length, &length))
        if (*at != '"' && *at != '\\')
            text_add(copy, "%.*s ", (int)length, at);
    text_add(copy, "\", %s, %s);\n}\n", square ? "true" : "false",
             wide ? "true" : "false");
    return true;
}
