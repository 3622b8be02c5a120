/* SPDX-License-Identifier: MIT */
#include "program/rewrite.h"

#include "program/array_size.h"
#include "program/cuda_headers.h"
#include "program/includes.h"
#include "program/kernel_end.h"
#include "program/shared_variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A replacement for the text from START to END. */
typedef struct {
    size_t start, end, order;
    char *text;
} Edit;

typedef enum { SCOPE_NAMESPACE, SCOPE_CLASS, SCOPE_FUNCTION } ScopeKind;

enum { NEST = 256 }; /* braces and conditionals that are tracked */

typedef struct {
    Span span; /* of the file, or of a #define */
    const char *path;
    Error *error;
    const CxxTokens *file; /* its directives */
    bool macro;
    Edit *edits;
    size_t edits_count, edits_capacity;
    /* where the current token is */
    ScopeKind scopes[NEST];
    uint32_t depth;
    uint32_t saved[NEST]; /* DEPTH at each #if that is open */
    uint32_t conditionals;
    size_t directive; /* the next one */
} Rewriter;

/* ---- Tokens ---------------------------------------------------------------*/

/* True if the tokens from I on are COUNT times WORD; unless APART, without
 * blanks between them. */
static bool in_a_row(const Span *span, size_t i, const char *word, size_t count,
                     bool apart)
{
    for (size_t k = 0; k < count; ++k)
        if (!span_is(span, i + k, word) ||
            (!apart && k > 0 &&
             span->tokens[i + k].start != span->tokens[i + k - 1].end))
            return false;
    return true;
}

/* Sets the error: WHAT is wrong with the token at I, and what to do. */
static bool fault(const Rewriter *r, size_t i, const char *what)
{
    const Span *span = &r->span;
    const Token *token = &span->tokens[i < span->count ? i : span->count - 1];

    return error_set(r->error, ERROR_USAGE, "%s:%u: %s", r->path,
                     (unsigned)token->line, what);
}

/* Sets the error: the size of the array NAME is no constant. */
static bool fault_size(const Rewriter *r, size_t name)
{
    char what[240];
    const Token *token = &r->span.tokens[name];
    int length = (int)(token->end - token->start);
    const char *word = r->span.text + token->start;

    snprintf(what, sizeof what,
             "the size of %.*s is no constant; where it is known only at run "
             "time, write extern __shared__ TYPE %.*s[]; and give its bytes as "
             "the third number of <<<>>>",
             length < 60 ? length : 60, word, length < 60 ? length : 60, word);
    return fault(r, name, what);
}

/* ---- Text -----------------------------------------------------------------*/

/* Appends a string literal of the tokens; of parameters of a macro, what they
 * stand for. */
static void add_literal(const Rewriter *r, size_t first, size_t end, Text *out)
{
    Text plain = {0};

    span_add(&r->span, first, end, &plain);
    if (r->macro)
        text_add(out, "UPSWEEP_TEXT(%s)", plain.text ? plain.text : "");
    else
        span_add_literal(out, plain.text, plain.length);
    text_free(&plain);
}

/* Replaces the text from START to END by *TEXT, and frees it; the lines behind
 * keep their numbers. */
static void replace(Rewriter *r, size_t start, size_t end, Text *text)
{
    for (size_t i = start; i < end; ++i)
        if (r->span.text[i] == '\n')
            text_add(text, r->macro ? "\\\n" : "\n");
    text_add_bytes(text, "", 1);
    base_push(r, edits, ((Edit){start, end, r->edits_count, text->text}));
}

static void replace_by(Rewriter *r, size_t start, size_t end, const char *words)
{
    Text text = {0};

    text_add(&text, "%s", words);
    replace(r, start, end, &text);
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

/* Appends the text with its replacements; false with the error if two of them
 * meet, as with brackets that do not match. */
static bool apply(Rewriter *r, Text *out)
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

/* ---- Launches -------------------------------------------------------------*/

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
        } else if (in_a_row(span, i, ">", 3, apart)) {
            while (!apart && in_a_row(span, i, ">", 4, false))
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
    add_literal(r, name, end, out);
    text_add(out, ", ");
    add_literal(r, open + 1, last, out);
    text_add(out, ", __FILE__, __LINE__, UPSWEEP_CALL(");
    span_add(&r->span, name, end, out);
    text_add(out, "), ");
}

/* Rewrites the launch whose "<<<" is at I. */
static bool rewrite_launch(Rewriter *r, size_t i)
{
#define USAGE "; write KERNEL<<<GRID, BLOCK>>>(ARGUMENTS)"
    const Span *span = &r->span;
    size_t name = kernel_begin(span, i);
    if (name == SIZE_MAX)
        return fault(r, i, "no kernel's name stands before <<<" USAGE);
    size_t close =
        configuration_end(span, i + 3, !in_a_row(span, i, "<", 3, false));
    if (close == span->count)
        return fault(r, i, "<<< without its >>>" USAGE);
    if (close == i + 3)
        return fault(r, i, "<<<>>> without a grid and a block" USAGE);
    if (is_single(r, i + 3, close))
        return fault(r, i, "<<<>>> has a grid and no block" USAGE);
    size_t open = close + 3;
    if (!span_is(span, open, "("))
        return fault(r, close, "no arguments stand behind >>>" USAGE);
    size_t last = span_closing(span, open);
    if (last == span->count)
        return fault(r, open, "the launch's arguments have no closing )" USAGE);
#undef USAGE
    Text text = {0};
    add_launch(r, (const size_t[]){name, i, open, last}, &text);
    replace(r, span->tokens[name].start, span->tokens[i + 2].end, &text);
    replace_by(r, span->tokens[close].start, span->tokens[open].end, ")(");
    replace_by(r, span->tokens[last].end, span->tokens[last].end, ")");
    return true;
}

/* Rewrites cudaLaunchKernel((void *)NAME, ... at I, so that the kernel's type
 * is known. */
static void rewrite_launch_call(Rewriter *r, size_t i)
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
    for (end = first; end < span->count && !span_is(span, end, ",") &&
                      !span_closes(span, end);
         ++end)
        if (span_opens(span, end))
            end = span_closing(span, end);
        else if (span_is(span, end, "<"))
            end = span_closing_angle(span, end);
    if (!span_is(span, end, ",") || first == end)
        return;
    Text text = {0};
    text_add(&text, "upsweep_%s(",
             cooperative ? "launch_cooperative" : "launch_function");
    add_literal(r, first, end, &text);
    text_add(&text, ", __FILE__, __LINE__, ");
    replace(r, span->tokens[i].start, span->tokens[first].start, &text);
}

/* ---- Memory ---------------------------------------------------------------*/

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
        !in_a_row(span, cast + 2, "*", 2, true) ||
        !span_is(span, cast + 4, named ? ">" : ")"))
        return;
    Text text = {0};
    text_add(&text, "UPSWEEP_TYPED(");
    span_add(span, i + 2, cast + 5, &text);
    text_add(&text, ") ");
    replace(r, span->tokens[i + 2].start, span->tokens[cast + 4].end, &text);
}

/* ---- Counting -------------------------------------------------------------*/

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
        replace_by(r, span->tokens[i].start, span->tokens[i].start,
                   "upsweep_count_next(), ");
}

/* ---- Declarations ---------------------------------------------------------*/

/* Rewrites the declaration with __shared__ at I; *NEXT is the token to go on
 * with. */
static bool rewrite_shared(Rewriter *r, size_t i, size_t *next)
{
    const Span *span = &r->span;
    ScopeKind kind = r->scopes[r->depth];
    size_t first = span_statement_begin(span, i);
    size_t end = span_statement_end(span, i), name = 0;
    if (end == span->count && !r->macro)
        return fault(r, i,
                     "a declaration of shared memory does not end with ;");
    for (size_t k = first; k < i; ++k)
        if (span_is(span, k, "="))
            return fault(r, first,
                         "a statement before __shared__ does not end with ;");
    if (kind == SCOPE_CLASS)
        return fault(r, i,
                     "a member of a class is in shared memory; "
                     "declare it in the kernel");
    if (!r->macro && array_size_varies(span, first, end, &name))
        return fault_size(r, name);
    Text text = {0};
    const char *wrong =
        shared_variables_add(span, first, end, kind == SCOPE_NAMESPACE, &text);
    if (wrong) {
        text_free(&text);
        return fault(r, first, wrong);
    }
    replace(r, span->tokens[first].start, span->tokens[end - 1].end, &text);
    *next = end - 1;
    return true;
}

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
 * declares, if it does; *NEXT as above. */
static void rewrite_device(Rewriter *r, size_t i, size_t *next)
{
    const Span *span = &r->span;
    size_t first = span_statement_begin(span, i);
    size_t end = span_statement_end(span, i), name = 0;

    if (end == span->count || !declares_variable(span, first, end, &name))
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
    replace(r, span->tokens[end].end, span->tokens[end].end, &text);
    *next = end;
}

/* ---- Kernels --------------------------------------------------------------*/

/* The kernel whose __global__ is at I says that it begins, as it may be called
 * and not launched.  The thread that comes to its end says so; one that returns
 * before does not.  Nothing is done where #if leaves open which braces the
 * kernel has. */
static void rewrite_kernel(Rewriter *r, size_t i)
{
    const Span *span = &r->span;
    size_t open, close;

    if (r->macro || !kernel_end_find(span, i, &open, &close))
        return;
    for (size_t d = 0; d < r->file->directives_count; ++d) {
        const Directive *at = r->file->directives + d;
        if (at->kind == DIRECTIVE_IF && at->start > span->tokens[open].start &&
            at->start < span->tokens[close].start)
            return;
    }
    replace_by(r, span->tokens[open].end, span->tokens[open].end,
               " upsweep_kernel_begin(__func__);");
    if (kernel_end_is_whole(span, close))
        replace_by(r, span->tokens[close].start, span->tokens[close].start,
                   "upsweep_kernel_end(); ");
}

/* ---- Scopes ---------------------------------------------------------------*/

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
static void track_directive(Rewriter *r, const Directive *directive)
{
    if (directive->kind == DIRECTIVE_IF && r->conditionals + 1 < NEST)
        r->saved[r->conditionals++] = r->depth;
    else if (directive->kind == DIRECTIVE_ELSE && r->conditionals > 0)
        r->depth = r->saved[r->conditionals - 1];
    else if (directive->kind == DIRECTIVE_ENDIF && r->conditionals > 0)
        --r->conditionals;
}

static void track(Rewriter *r, size_t i)
{
    if (r->macro)
        return;
    while (r->directive < r->file->directives_count &&
           r->file->directives[r->directive].start < r->span.tokens[i].start)
        track_directive(r, r->file->directives + r->directive++);
    if (span_is(&r->span, i, "{") && r->depth + 1 < NEST) {
        r->scopes[++r->depth] = scope_kind(&r->span, i);
    } else if (span_is(&r->span, i, "}") && r->depth > 0) {
        --r->depth;
    }
}

/* ---- The whole ------------------------------------------------------------*/

static bool rewrite_token(Rewriter *r, size_t *i)
{
    static const char *const spaces[] = {"__device__", "__constant__",
                                         "__managed__", NULL};
    const Span *span = &r->span;

    if (in_a_row(span, *i, "<", 3, true) &&
        !span_is(span, *i - 1, "operator")) {
        if (!rewrite_launch(r, *i))
            return false;
        *i += 2;
    } else if (span_is(span, *i, "__shared__")) {
        return rewrite_shared(r, *i, i);
    } else if (!r->macro && r->scopes[r->depth] == SCOPE_NAMESPACE &&
               span_is_any(span, *i, spaces)) {
        size_t end = span_statement_end(span, *i);

        for (size_t k = span_statement_begin(span, *i); k < end; ++k)
            if (span_is(span, k, "__shared__"))
                return true;
        rewrite_device(r, *i, i);
    } else if (span_is(span, *i, "cudaLaunchKernel") ||
               span_is(span, *i, "cudaLaunchCooperativeKernel")) {
        rewrite_launch_call(r, *i);
    } else if (span_is_any(span, *i, allocations)) {
        rewrite_allocation(r, *i);
    } else if (span_is(span, *i, "atomicAdd")) {
        rewrite_count(r, *i);
    } else if (span_is(span, *i, "__global__")) {
        rewrite_kernel(r, *i);
    }
    return true;
}

static bool rewrite_tokens(Rewriter *r)
{
    for (size_t i = r->span.first; i < r->span.count; ++i) {
        track(r, i);
        if (!rewrite_token(r, &i))
            return false;
    }
    return true;
}

/* True if what a #define stands for has something to rewrite. */
static bool is_worth_it(const Span *span)
{
    for (size_t i = 1; i + 2 < span->count; ++i)
        if (in_a_row(span, i, "<", 3, false) ||
            span_is(span, i, "__shared__") || span_is_any(span, i, allocations))
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
        r->depth = 0;
        r->scopes[0] = SCOPE_FUNCTION;
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
    replace(r, start - 1, end + 1, &text);
}

bool rewrite_cuda(const char *text, const char *path, Text *out, Error *error)
{
    CxxTokens file = cxx_tokens_read(text);
    Rewriter r = {.span = {text, file.tokens, file.tokens_count, 0},
                  .path = path,
                  .error = error,
                  .file = &file};
    bool ok = rewrite_tokens(&r);

    for (size_t i = 0; ok && i < file.directives_count; ++i)
        if (file.directives[i].kind == DIRECTIVE_DEFINE)
            ok = rewrite_define(&r, file.directives + i);
        else if (file.directives[i].kind == DIRECTIVE_INCLUDE)
            rewrite_include(&r, file.directives + i);
    if (ok) {
        text_add(out, "#line 1 ");
        span_add_literal(out, path, strlen(path));
        text_add(out, "\n");
        ok = apply(&r, out);
    }
    for (size_t i = 0; i < r.edits_count; ++i)
        free(r.edits[i].text);
    free(r.edits);
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
