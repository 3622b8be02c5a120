/* SPDX-License-Identifier: MIT */
#include "program/scopes.h"

/* The first token of what the "{" at I belongs to, behind "template <...>". */
static size_t head_of(const Span *span, size_t i)
{
    static const char *const borders[] = {";", "{", "}", NULL};
    size_t first = i;

    while (first > span->first && !span_is_any(span, first - 1, borders))
        --first;
    if (span_is(span, first, "template") && span_is(span, first + 1, "<"))
        first = span_closing_angle(span, first + 1) + 1;
    return first;
}

static const char *const classes[] = {"struct", "class", "union", NULL};

/* The kind of scope that the "{" at I opens. */
static ScopeKind scope_kind(const Span *span, size_t i)
{
    if (i > span->first && span_is(span, i - 1, ")")) {
        size_t open = span_opening(span, i - 1);

        while (open > span->first && span_is(span, open - 1, "("))
            --open;
        if (!span_is_attribute(span, open - 1))
            return SCOPE_FUNCTION;
    }
    for (size_t k = head_of(span, i); k < i; ++k)
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

static void set_depth(Scopes *scopes, uint32_t depth)
{
    scopes->depth = depth;
    scopes->functions = 0;
    for (uint32_t i = 1; i <= depth; ++i)
        scopes->functions += scopes->kinds[i] == SCOPE_FUNCTION;
}

/* Takes the braces that stand in a conditional's parts once. */
static void enter_directive(Scopes *scopes, const Directive *directive)
{
    if (directive->kind == DIRECTIVE_IF &&
        scopes->conditionals + 1 < SCOPES_MOST)
        scopes->saved[scopes->conditionals++] = scopes->depth;
    else if (directive->kind == DIRECTIVE_ELSE && scopes->conditionals > 0)
        set_depth(scopes, scopes->saved[scopes->conditionals - 1]);
    else if (directive->kind == DIRECTIVE_ENDIF && scopes->conditionals > 0)
        --scopes->conditionals;
}

void scopes_go_on(Scopes *scopes, const Span *span, const CxxTokens *file,
                  size_t i)
{
    while (scopes->directive < file->directives_count &&
           file->directives[scopes->directive].start < span->tokens[i].start)
        enter_directive(scopes, file->directives + scopes->directive++);
    if (span_is(span, i, "{") && scopes->depth + 1 < SCOPES_MOST) {
        scopes->kinds[scopes->depth + 1] = scope_kind(span, i);
        scopes->opens[scopes->depth + 1] = i;
        set_depth(scopes, scopes->depth + 1);
    } else if (span_is(span, i, "}") && scopes->depth > 0) {
        set_depth(scopes, scopes->depth - 1);
    }
}

ScopeKind scopes_kind(const Scopes *scopes)
{
    return scopes->kinds[scopes->depth];
}

size_t scopes_class_name(const Scopes *scopes, const Span *span)
{
    if (scopes_kind(scopes) != SCOPE_CLASS)
        return SIZE_MAX;
    size_t open = scopes->opens[scopes->depth];
    for (size_t i = head_of(span, open); i < open; ++i)
        if (span_is_any(span, i, classes))
            return span_is_name(span, i + 1) &&
                           (i + 2 == open || span_is(span, i + 2, ":") ||
                            span_is(span, i + 2, "final"))
                       ? i + 1
                       : SIZE_MAX;
    return SIZE_MAX;
}

bool scopes_in_function(const Scopes *scopes)
{
    return scopes->functions > 0;
}

bool scopes_in_condition(const Scopes *scopes, const CxxTokens *file)
{
    const Directive *first = file->directives;
    bool guarded =
        file->directives_count > 1 && first[0].kind == DIRECTIVE_IF &&
        first[1].kind == DIRECTIVE_DEFINE &&
        (file->tokens_count == 0 || first[1].start < file->tokens[0].start);

    return scopes->conditionals > (guarded ? 1 : 0);
}
