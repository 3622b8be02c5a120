/* SPDX-License-Identifier: MIT */
#include "program/device_variables.h"

/* True if the statement at FIRST, which ends at END, declares variables; *NAME
 * is the first one's name. */
static bool declares_variable(const Span *span, size_t first, size_t end,
                              size_t *name)
{
    static const char *const others[] = {"template", "typedef",  "using",
                                         "friend",   "operator", "extern",
                                         NULL};

    for (size_t i = first; i < end; ++i) {
        if (span_is_any(span, i, others))
            return false;
        if (span_is(span, i, "<") && i > first && span_is_name(span, i - 1)) {
            i = span_closing_angle(span, i);
        } else if (span_is(span, i, "(") && span_is_attribute(span, i - 1)) {
            i = span_closing(span, i);
        } else if (span_is(span, i, "(") && span_is(span, i + 1, "*")) {
            *name = i + 2;
            return span_is_name(span, *name);
        } else if (span_is(span, i, "(")) {
            return span_is(span, i - 1, "decltype");
        } else if (span_is(span, i, "=") || span_is(span, i, "[") ||
                   span_is(span, i, ",")) {
            *name = i - 1;
            return span_is_name(span, *name);
        } else if (span_is(span, i, "{")) {
            *name = i - 1;
            return i > first + 1 && !span_is(span, i - 1, "struct") &&
                   !span_is(span, i - 2, "struct") && span_is_name(span, *name);
        }
    }
    *name = end - 1;
    return end > first + 1 && span_is_name(span, *name);
}

static void add_symbol(const Span *span, size_t name, bool managed, Text *out)
{
    Text text = {0};

    span_add(span, name, name + 1, &text);
    text_add(out,
             " static const int upsweep_s_%s = upsweep_symbol_of(\"%s\", %s, "
             "%d);",
             text.text, text.text, text.text, managed);
    text_free(&text);
}

/* True if WORD is among the tokens FIRST to END - 1. */
static bool has_word(const Span *span, size_t first, size_t end,
                     const char *word)
{
    while (first < end && !span_is(span, first, word))
        ++first;
    return first < end;
}

void device_variables_rewrite(Rewriter *r, size_t i, size_t *next)
{
    const Span *span = &r->span;
    size_t first = span_statement_begin(span, i);
    size_t end = span_statement_end(span, i), name = 0;

    if (end == span->count || has_word(span, first, end, "__shared__") ||
        !declares_variable(span, first, end, &name))
        return;
    if (name > first && span_is(span, name - 1, "::"))
        return;
    Text text = {0};
    bool managed = has_word(span, first, end, "__managed__");
    add_symbol(span, name, managed, &text);
    for (size_t k = name + 1; k < end; ++k)
        if (span_opens(span, k)) {
            k = span_closing(span, k);
        } else if (span_is(span, k, ",")) {
            while (span_is(span, k + 1, "*"))
                ++k;
            if (span_is_name(span, k + 1))
                add_symbol(span, k + 1, managed, &text);
        }
    rewriter_replace(r, span->tokens[end].end, span->tokens[end].end, &text);
    *next = end;
}
