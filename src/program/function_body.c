/* SPDX-License-Identifier: MIT */
#include "program/function_body.h"

#include "program/kernel_rules.h"

/* True if the function main is defined at I; *OPEN is the "{" of its body. */
static bool defines_main(const Rewriter *r, size_t i, size_t *open)
{
    size_t close = span_closing(&r->span, i + 1);

    *open = close + 1;
    return r->scopes.depth == 0 && span_is(&r->span, i, "main") &&
           span_is(&r->span, i + 1, "(") && span_is(&r->span, *open, "{");
}

bool function_body_check(const Rewriter *r, size_t open, FunctionRuns runs)
{
    if (!rewriter_is_sure(r))
        return true;
    BrokenRule rule =
        kernel_rules_body(r->spaces, &r->span, r->file, open, runs);
    return !rule.what[0] || rewriter_fault(r, rule.at, rule.what);
}

bool function_body_rewrite(Rewriter *r, size_t i)
{
    size_t open = 0;

    if (r->macro || !r->spaces)
        return true;
    if (defines_main(r, i, &open))
        return function_body_check(r, open, RUNS_ON_HOST);
    FunctionRuns runs = function_spaces_definition(r->spaces, &r->span, r->file,
                                                   &r->scopes, i, &open);
    if (runs == RUNS_UNKNOWN)
        return true;
    size_t behind = r->span.tokens[open].end;
    rewriter_replace_by(r, behind, behind,
                        runs == RUNS_ON_HOST ? " UPSWEEP_OF_HOST;"
                                             : " UPSWEEP_OF_DEVICE;");
    return function_body_check(r, open, runs);
}
