/* SPDX-License-Identifier: MIT */
#include "program/launch_syntax.h"

#include "program/cxx_tokens.h"
#include "program/kernel_rules.h"

#include <stdio.h>
#include <string.h>

/* Words that a kernel's name may stand behind. */
static const char *const statements[] = {"else",  "return", "do", "if",
                                         "while", "for",    NULL};

/* The name that ends at I, with its template arguments; SIZE_MAX: none does. */
static size_t name_begin(const Span *span, size_t i)
{
    if (span_is(span, i, ">")) {
        i = span_opening_angle(span, i);
        if (i == SIZE_MAX || i == span->first)
            return SIZE_MAX;
        --i;
    }
    return span_is_name(span, i) && !span_is_any(span, i, statements)
               ? i
               : SIZE_MAX;
}

/* One operand of "::", "." or "->" that ends before I: "a", "a<b>", "a[c]",
 * "a(c)" or "(a)"; SIZE_MAX: there is none. */
static size_t operand_begin(const Span *span, size_t i)
{
    size_t k = i;

    while (k > span->first && span_is(span, k - 1, "]"))
        if ((k = span_opening(span, k - 1)) == SIZE_MAX)
            return SIZE_MAX;
    if (k == span->first)
        return SIZE_MAX;
    if (!span_is(span, k - 1, ")"))
        return name_begin(span, k - 1);
    size_t open = span_opening(span, k - 1);
    if (open == SIZE_MAX || open == span->first)
        return open;
    size_t name = name_begin(span, open - 1);
    return name == SIZE_MAX ? open : name;
}

/* The first token of the kernel's name that ends before I; SIZE_MAX: there is
 * none. */
static size_t kernel_begin(const Span *span, size_t i)
{
    static const char *const joints[] = {"::", ".", "->", NULL};

    if (i == span->first)
        return SIZE_MAX;
    for (;;) {
        size_t begin = operand_begin(span, i);

        if (begin == SIZE_MAX)
            return begin;
        if (begin > span->first && span_is(span, begin - 1, "template"))
            --begin;
        if (begin == span->first || !span_is_any(span, begin - 1, joints))
            return begin;
        i = begin - 1;
        if (span_is(span, i, "::") &&
            (i == span->first || span_is_any(span, i - 1, statements) ||
             (!span_is_name(span, i - 1) && !span_is(span, i - 1, ">"))))
            return i; /* "::kernel" */
        if (i == span->first)
            return SIZE_MAX;
    }
}

/* The first of the three ">" that end a launch's configuration, which begins
 * at I; COUNT: there is none. */
static size_t configuration_end(const Span *span, size_t i, bool apart)
{
    for (; i < span->count; ++i) {
        if (span_is(span, i, ";") || span_closes(span, i))
            return span->count;
        if (span_opens(span, i)) {
            i = span_closing(span, i);
        } else if (span_repeats(span, i, ">", 3, apart)) {
            while (!apart && span_repeats(span, i, ">", 4, false))
                ++i;
            return i;
        }
    }
    return span->count;
}

/* True if a preprocessor line stands between two tokens. */
static bool has_directive(const Rewriter *r, size_t first, size_t last)
{
    if (r->macro)
        return false;
    for (size_t i = 0; i < r->file->directives_count; ++i) {
        size_t at = r->file->directives[i].start;

        if (at > r->span.tokens[first].start && at < r->span.tokens[last].start)
            return true;
    }
    return false;
}

/* True if the token at I has a letter that is no capital. */
static bool has_small(const Span *span, size_t i)
{
    for (size_t k = span->tokens[i].start; k < span->tokens[i].end; ++k)
        if (span->text[k] >= 'a' && span->text[k] <= 'z')
            return true;
    return false;
}

/* True if the name at I may be that of a macro: it is all capitals, or defined
 * in the file, or a header beside the file may define it. */
static bool may_be_macro(const Rewriter *r, size_t i)
{
    const Token *name = &r->span.tokens[i];
    const char *text = r->span.text;

    if (!has_small(&r->span, i))
        return true;
    for (size_t d = 0; d < r->file->directives_count; ++d) {
        const Directive *at = r->file->directives + d;
        size_t start, end;
        if (at->kind == DIRECTIVE_INCLUDE &&
            (!includes_name(text, at, &start, &end) || text[end] == '"'))
            return true;
        for (start = at->body; start < at->end && text[start] == ' ';)
            ++start;
        if (at->kind == DIRECTIVE_DEFINE &&
            strncmp(text + start, text + name->start,
                    name->end - name->start) == 0)
            return true;
    }
    return false;
}

/* True if the configuration of a launch, from FIRST to before END, surely is
 * one number alone, and no macro that stands for two. */
static bool is_single(const Rewriter *r, size_t first, size_t end)
{
    const Span *span = &r->span;

    for (size_t i = first; i < end; ++i) {
        if (span_is(span, i, ",") || r->macro ||
            (span_is_name(span, i) && may_be_macro(r, i)))
            return false;
        if (span_opens(span, i))
            i = span_closing(span, i);
    }
    return true;
}

/* The text that replaces the kernel's name and "<<<". */
static void add_launch(const Rewriter *r, const size_t at[4], Text *out)
{
    size_t name = at[0], end = at[1], open = at[2], last = at[3];

    text_add(out, "(");
    if (!has_directive(r, name, last)) {
        text_add(out, "0 ? (void)");
        span_add(&r->span, name, end, out);
        span_add(&r->span, open, last + 1, out);
        text_add(out, " : ");
    }
    text_add(out, "upsweep_kernel(");
    rewriter_add_literal(r, name, end, out);
    text_add(out, ", ");
    rewriter_add_literal(r, open + 1, last, out);
    text_add(out, ", __FILE__, __LINE__, UPSWEEP_CALL(");
    span_add(&r->span, name, end, out);
    text_add(out, "), ");
}

/* False with the error if what is launched by the name at I alone is surely no
 * kernel. */
static bool check_launched(const Rewriter *r, size_t i)
{
    char what[200];
    const Token *token = &r->span.tokens[i];
    int length = (int)(token->end - token->start);
    FunctionRuns runs = rewriter_is_sure(r)
                            ? function_spaces_sole(r->spaces, &r->span, i)
                            : RUNS_UNKNOWN;

    if (runs == RUNS_UNKNOWN)
        return true;
    snprintf(what, sizeof what,
             "%.*s<<<>>> launches a function that is no kernel; write "
             "__global__ %s where it is declared",
             length < 60 ? length : 60, r->span.text + token->start,
             runs == RUNS_ON_HOST ? "before its type"
                                  : "in place of __device__");
    return rewriter_fault(r, i, what);
}

/* False with the error if one of the arguments of a launch, between OPEN and
 * CLOSE, is a lambda of the host. */
static bool check_lambdas(const Rewriter *r, size_t open, size_t close)
{
    size_t at = kernel_rules_host_lambda(&r->span, open, close);

    return at == close || !rewriter_is_sure(r) ||
           rewriter_fault(r, at,
                          "a kernel is given a lambda of the host; write "
                          "__device__ behind its ]");
}

bool launch_syntax_rewrite(Rewriter *r, size_t i)
{
#define USAGE "; write KERNEL<<<GRID, BLOCK>>>(ARGUMENTS)"
    const Span *span = &r->span;
    size_t name = kernel_begin(span, i);
    if (name == SIZE_MAX)
        return rewriter_fault(r, i, "no kernel's name stands before <<<" USAGE);
    size_t close =
        configuration_end(span, i + 3, !span_repeats(span, i, "<", 3, false));
    if (close == span->count) /* ">> >" */
        close = configuration_end(span, i + 3, true);
    if (close == span->count)
        return rewriter_fault(r, i, "<<< without its >>>" USAGE);
    if (close == i + 3)
        return rewriter_fault(r, i, "<<<>>> without a grid and a block" USAGE);
    if (name + 1 == i && !check_launched(r, name))
        return false;
    if (is_single(r, i + 3, close))
        return rewriter_fault(r, i, "<<<>>> has a grid and no block" USAGE);
    size_t open = close + 3;
    if (!span_is(span, open, "("))
        return rewriter_fault(r, close, "no arguments stand behind >>>" USAGE);
    size_t last = span_closing(span, open);
    if (last == span->count)
        return rewriter_fault(r, open,
                              "the launch's arguments have no closing )" USAGE);
#undef USAGE
    if (!check_lambdas(r, open, last))
        return false;
    Text text = {0};
    add_launch(r, (const size_t[]){name, i, open, last}, &text);
    rewriter_replace(r, span->tokens[name].start, span->tokens[i + 2].end,
                     &text);
    rewriter_replace_by(r, span->tokens[close].start, span->tokens[open].end,
                        ")(");
    rewriter_replace_by(r, span->tokens[last].end, span->tokens[last].end, ")");
    return true;
}

/* The "," behind the argument of a call at I, or what closes the call; COUNT:
 * neither. */
static size_t argument_end(const Span *span, size_t i)
{
    for (; i < span->count && !span_is(span, i, ",") && !span_closes(span, i);
         ++i)
        if (span_opens(span, i))
            i = span_closing(span, i);
        else if (span_is(span, i, "<"))
            i = span_closing_angle(span, i);
    return i;
}

void launch_syntax_rewrite_call(Rewriter *r, size_t i)
{
    const Span *span = &r->span;
    bool cooperative = span_is(span, i, "cudaLaunchCooperativeKernel");
    size_t first = i + 2, end;

    if (!span_is(span, i + 1, "("))
        return;
    size_t cast = first + span_is(span, first, "reinterpret_cast");
    size_t close = span_is(span, cast, "(") ? span_closing(span, cast)
                                            : span_closing_angle(span, cast);
    size_t at = cast + 1 + span_is(span, cast + 1, "const");
    if (span_is(span, at, "void") && span_is(span, at + 1, "*") &&
        at + 2 == close)
        first = close + 1;
    if (span_is(span, first, "&"))
        ++first;
    end = argument_end(span, first);
    if (!span_is(span, end, ",") || first == end)
        return;
    Text text = {0};
    text_add(&text, "upsweep_%s(",
             cooperative ? "launch_cooperative" : "launch_function");
    rewriter_add_literal(r, first, end, &text);
    text_add(&text, ", __FILE__, __LINE__, ");
    rewriter_replace(r, span->tokens[i].start, span->tokens[first].start,
                     &text);
}

void launch_syntax_rewrite_configured(Rewriter *r, size_t i)
{
    const Span *span = &r->span;
    size_t name = argument_end(span, i + 2) + 1;
    size_t end = argument_end(span, name);
    size_t close = span_closing(span, i + 1);
    Text text = {0};

    if (!span_is(span, i + 1, "(") || end > close || close == span->count)
        return;
    text_add(&text, "upsweep_launch_with_configuration(");
    rewriter_add_literal(r, name, end, &text);
    text_add(&text, ", ");
    rewriter_add_literal(r, end < close ? end + 1 : close, close, &text);
    text_add(&text, ", __FILE__, __LINE__, ");
    rewriter_replace(r, span->tokens[i].start, span->tokens[i + 1].end, &text);
}
