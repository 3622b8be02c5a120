/* SPDX-License-Identifier: MIT */
#include "program/scopes.h"

/* The kind of scope that the "{" at I opens. */
static ScopeKind scope_kind(const Span *span, size_t i)
{
    static const char *const borders[] = {";", "{", "}", NULL};
    static const char *const classes[] = {"struct", "class", "union", NULL};
    size_t first = i;

    if (i > span->first && span_is(span, i - 1, ")")) {
        size_t open = span_opening(span, i - 1);

        while (open > span->first && span_is(span, open - 1, "("))
            --open;
        if (!span_is_attribute(span, open - 1))
            return SCOPE_FUNCTION;
    }
    while (first > span->first && !span_is_any(span, first - 1, borders))
        --first;
    if (span_is(span, first, "template") && span_is(span, first + 1, "<"))
        first = span_closing_angle(span, first + 1) + 1;
    for (size_t k = first; k < i; ++k)
        if (span_is(span, k, "namespace") ||
            (span_is(span, k, "extern") &&
             span->tokens[k + 1].kind == TOKEN_STRING && k + 2 == i))
            return SCOPE_NAMESPACE;
        else if (span_is_any(span, k, classes))
            return SCOPE_CLASS;
        else if (span_is(span, k, "(") && !span_is_attribute(span, k - 1))
            return SCOPE_FUNCTION;
    return SCOPE_FUNCTION;
}

/* Takes the braces that stand in a conditional's parts once. */
static void track_directive(Scopes *scopes, const Directive *directive)
{
    if (directive->kind == DIRECTIVE_IF &&
        scopes->conditionals + 1 < SCOPES_MOST)
        scopes->saved[scopes->conditionals++] = scopes->depth;
    else if (directive->kind == DIRECTIVE_ELSE && scopes->conditionals > 0)
        scopes->depth = scopes->saved[scopes->conditionals - 1];
    else if (directive->kind == DIRECTIVE_ENDIF && scopes->conditionals > 0)
        --scopes->conditionals;
}

void scopes_go_on(Scopes *scopes, const Span *span, const CxxTokens *file,
                  size_t i)
{
    while (scopes->directive < file->directives_count &&
           file->directives[scopes->directive].start < span->tokens[i].start)
        track_directive(scopes, file->directives + scopes->directive++);
    if (span_is(span, i, "{") && scopes->depth + 1 < SCOPES_MOST)
        scopes->kinds[++scopes->depth] = scope_kind(span, i);
    else if (span_is(span, i, "}") && scopes->depth > 0)
        --scopes->depth;
}

ScopeKind scopes_kind(const Scopes *scopes)
{
    return scopes->kinds[scopes->depth];
}
