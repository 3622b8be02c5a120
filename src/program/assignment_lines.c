/* SPDX-License-Identifier: MIT */
#include "program/assignment_lines.h"

#include "program/source_lines.h"
#include "program/span.h"
#include "util/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct AssignmentFile {
    char *name, *text;
    CxxTokens tokens;
} File;

void assignment_lines_add(AssignmentFiles *files, const char *name,
                          const char *text)
{
    File file = {base_strdup(name), base_strdup(text), {.text = NULL}};

    file.tokens = cxx_tokens_read(file.text);
    base_push(files, items, file);
}

void assignment_lines_free(AssignmentFiles *files)
{
    for (size_t i = 0; i < files->items_count; ++i) {
        cxx_tokens_free(&files->items[i].tokens);
        free(files->items[i].name);
        free(files->items[i].text);
    }
    free(files->items);
    *files = (AssignmentFiles){0};
}

/* The token at LINE and COLUMN; COUNT of SPAN: none begins or goes on there. */
static size_t token_at(const Span *span, uint32_t line, uint32_t column)
{
    size_t low = 0, high = span->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (span->tokens[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == span->count || span->tokens[low].line != line || column == 0)
        return span->count;
    size_t begin = span->tokens[low].start;
    while (begin > 0 && span->text[begin - 1] != '\n')
        --begin;
    size_t at = begin + column - 1;
    while (low < span->count && span->tokens[low].end <= at)
        ++low;
    return low < span->count && span->tokens[low].start <= at ? low
                                                              : span->count;
}

/* True if the token at I is the operator =, and no part of another one. */
static bool is_assignment(const Span *span, size_t i)
{
    const Token *token = &span->tokens[i];

    return span_is(span, i, "=") && i > span->first &&
           !strchr("=!<>+-*/%&|^", span->text[token->start - 1]) &&
           span->text[token->end] != '=';
}

uint32_t assignment_lines_find(const AssignmentFiles *files, const char *file,
                               uint32_t line, uint32_t column)
{
    size_t f = 0;

    while (f < files->items_count &&
           !source_lines_is_file(file, files->items[f].name))
        ++f;
    if (f == files->items_count)
        return line;
    const CxxTokens *tokens = &files->items[f].tokens;
    Span span = {tokens->text, tokens->tokens, tokens->tokens_count, 0};
    size_t last = token_at(&span, line, column);
    if (last + 1 >= span.count ||
        !(span_is(&span, last + 1, ";") || span_is(&span, last + 1, ",") ||
          span_closes(&span, last + 1)))
        return line;
    for (size_t i = last + 1; i-- > 0;) {
        if (is_assignment(&span, i))
            return span.tokens[i - 1].line;
        if (span_opens(&span, i) || span_is(&span, i, ";"))
            break;
        if (span_closes(&span, i) && (i = span_opening(&span, i)) == SIZE_MAX)
            break;
    }
    return line;
}
