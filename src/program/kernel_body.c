/* SPDX-License-Identifier: MIT */
#include "program/kernel_body.h"

#include "program/function_body.h"
#include "program/kernel_rules.h"

/* The braces around the body of the kernel whose __global__ is at I; false if
 * it is only declared, or has a goto, which may lead to its end from anywhere.
 */
static bool find_body(const Span *span, size_t i, size_t *open, size_t *close)
{
    for (; i < span->count && !span_is(span, i, "{"); ++i) {
        if (span_is(span, i, ";") || span_closes(span, i))
            return false;
        if (span_opens(span, i))
            i = span_closing(span, i);
        else if (span_is(span, i, "<"))
            i = span_closing_angle(span, i);
    }
    *open = i;
    *close = i < span->count ? span_closing(span, i) : span->count;
    for (size_t k = i; k < *close; ++k)
        if (span_is(span, k, "goto"))
            return false;
    return *close < span->count;
}

/* True if a statement ends before the brace CLOSE; where it lacks its ";", the
 * compiler is to find the brace behind it, and nothing else. */
static bool ends_whole(const Span *span, size_t close)
{
    static const char *const ends[] = {";", "{", ":", NULL};

    if (close == span->first || !span_is(span, close - 1, "}"))
        return close > span->first && span_is_any(span, close - 1, ends);
    size_t open = span_opening(span, close - 1);
    return open == SIZE_MAX || open == span->first ||
           (!span_is(span, open - 1, "=") && !span_is(span, open - 1, "]"));
}

/* Rewrites the body between OPEN and CLOSE. */
static void rewrite_body(Rewriter *r, size_t open, size_t close)
{
    const Span *span = &r->span;

    for (size_t d = 0; d < r->file->directives_count; ++d) {
        const Directive *at = r->file->directives + d;
        if (at->kind == DIRECTIVE_IF && at->start > span->tokens[open].start &&
            at->start < span->tokens[close].start)
            return;
    }
    rewriter_replace_by(r, span->tokens[open].end, span->tokens[open].end,
                        " upsweep_kernel_begin(__func__);");
    if (ends_whole(span, close))
        rewriter_replace_by(r, span->tokens[close].start,
                            span->tokens[close].start,
                            "upsweep_kernel_end(); ");
}

bool kernel_body_rewrite(Rewriter *r, size_t i)
{
    size_t open, close;

    if (rewriter_is_sure(r)) {
        BrokenRule rule =
            kernel_rules_declaration(&r->span, i,
                                     rewriter_scope(r) == SCOPE_CLASS);
        if (rule.what[0])
            return rewriter_fault(r, rule.at, rule.what);
    }
    if (r->macro || !find_body(&r->span, i, &open, &close))
        return true;
    rewrite_body(r, open, close);
    return function_body_check(r, open, RUNS_AS_KERNEL);
}
