/* SPDX-License-Identifier: MIT */
#include "program/rewriter.h"

#include <stdlib.h>
#include <string.h>

ScopeKind rewriter_scope(const Rewriter *r)
{
    return r->macro ? SCOPE_FUNCTION : scopes_kind(&r->scopes);
}

bool rewriter_is_sure(const Rewriter *r)
{
    return r->spaces && !r->macro && !scopes_in_condition(&r->scopes, r->file);
}

bool rewriter_fault(const Rewriter *r, size_t i, const char *what)
{
    const Span *span = &r->span;
    const Token *token = &span->tokens[i < span->count ? i : span->count - 1];

    return error_set(r->error, ERROR_USAGE, "%s:%u: %s", r->path,
                     (unsigned)token->line, what);
}

void rewriter_add_literal(const Rewriter *r, size_t first, size_t end,
                          Text *out)
{
    Text plain = {0};

    span_add(&r->span, first, end, &plain);
    if (r->macro)
        text_add(out, "UPSWEEP_TEXT(%s)", plain.text ? plain.text : "");
    else
        span_add_literal(out, plain.text, plain.length);
    text_free(&plain);
}

void rewriter_replace(Rewriter *r, size_t start, size_t end, Text *text)
{
    for (size_t i = start; i < end; ++i)
        if (r->span.text[i] == '\n')
            text_add(text, r->macro ? "\\\n" : "\n");
    text_add_bytes(text, "", 1);
    base_push(r, edits, ((Edit){start, end, r->edits_count, text->text}));
}

void rewriter_replace_by(Rewriter *r, size_t start, size_t end,
                         const char *words)
{
    Text text = {0};

    text_add(&text, "%s", words);
    rewriter_replace(r, start, end, &text);
}

static int by_place(const void *a, const void *b)
{
    const Edit *p = a, *q = b;

    if (p->start != q->start)
        return p->start < q->start ? -1 : 1;
    return p->order < q->order ? -1 : p->order > q->order;
}

/* The line of the text that AT is on. */
static unsigned line_of(const char *text, size_t at)
{
    unsigned line = 1;

    for (size_t i = 0; i < at; ++i)
        line += text[i] == '\n';
    return line;
}

bool rewriter_apply(Rewriter *r, Text *out)
{
    size_t at = 0, length = strlen(r->span.text);

    if (r->edits_count > 0)
        qsort(r->edits, r->edits_count, sizeof *r->edits, by_place);
    for (size_t i = 0; i < r->edits_count; ++i) {
        const Edit *edit = r->edits + i;

        if (edit->start < at)
            return error_set(r->error, ERROR_USAGE,
                             "%s:%u: a launch or a declaration of shared "
                             "memory ends within another one; look for "
                             "brackets that do not match",
                             r->path, line_of(r->span.text, edit->start));
        text_add_bytes(out, r->span.text + at, edit->start - at);
        text_add_bytes(out, edit->text, strlen(edit->text));
        at = edit->end;
    }
    text_add_bytes(out, r->span.text + at, length - at);
    return true;
}

void rewriter_free(Rewriter *r)
{
    for (size_t i = 0; i < r->edits_count; ++i)
        free(r->edits[i].text);
    free(r->edits);
}
