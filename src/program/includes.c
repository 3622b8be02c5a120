/* SPDX-License-Identifier: MIT */
#include "program/includes.h"

#include "util/base.h"

#include <stdlib.h>
#include <string.h>

bool includes_name(const char *text, const Directive *it, size_t *start,
                   size_t *end)
{
    *start = it->body;
    while (*start < it->end && strchr(" \t", text[*start]))
        ++*start;
    if (*start == it->end || !strchr("<\"", text[*start]))
        return false;
    char close = text[*start] == '<' ? '>' : '"';
    for (*end = ++*start; *end < it->end && text[*end] != close; ++*end)
        if (text[*end] == '\n')
            return false;
    return *end < it->end;
}

Includes includes_of(const char *text)
{
    Includes includes = {NULL, 0, 0};
    CxxTokens file = cxx_tokens_read(text);

    for (size_t i = 0; i < file.directives_count; ++i) {
        const Directive *it = file.directives + i;
        size_t start, end;

        if (it->kind != DIRECTIVE_INCLUDE ||
            !includes_name(text, it, &start, &end))
            continue;
        char *name = base_memdup(text + start, end - start + 1);
        name[end - start] = '\0';
        base_push(&includes, items, ((Include){name, text[end] == '>'}));
    }
    cxx_tokens_free(&file);
    return includes;
}

void includes_free(Includes *includes)
{
    for (size_t i = 0; i < includes->items_count; ++i)
        free(includes->items[i].name);
    free(includes->items);
    *includes = (Includes){NULL, 0, 0};
}
