/* SPDX-License-Identifier: MIT */
#include "program/rewrite.h"

#include "program/cuda_headers.h"
#include "program/cxx_tokens.h"
#include "program/function_spaces.h"
#include "program/kernel_rules.h"
#include "program/launch_syntax.h"
#include "program/rewriter.h"
#include "program/shared_variables.h"

#include <string.h>

/* ---- Bodies of functions --------------------------------------------------*/

/* True if the function main is defined at I; *OPEN is the "{" of its body. */
static bool defines_main(const Rewriter *r, size_t i, size_t *open)
{
    size_t close = span_closing(&r->span, i + 1);

    *open = close + 1;
    return r->scopes.depth == 0 && span_is(&r->span, i, "main") &&
           span_is(&r->span, i + 1, "(") && span_is(&r->span, *open, "{");
}

/* False with the error if the body at OPEN of a function, which RUNS on one
 * side, surely has what it cannot have there. */
static bool function_body_check(const Rewriter *r, size_t open,
                                FunctionRuns runs)
{
    if (!rewriter_is_sure(r))
        return true;
    BrokenRule rule =
        kernel_rules_body(r->spaces, &r->span, r->file, open, runs);
    return !rule.what[0] || rewriter_fault(r, rule.at, rule.what);
}

/* Where the function whose name is at I is defined there, and surely runs on
 * one side alone, it says when it is called on the other.  False with the error
 * if it has what it cannot have there. */
static bool function_body_rewrite(Rewriter *r, size_t i)
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

/* ---- Variables of the device ----------------------------------------------*/

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

/* Registers the variables that __device__, __constant__ or __managed__ at I
 * declares, if it does, and none in shared memory; *NEXT is then the token to
 * continue with. */
static void device_variables_rewrite(Rewriter *r, size_t i, size_t *next)
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

/* ---- Kernels --------------------------------------------------------------*/

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

/* The kernel whose __global__ is at I says that it begins, as it may be called
 * and not launched.  The thread that comes to its end says so; one that returns
 * before does not.  Nothing is done where #if leaves open which braces the
 * kernel has.  False with the error if the kernel surely is none that CUDA
 * takes. */
static bool kernel_body_rewrite(Rewriter *r, size_t i)
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

/* ---- Calls ----------------------------------------------------------------*/

static const char *const allocations[] = {"cudaMalloc",
                                          "cudaMallocManaged",
                                          "cudaMallocHost",
                                          "cudaHostAlloc",
                                          "cudaMallocPitch",
                                          "cudaMallocAsync",
                                          NULL};

/* cudaMalloc((void **)... at I learns the type of the elements. */
static void rewrite_allocation(Rewriter *r, size_t i)
{
    const Span *span = &r->span;
    bool named = span_is(span, i + 2, "reinterpret_cast");
    size_t cast = i + 2 + named;

    if (!span_is(span, i + 1, "(") || !span_is(span, cast, named ? "<" : "(") ||
        !span_is(span, cast + 1, "void") ||
        !span_repeats(span, cast + 2, "*", 2, true) ||
        !span_is(span, cast + 4, named ? ">" : ")"))
        return;
    Text text = {0};
    text_add(&text, "UPSWEEP_TYPED(");
    span_add(span, i + 2, cast + 5, &text);
    text_add(&text, ") ");
    rewriter_replace(r, span->tokens[i + 2].start, span->tokens[cast + 4].end,
                     &text);
}

/* True if a statement begins at I. */
static bool begins_statement(const Span *span, size_t i)
{
    static const char *const before[] = {";", "{", "}", "else", "do", NULL};
    static const char *const conditions[] = {"if", "for", "while", NULL};

    if (i <= span->first)
        return false;
    if (!span_is(span, i - 1, ")"))
        return span_is_any(span, i - 1, before);
    size_t open = span_opening(span, i - 1);
    return open < span->count && open > span->first &&
           span_is_any(span, open - 1, conditions);
}

/* Hardware adds the constant one to shared memory by an instruction of its own
 * where nobody uses what was there before: `atomicAdd(at, 1);`. */
static void rewrite_count(Rewriter *r, size_t i)
{
    static const char *const ones[] = {"1", "1u", "1U", NULL};
    const Span *span = &r->span;
    size_t close =
        span_is(span, i + 1, "(") ? span_closing(span, i + 1) : span->count;

    if (span_is(span, close + 1, ";") && span_is_any(span, close - 1, ones) &&
        span_is(span, close - 2, ",") && begins_statement(span, i))
        rewriter_replace_by(r, span->tokens[i].start, span->tokens[i].start,
                            "upsweep_count_next(), ");
}

/* Inline PTX ends the program where it is executed. */
static bool rewrite_ptx(Rewriter *r, size_t *i)
{
    size_t end = host_objects_ptx_end(&r->span, *i);

    if (end >= r->span.count || rewriter_scope(r) != SCOPE_FUNCTION)
        return false;
    rewriter_replace_by(
        r, r->span.tokens[*i].start, r->span.tokens[end].end,
        "upsweep_missing(\"inline PTX (asm) is not supported\")");
    *i = end;
    return true;
}

/* ---- Tokens ---------------------------------------------------------------*/

/* Rewrites what begins at *I; *I is then the last token that is done. */
static bool rewrite_token(Rewriter *r, size_t *i)
{
    static const char *const spaces[] = {"__device__", "__constant__",
                                         "__managed__", NULL};
    const Span *span = &r->span;
    ScopeKind kind = rewriter_scope(r);

    if (span_repeats(span, *i, "<", 3, true) &&
        !span_is(span, *i - 1, "operator")) {
        if (!launch_syntax_rewrite(r, *i))
            return false;
        *i += 2;
    } else if (span_is(span, *i, "__shared__") &&
               (span_is(span, *i - 1, "(") || span_is(span, *i - 1, ","))) {
        rewriter_replace_by(r, span->tokens[*i].start, span->tokens[*i].end,
                            "");
    } else if (span_is(span, *i, "__shared__")) {
        return shared_variables_rewrite(r, *i, kind, i);
    } else if (kind == SCOPE_NAMESPACE && span_is_any(span, *i, spaces)) {
        device_variables_rewrite(r, *i, i);
    } else if (span_is(span, *i, "cudaLaunchKernel") ||
               span_is(span, *i, "cudaLaunchCooperativeKernel")) {
        launch_syntax_rewrite_call(r, *i);
    } else if (span_is(span, *i, "cudaLaunchKernelEx")) {
        launch_syntax_rewrite_configured(r, *i);
    } else if (span_is_any(span, *i, allocations)) {
        rewrite_allocation(r, *i);
    } else if (span_is(span, *i, "atomicAdd")) {
        rewrite_count(r, *i);
    } else if (span_is(span, *i, "__global__")) {
        return kernel_body_rewrite(r, *i);
    } else if (span_is_name(span, *i) && !rewrite_ptx(r, i)) {
        return function_body_rewrite(r, *i);
    }
    return true;
}

static bool rewrite_tokens(Rewriter *r)
{
    for (size_t i = r->span.first; i < r->span.count; ++i) {
        if (!r->macro)
            scopes_go_on(&r->scopes, &r->span, r->file, i);
        if (!rewrite_token(r, &i))
            return false;
    }
    return true;
}

/* ---- Preprocessor lines ---------------------------------------------------*/

/* True if what a #define stands for has something to rewrite. */
static bool is_worth_it(const Span *span)
{
    for (size_t i = 1; i + 2 < span->count; ++i)
        if (span_repeats(span, i, "<", 3, false) ||
            span_is(span, i, "__shared__") ||
            span_is_any(span, i, allocations) ||
            host_objects_ptx_end(span, i) < span->count)
            return true;
    return false;
}

/* Comes when the file's tokens are rewritten: R is from now on that of a
 * #define. */
static bool rewrite_define(Rewriter *r, const Directive *directive)
{
    CxxTokens part = cxx_tokens_part(r->span.text, directive->body,
                                     directive->end, directive->line);
    bool ok = true;

    r->span = (Span){part.text, part.tokens, part.tokens_count, 1};
    if (is_worth_it(&r->span)) {
        r->macro = true;
        if (span_is(&r->span, 1, "(") &&
            part.tokens[1].start == part.tokens[0].end)
            r->span.first = span_closing(&r->span, 1) + 1;
        ok = rewrite_tokens(r);
    }
    cxx_tokens_free(&part);
    return ok;
}

/* Rewrites an #include of a header that CUDA has and program/cuda has not.  The
 * compiler ends at a file that is missing, and says its name. */
static void rewrite_include(Rewriter *r, const Directive *directive)
{
    size_t start, end;

    if (!includes_name(r->span.text, directive, &start, &end))
        return;
    bool angled = r->span.text[end] == '>';
    const CudaHeader *it =
        cuda_header(r->span.text + start, end - start, angled);
    if (!it)
        return;
    Text text = {0};
    if (it->instead)
        text_add(&text, "<%s>", it->instead);
    else
        text_add(&text, "\"UPSWEEP: %.*s is not supported (%s)\"",
                 (int)(end - start), r->span.text + start, it->library);
    rewriter_replace(r, start - 1, end + 1, &text);
}

void rewrite_nothing(const char *text, const char *path, Text *out)
{
    text_add(out, "#line 1 ");
    span_add_literal(out, path, strlen(path));
    text_add(out, "\n%s", text);
}

bool rewrite_cuda(const char *text, const char *path,
                  const FunctionSpaces *spaces, Text *out, Error *error)
{
    CxxTokens file = cxx_tokens_read(text);
    Rewriter r = {.span = {text, file.tokens, file.tokens_count, 0},
                  .path = path,
                  .error = error,
                  .spaces = spaces,
                  .file = &file};
    bool ok = rewrite_tokens(&r);

    for (size_t i = 0; ok && i < file.directives_count; ++i)
        if (file.directives[i].kind == DIRECTIVE_DEFINE)
            ok = rewrite_define(&r, file.directives + i);
        else if (file.directives[i].kind == DIRECTIVE_INCLUDE)
            rewrite_include(&r, file.directives + i);
    if (ok) {
        rewrite_nothing("", path, out);
        ok = rewriter_apply(&r, out);
    }
    rewriter_free(&r);
    cxx_tokens_free(&file);
    return ok;
}

bool rewrite_has_main(const char *text)
{
    CxxTokens file = cxx_tokens_read(text);
    bool found = false;

    for (size_t i = 1; i + 1 < file.tokens_count; ++i)
        found |= token_is(text, &file.tokens[i], "main") &&
                 token_is(text, &file.tokens[i + 1], "(") &&
                 file.tokens[i - 1].kind == TOKEN_NAME;
    cxx_tokens_free(&file);
    return found;
}
