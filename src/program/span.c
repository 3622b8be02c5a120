/* SPDX-License-Identifier: MIT */
#include "program/span.h"

#include <string.h>

bool span_is(const Span *span, size_t i, const char *word)
{
    return i < span->count && token_is(span->text, span->tokens + i, word);
}

bool span_is_any(const Span *span, size_t i, const char *const words[])
{
    for (; *words; ++words)
        if (span_is(span, i, *words))
            return true;
    return false;
}

bool span_repeats(const Span *span, size_t i, const char *word, size_t count,
                  bool apart)
{
    for (size_t k = 0; k < count; ++k)
        if (!span_is(span, i + k, word) ||
            (!apart && k > 0 &&
             span->tokens[i + k].start != span->tokens[i + k - 1].end))
            return false;
    return true;
}

bool span_is_name(const Span *span, size_t i)
{
    return i < span->count && span->tokens[i].kind == TOKEN_NAME;
}

bool span_same(const Span *span, size_t i, size_t k)
{
    const Token *a = &span->tokens[i], *b = &span->tokens[k];

    return a->end - a->start == b->end - b->start &&
           memcmp(span->text + a->start, span->text + b->start,
                  a->end - a->start) == 0;
}

bool span_is_attribute(const Span *span, size_t i)
{
    static const char *const words[] = {"__align__", "alignas", "__attribute__",
                                        NULL};

    return span_is_any(span, i, words);
}

bool span_opens(const Span *span, size_t i)
{
    return i < span->count &&
           strchr("([{", span->text[span->tokens[i].start]) != NULL;
}

bool span_closes(const Span *span, size_t i)
{
    return i < span->count &&
           strchr(")]}", span->text[span->tokens[i].start]) != NULL;
}

size_t span_closing(const Span *span, size_t i)
{
    size_t depth = 0;

    for (; i < span->count; ++i)
        if (span_opens(span, i))
            ++depth;
        else if (span_closes(span, i) && --depth == 0)
            return i;
    return span->count;
}

size_t span_opening(const Span *span, size_t i)
{
    size_t depth = 0;

    for (size_t k = i + 1; k-- > span->first;)
        if (span_closes(span, k))
            ++depth;
        else if (span_opens(span, k) && --depth == 0)
            return k;
    return SIZE_MAX;
}

size_t span_closing_angle(const Span *span, size_t i)
{
    size_t depth = 0;

    for (size_t k = i; k < span->count; ++k)
        if (span_is(span, k, "<"))
            ++depth;
        else if (span_is(span, k, ">") && --depth == 0)
            return k;
        else if (span_is(span, k, ";") || span_is(span, k, "{") ||
                 span_closes(span, k))
            return i;
        else if (span_opens(span, k))
            k = span_closing(span, k);
    return i;
}

size_t span_opening_angle(const Span *span, size_t i)
{
    size_t depth = 0;

    for (size_t k = i + 1; k-- > span->first;)
        if (span_is(span, k, ">"))
            ++depth;
        else if (span_is(span, k, "<") && --depth == 0)
            return k;
        else if (span_is(span, k, ";") || span_opens(span, k))
            return SIZE_MAX;
        else if (span_closes(span, k) &&
                 (k = span_opening(span, k)) == SIZE_MAX)
            return SIZE_MAX;
    return SIZE_MAX;
}

size_t span_statement_begin(const Span *span, size_t i)
{
    static const char *const borders[] = {";", "{", "}", ":", NULL};

    while (i > span->first && !span_is_any(span, i - 1, borders)) {
        if (span_is(span, i - 1, ")") || span_is(span, i - 1, "]")) {
            size_t open = span_opening(span, i - 1);

            if (open == SIZE_MAX || open == span->first ||
                (span_is(span, i - 1, ")") &&
                 !span_is_attribute(span, open - 1) &&
                 !span_is(span, open - 1, "(")))
                return i;
            i = open;
        } else {
            --i;
        }
    }
    return i;
}

size_t span_statement_end(const Span *span, size_t i)
{
    for (; i < span->count && !span_is(span, i, ";"); ++i)
        if (span_closes(span, i))
            return span->count;
        else if (span_opens(span, i))
            i = span_closing(span, i);
    return i < span->count ? i : span->count;
}

void span_add_literal(Text *out, const char *bytes, size_t length)
{
    text_add(out, "\"");
    for (size_t i = 0; i < length; ++i)
        if (bytes[i] == '\n')
            text_add(out, "\\n");
        else if (bytes[i] == '"' || bytes[i] == '\\')
            text_add(out, "\\%c", bytes[i]);
        else
            text_add_bytes(out, bytes + i, 1);
    text_add(out, "\"");
}

/* Appends BYTES without the ends of lines that a backslash joins; those of
 * Windows have two bytes. */
static void add_joined(Text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        if (i + 1 < length && memcmp(bytes + i, "\\\n", 2) == 0)
            ++i;
        else if (i + 2 < length && memcmp(bytes + i, "\\\r\n", 3) == 0)
            i += 2;
        else
            text_add_bytes(out, bytes + i, 1);
}

/* Appends the string literal BYTES, if it is a raw one with lines, as one
 * without: R"x(a
 * b)x" as "a\nb". */
static bool add_raw(Text *out, const char *bytes, size_t length)
{
    const char *end = bytes + length, *quote = memchr(bytes, '"', length);
    const char *open = quote ? memchr(quote, '(', (size_t)(end - quote)) : NULL;

    if (!open || quote == bytes || quote[-1] != 'R' || end[-1] != '"' ||
        !memchr(bytes, '\n', length))
        return false;
    size_t around = (size_t)(open - quote) + 1; /* of "x(, and of )x" */
    size_t inside = (size_t)(end - quote);
    text_add_bytes(out, bytes, (size_t)(quote - bytes) - 1);
    span_add_literal(out, open + 1,
                     inside > 2 * around ? inside - 2 * around : 0);
    return true;
}

void span_add(const Span *span, size_t first, size_t end, Text *out)
{
    for (size_t i = first; i < end; ++i) {
        const Token *token = span->tokens + i;
        const char *bytes = span->text + token->start;
        size_t length = token->end - token->start;

        if (i > first && token->start != token[-1].end)
            text_add_bytes(out, " ", 1);
        if (token->kind != TOKEN_STRING || !add_raw(out, bytes, length))
            add_joined(out, bytes, length);
    }
}
