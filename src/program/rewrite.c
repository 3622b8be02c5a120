/* SPDX-License-Identifier: MIT */
#include "program/rewrite.h"

#include "program/cuda_headers.h"
#include "program/cxx_tokens.h"

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
    const char *text, *path;
    Error *error;
    const CxxTokens *file;
    const Token *tokens; /* of the file, or of a #define */
    size_t count;
    size_t first; /* of a #define: behind its name and parameters */
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

static bool is(const Rewriter *r, size_t i, const char *word)
{
    return i < r->count && token_is(r->text, r->tokens + i, word);
}

static bool is_any(const Rewriter *r, size_t i, const char *const words[])
{
    for (; *words; ++words)
        if (is(r, i, *words))
            return true;
    return false;
}

static bool is_name(const Rewriter *r, size_t i)
{
    return i < r->count && r->tokens[i].kind == TOKEN_NAME;
}

/* True if the tokens from I on are COUNT times WORD. */
static bool in_a_row(const Rewriter *r, size_t i, const char *word,
                     size_t count)
{
    for (size_t k = 0; k < count; ++k)
        if (!is(r, i + k, word))
            return false;
    return true;
}

/* The same, without blanks between them. */
static bool touch(const Rewriter *r, size_t i, const char *word, size_t count)
{
    for (size_t k = 0; k < count; ++k)
        if (!is(r, i + k, word) ||
            (k > 0 && r->tokens[i + k].start != r->tokens[i + k - 1].end))
            return false;
    return true;
}

static bool opens(const Rewriter *r, size_t i)
{
    static const char *const words[] = {"(", "[", "{", NULL};

    return is_any(r, i, words);
}

static bool closes(const Rewriter *r, size_t i)
{
    static const char *const words[] = {")", "]", "}", NULL};

    return is_any(r, i, words);
}

/* The bracket that closes the one at I; COUNT: there is none. */
static size_t closing(const Rewriter *r, size_t i)
{
    size_t depth = 0;

    for (; i < r->count; ++i)
        if (opens(r, i))
            ++depth;
        else if (closes(r, i) && --depth == 0)
            return i;
    return r->count;
}

/* The bracket that opens the one at I; SIZE_MAX: there is none. */
static size_t opening(const Rewriter *r, size_t i)
{
    size_t depth = 0;

    for (size_t k = i + 1; k-- > r->first;)
        if (closes(r, k))
            ++depth;
        else if (opens(r, k) && --depth == 0)
            return k;
    return SIZE_MAX;
}

/* The ">" that closes the "<" of template arguments at I; I: none does. */
static size_t closing_angle(const Rewriter *r, size_t i)
{
    size_t depth = 0;

    for (size_t k = i; k < r->count; ++k)
        if (is(r, k, "<"))
            ++depth;
        else if (is(r, k, ">") && --depth == 0)
            return k;
        else if (is(r, k, ";") || is(r, k, "{") || closes(r, k))
            return i;
        else if (opens(r, k))
            k = closing(r, k);
    return i;
}

/* The "<" that the ">" at I closes; SIZE_MAX: there is none. */
static size_t opening_angle(const Rewriter *r, size_t i)
{
    size_t depth = 0;

    for (size_t k = i + 1; k-- > r->first;)
        if (is(r, k, ">"))
            ++depth;
        else if (is(r, k, "<") && --depth == 0)
            return k;
        else if (is(r, k, ";") || opens(r, k))
            return SIZE_MAX;
        else if (closes(r, k) && (k = opening(r, k)) == SIZE_MAX)
            return SIZE_MAX;
    return SIZE_MAX;
}

static bool fault(const Rewriter *r, size_t i, const char *what,
                  const char *remedy)
{
    uint32_t line = r->count == 0  ? 1
                    : i < r->count ? r->tokens[i].line
                                   : r->tokens[r->count - 1].line;

    return error_set(r->error, ERROR_USAGE, "%s:%u: %s; %s", r->path,
                     (unsigned)line, what, remedy);
}

/* ---- Text -----------------------------------------------------------------*/

/* Appends BYTES as the inside of a string literal. */
static void add_escaped(Text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        if (bytes[i] == '\n')
            text_add(out, "\\n");
        else if (bytes[i] == '"' || bytes[i] == '\\')
            text_add(out, "\\%c", bytes[i]);
        else
            text_add_bytes(out, bytes + i, 1);
}

/* Appends BYTES without the ends of lines that a backslash joins; those of
 * Windows have two bytes. */
static void add_joined(Text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; ++i)
        if (i + 1 < length && memcmp(bytes + i, "\\\n", 2) == 0)
            ++i;
        else if (i + 2 < length && memcmp(bytes + i, "\\\r\n", 3) == 0)
            i += 2;
        else
            text_add_bytes(out, bytes + i, 1);
}

/* Appends the raw string literal BYTES as one without lines:
 * R"x(a
 * b)x" as "a\nb". */
static void add_raw(Text *out, const char *bytes, size_t length)
{
    const char *quote = memchr(bytes, '"', length);
    const char *open = memchr(quote, '(', length - (size_t)(quote - bytes));
    size_t around = (size_t)(open - quote) + 1; /* of "x(, and of )x" */
    size_t inside = length - (size_t)(quote - bytes);

    text_add_bytes(out, bytes, (size_t)(quote - bytes) - 1);
    text_add_bytes(out, "\"", 1);
    add_escaped(out, open + 1, inside > 2 * around ? inside - 2 * around : 0);
    text_add_bytes(out, "\"", 1);
}

/* True if the string literal BYTES is a raw one, and whole. */
static bool is_raw(const char *bytes, size_t length)
{
    const char *quote = memchr(bytes, '"', length);

    return quote && quote > bytes && quote[-1] == 'R' &&
           memchr(quote, '(', length - (size_t)(quote - bytes)) &&
           bytes[length - 1] == '"';
}

/* Appends the tokens from FIRST to before END on one line. */
static void add_tokens(const Rewriter *r, size_t first, size_t end, Text *out)
{
    for (size_t i = first; i < end; ++i) {
        const Token *token = r->tokens + i;
        const char *bytes = r->text + token->start;
        size_t length = token->end - token->start;

        if (i > first && token->start != token[-1].end)
            text_add_bytes(out, " ", 1);
        if (token->kind == TOKEN_STRING && is_raw(bytes, length) &&
            memchr(bytes, '\n', length))
            add_raw(out, bytes, length);
        else
            add_joined(out, bytes, length);
    }
}

/* Appends a string literal of the tokens; of parameters of a macro, what they
 * stand for. */
static void add_literal(const Rewriter *r, size_t first, size_t end, Text *out)
{
    Text plain = {0};

    add_tokens(r, first, end, &plain);
    if (r->macro) {
        text_add(out, "UPSWEEP_TEXT(%s)", plain.text ? plain.text : "");
    } else {
        text_add(out, "\"");
        add_escaped(out, plain.text, plain.length);
        text_add(out, "\"");
    }
    text_free(&plain);
}

/* Replaces the text from START to END by *TEXT, and frees it; the lines behind
 * keep their numbers. */
static void replace(Rewriter *r, size_t start, size_t end, Text *text)
{
    for (size_t i = start; i < end; ++i)
        if (r->text[i] == '\n')
            text_add(text, r->macro ? "\\\n" : "\n");
    text_add_bytes(text, "", 1);
    Edit edit = {start, end, r->edits_count, text->text};
    base_push(r, edits, edit);
}

static void insert(Rewriter *r, size_t at, const char *words)
{
    Text text = {0};

    text_add(&text, "%s", words);
    replace(r, at, at, &text);
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
    size_t at = 0, length = strlen(r->text);

    if (r->edits_count > 0)
        qsort(r->edits, r->edits_count, sizeof *r->edits, by_place);
    for (size_t i = 0; i < r->edits_count; ++i) {
        const Edit *edit = r->edits + i;

        if (edit->start < at)
            return error_set(r->error, ERROR_USAGE,
                             "%s:%u: a launch or a declaration of shared "
                             "memory ends within another one; look for "
                             "brackets that do not match",
                             r->path, line_of(r->text, edit->start));
        text_add_bytes(out, r->text + at, edit->start - at);
        text_add_bytes(out, edit->text, strlen(edit->text));
        at = edit->end;
    }
    text_add_bytes(out, r->text + at, length - at);
    return true;
}

/* ---- Launches -------------------------------------------------------------*/

/* Words that a kernel's name may stand behind. */
static const char *const statements[] = {"else",  "return", "do", "if",
                                         "while", "for",    NULL};

/* The name that ends at I, with its template arguments; SIZE_MAX: none does. */
static size_t name_begin(const Rewriter *r, size_t i)
{
    if (is(r, i, ">")) {
        i = opening_angle(r, i);
        if (i == SIZE_MAX || i == r->first)
            return SIZE_MAX;
        --i;
    }
    return is_name(r, i) && !is_any(r, i, statements) ? i : SIZE_MAX;
}

/* One operand of "::", "." or "->" that ends before I: "a", "a<b>", "a[c]",
 * "a(c)" or "(a)"; SIZE_MAX: there is none. */
static size_t operand_begin(const Rewriter *r, size_t i)
{
    size_t k = i;

    while (k > r->first && is(r, k - 1, "]"))
        if ((k = opening(r, k - 1)) == SIZE_MAX)
            return SIZE_MAX;
    if (k == r->first)
        return SIZE_MAX;
    if (!is(r, k - 1, ")"))
        return name_begin(r, k - 1);
    size_t open = opening(r, k - 1);
    if (open == SIZE_MAX || open == r->first)
        return open;
    size_t name = name_begin(r, open - 1);
    return name == SIZE_MAX ? open : name;
}

/* The first token of the kernel's name that ends before I; SIZE_MAX: there is
 * none. */
static size_t kernel_begin(const Rewriter *r, size_t i)
{
    static const char *const joints[] = {"::", ".", "->", NULL};

    if (i == r->first)
        return SIZE_MAX;
    for (;;) {
        size_t begin = operand_begin(r, i);

        if (begin == SIZE_MAX)
            return begin;
        if (begin > r->first && is(r, begin - 1, "template"))
            --begin;
        if (begin == r->first || !is_any(r, begin - 1, joints))
            return begin;
        i = begin - 1;
        if (is(r, i, "::") && (i == r->first || is_any(r, i - 1, statements) ||
                               (!is_name(r, i - 1) && !is(r, i - 1, ">"))))
            return i; /* "::kernel" */
        if (i == r->first)
            return SIZE_MAX;
    }
}

/* The first of the three ">" that end a launch's configuration, which begins
 * at I; COUNT: there is none. */
static size_t configuration_end(const Rewriter *r, size_t i, bool apart)
{
    for (; i < r->count; ++i) {
        if (is(r, i, ";") || closes(r, i))
            return r->count;
        if (opens(r, i)) {
            i = closing(r, i);
        } else if (apart && in_a_row(r, i, ">", 3)) {
            return i;
        } else if (touch(r, i, ">", 3)) {
            while (touch(r, i, ">", 4))
                ++i;
            return i;
        }
    }
    return r->count;
}

/* True if a preprocessor line stands between two tokens. */
static bool has_directive(const Rewriter *r, size_t first, size_t last)
{
    if (r->macro)
        return false;
    for (size_t i = 0; i < r->file->directives_count; ++i) {
        size_t at = r->file->directives[i].start;

        if (at > r->tokens[first].start && at < r->tokens[last].start)
            return true;
    }
    return false;
}

/* The text that replaces the kernel's name and "<<<". */
static void add_launch(const Rewriter *r, const size_t at[4], Text *out)
{
    size_t name = at[0], end = at[1], open = at[2], last = at[3];

    text_add(out, "(");
    if (!has_directive(r, name, last)) {
        text_add(out, "0 ? (void)");
        add_tokens(r, name, end, out);
        add_tokens(r, open, last + 1, out);
        text_add(out, " : ");
    }
    text_add(out, "upsweep_kernel(");
    add_literal(r, name, end, out);
    text_add(out, ", ");
    add_literal(r, open + 1, last, out);
    text_add(out, ", __FILE__, __LINE__, UPSWEEP_CALL(");
    add_tokens(r, name, end, out);
    text_add(out, "), ");
}

/* Rewrites the launch whose "<<<" is at I. */
static bool rewrite_launch(Rewriter *r, size_t i)
{
    static const char usage[] = "write KERNEL<<<GRID, BLOCK>>>(ARGUMENTS)";
    size_t name = kernel_begin(r, i);
    if (name == SIZE_MAX)
        return fault(r, i, "no kernel's name stands before <<<", usage);
    size_t close = configuration_end(r, i + 3, !touch(r, i, "<", 3));
    if (close == r->count)
        return fault(r, i, "<<< without its >>>", usage);
    if (close == i + 3)
        return fault(r, i, "<<<>>> without a grid and a block", usage);
    size_t open = close + 3;
    if (!is(r, open, "("))
        return fault(r, close, "no arguments stand behind >>>", usage);
    size_t last = closing(r, open);
    if (last == r->count)
        return fault(r, open, "the launch's arguments have no closing )",
                     usage);

    Text text = {0};
    add_launch(r, (const size_t[]){name, i, open, last}, &text);
    replace(r, r->tokens[name].start, r->tokens[i + 2].end, &text);
    text = (Text){0};
    text_add(&text, ")(");
    replace(r, r->tokens[close].start, r->tokens[open].end, &text);
    insert(r, r->tokens[last].end, ")");
    return true;
}

/* Rewrites cudaLaunchKernel((void *)NAME, ... at I, so that the kernel's type
 * is known. */
static void rewrite_launch_call(Rewriter *r, size_t i)
{
    bool cooperative = is(r, i, "cudaLaunchCooperativeKernel");
    size_t first = i + 2, end;

    if (!is(r, i + 1, "("))
        return;
    if (is(r, first, "(") || is(r, first, "reinterpret_cast")) {
        size_t cast = is(r, first, "(") ? first : first + 1;
        size_t close =
            cast == first ? closing(r, cast) : closing_angle(r, cast);
        size_t at = cast + 1 + is(r, cast + 1, "const");
        if (is(r, at, "void") && is(r, at + 1, "*") && at + 2 == close)
            first = close + 1;
    }
    if (is(r, first, "&"))
        ++first;
    for (end = first; end < r->count && !is(r, end, ",") && !closes(r, end);
         ++end)
        if (opens(r, end))
            end = closing(r, end);
        else if (is(r, end, "<"))
            end = closing_angle(r, end);
    if (!is(r, end, ",") || first == end)
        return;
    Text text = {0};
    text_add(&text, "upsweep_%s(",
             cooperative ? "launch_cooperative" : "launch_function");
    add_literal(r, first, end, &text);
    text_add(&text, ", __FILE__, __LINE__, ");
    replace(r, r->tokens[i].start, r->tokens[first].start, &text);
}

/* ---- Counting -------------------------------------------------------------*/

/* True if a statement begins at I. */
static bool begins_statement(const Rewriter *r, size_t i)
{
    static const char *const before[] = {";", "{", "}", "else", "do", NULL};
    static const char *const conditions[] = {"if", "for", "while", NULL};

    if (i <= r->first)
        return false;
    if (!is(r, i - 1, ")"))
        return is_any(r, i - 1, before);
    size_t open = opening(r, i - 1);
    return open < r->count && open > r->first &&
           is_any(r, open - 1, conditions);
}

/* Hardware adds the constant one to shared memory by an instruction of its own
 * where nobody uses what was there before: `atomicAdd(at, 1);`. */
static void rewrite_count(Rewriter *r, size_t i)
{
    static const char *const ones[] = {"1", "1u", "1U", NULL};
    size_t close = is(r, i + 1, "(") ? closing(r, i + 1) : r->count;

    if (is(r, close + 1, ";") && is_any(r, close - 1, ones) &&
        is(r, close - 2, ",") && begins_statement(r, i))
        insert(r, r->tokens[i].start, "upsweep_count_next(), ");
}

/* ---- Declarations ---------------------------------------------------------*/

/* A declaration of variables, from FIRST to before END, which is its ";" or the
 * end of a macro. */
typedef struct {
    size_t first, end;
    /* its tokens without storage and alignment, and those of its alignment */
    Token *plain;
    size_t plain_count, plain_capacity;
    Token *align;
    size_t align_count, align_capacity;
    bool is_extern;
} Declaration;

static const char *const alignments[] = {"__align__", "alignas",
                                         "__attribute__", NULL};
static const char *const storages[] = {"extern",     "static", "__shared__",
                                       "__device__", "inline", "constexpr",
                                       NULL};

/* The first token of the statement around I. */
static size_t statement_begin(const Rewriter *r, size_t i)
{
    static const char *const borders[] = {";", "{", "}", ":", NULL};

    while (i > r->first && !is_any(r, i - 1, borders)) {
        if (is(r, i - 1, ")") || is(r, i - 1, "]")) {
            size_t open = opening(r, i - 1);

            if (open == SIZE_MAX || open == r->first ||
                (is(r, i - 1, ")") && !is_any(r, open - 1, alignments) &&
                 !is(r, open - 1, "(")))
                return i;
            i = open;
        } else {
            --i;
        }
    }
    return i;
}

/* The ";" that ends the statement that begins at I; COUNT: there is none. */
static size_t statement_end(const Rewriter *r, size_t i)
{
    for (; i < r->count && !is(r, i, ";"); ++i)
        if (closes(r, i))
            return r->count;
        else if (opens(r, i))
            i = closing(r, i);
    return i < r->count ? i : r->count;
}

static void declaration_read(const Rewriter *r, Declaration *to)
{
    for (size_t i = to->first; i < to->end; ++i)
        if (is_any(r, i, alignments)) {
            size_t close = closing(r, i + 1);

            for (; i <= close && i < to->end; ++i)
                base_push(to, align, r->tokens[i]);
            --i;
        } else if (is_any(r, i, storages)) {
            to->is_extern |= is(r, i, "extern");
        } else {
            base_push(to, plain, r->tokens[i]);
        }
}

static void declaration_free(Declaration *declaration)
{
    free(declaration->plain);
    free(declaration->align);
}

/* One variable of a declaration, whose view of the tokens is PLAIN. */
typedef struct {
    size_t base;       /* the type is before it */
    size_t begin, end; /* of the declarator: "*a[4]" */
    size_t name;
    size_t behind; /* the token behind the name, or behind the brackets around
                      it */
} Declarator;

/* Reads the declarator at I; false if it is none that can be understood. */
static bool declarator_read(const Rewriter *plain, size_t i, Declarator *out)
{
    out->begin = i;
    while (is(plain, i, "*") || is(plain, i, "const") ||
           is(plain, i, "__restrict__") || is(plain, i, "volatile"))
        ++i;
    if (is(plain, i, "(")) {
        size_t close = closing(plain, i);

        for (size_t k = i; k < close; ++k)
            if (is_name(plain, k))
                out->name = k;
        if (close == plain->count || !is_name(plain, out->name))
            return false;
        i = close;
    } else if (is_name(plain, i)) {
        out->name = i;
    } else {
        return false;
    }
    out->behind = ++i;
    while (is(plain, i, "[") ||
           (is(plain, i, "(") && out->behind != out->name + 1))
        i = closing(plain, i) + 1;
    out->end = i;
    return i <= plain->count;
}

/* The place behind the type at the start of PLAIN: the first declarator's. */
static size_t type_end(const Rewriter *plain)
{
    static const char *const ends[] = {"[", ",", "=", ";", "{", NULL};
    static const char *const kinds[] = {"struct", "class", "union", "enum",
                                        NULL};
    size_t i = 0;
    bool body = false;

    for (; i < plain->count; ++i) {
        body |= is_any(plain, i, kinds);
        if (is(plain, i, "<")) {
            i = closing_angle(plain, i);
        } else if (is(plain, i, "*") || is(plain, i, "&")) {
            return i;
        } else if (is(plain, i, "(")) {
            if (i == 0 || (!is(plain, i - 1, "decltype") &&
                           !is(plain, i - 1, "__typeof__") &&
                           !is(plain, i - 1, "typeof")))
                return i > 0 && !is(plain, i + 1, "*") ? i - 1 : i;
            i = closing(plain, i);
        } else if (is(plain, i, "{") && body) {
            i = closing(plain, i);
            body = false;
        } else if (is_any(plain, i, ends)) {
            return i == 0 ? 0 : i - 1;
        }
    }
    return i == 0 ? 0 : i - 1;
}

/* Appends the declarator with its name replaced by PREFIX and it; without the
 * name if PREFIX is NULL, and without its first extent if ROW. */
static void add_declarator(const Rewriter *plain, const Declarator *it,
                           const char *prefix, bool row, Text *out)
{
    size_t rest = row && is(plain, it->behind, "[")
                      ? closing(plain, it->behind) + 1
                      : it->behind;

    add_tokens(plain, it->begin, it->name, out);
    if (prefix) {
        text_add(out, "%s", prefix);
        add_tokens(plain, it->name, it->name + 1, out);
    }
    add_tokens(plain, it->name + 1, it->behind, out);
    add_tokens(plain, rest, it->end, out);
}

/* The variable's type as it is shown: "float [32][33]". */
static void add_type(const Rewriter *plain, const Declarator *it, Text *out)
{
    Text type = {0};

    add_tokens(plain, 0, it->base, &type);
    if (it->end > it->begin + 1)
        text_add(&type, " ");
    add_declarator(plain, it, NULL, false, &type);
    text_add(out, "\"");
    add_escaped(out, type.text, type.length);
    text_add(out, "\"");
    text_free(&type);
}

/* What a declarator of shared memory becomes, for scope KIND. */
static void add_shared(const Rewriter *plain, const Declaration *from,
                       const Declarator *it, const char *base, ScopeKind kind,
                       Text *out)
{
    Text name = {0};
    bool pointer = from->is_extern;

    add_tokens(plain, it->name, it->name + 1, &name);
    text_add(out, "typedef %s ", base);
    add_declarator(plain, it, "upsweep_t_", pointer, out);
    text_add(out, "; ");
    if (from->align_count > 0) {
        Rewriter align = *plain;

        align.tokens = from->align;
        align.count = from->align_count;
        text_add(out, "struct ");
        add_tokens(&align, 0, align.count, out);
        text_add(out, " upsweep_a_%s { char upsweep_c; }; ", name.text);
    }
    text_add(out,
             "static UpsweepVariable upsweep_v_%s = upsweep_%s<upsweep_t_%s",
             name.text, pointer ? "dynamic_variable" : "variable", name.text);
    if (from->align_count > 0)
        text_add(out, ", upsweep_a_%s", name.text);
    text_add(out, ">(\"%s\", ", name.text);
    add_type(plain, it, out);
    text_add(out, "); ");
    if (kind == SCOPE_NAMESPACE)
        text_add(out,
                 "static const Upsweep%s<upsweep_t_%s, &upsweep_v_%s> %s%s",
                 pointer ? "Dynamic" : "Shared", name.text, name.text,
                 name.text, " = {}");
    else if (pointer)
        text_add(out,
                 "upsweep_t_%s *%s = (upsweep_t_%s *)upsweep_dynamic("
                 "&upsweep_v_%s)",
                 name.text, name.text, name.text, name.text);
    else
        text_add(out,
                 "upsweep_t_%s &%s = *(upsweep_t_%s *)upsweep_shared("
                 "&upsweep_v_%s)",
                 name.text, name.text, name.text, name.text);
    text_free(&name);
}

/* The type of all declarators, as text: a typedef of it in OUT if it must not
 * be repeated. */
static void add_base(const Rewriter *plain, size_t end, bool repeated,
                     const char *name, Text *base, Text *out)
{
    if (!repeated) {
        add_tokens(plain, 0, end, base);
        return;
    }
    text_add(out, "typedef ");
    add_tokens(plain, 0, end, out);
    text_add(out, " upsweep_b_%s; ", name);
    text_add(base, "upsweep_b_%s", name);
}

static bool add_shared_all(const Rewriter *r, const Declaration *from,
                           const Rewriter *plain, ScopeKind kind, Text *out)
{
    size_t end = type_end(plain), i = end;
    Text base = {0}, first = {0};
    bool ok = end > 0;

    for (; ok; ++i) {
        Declarator it = {.base = end};

        ok = declarator_read(plain, i, &it);
        if (!ok)
            break;
        i = it.end;
        if (i < plain->count && !is(plain, i, ",")) {
            ok = fault(r, from->first,
                       "a variable in shared memory has an initial value",
                       "assign it in the kernel, and wait at a barrier");
            text_free(&base);
            return false;
        }
        if (!base.text) {
            add_tokens(plain, it.name, it.name + 1, &first);
            add_base(plain, end, i < plain->count, first.text, &base, out);
            text_free(&first);
        } else {
            text_add(out, "; ");
        }
        add_shared(plain, from, &it, base.text, kind, out);
        if (i >= plain->count)
            break;
    }
    text_free(&base);
    return ok || fault(r, from->first,
                       "this declaration of shared memory is not understood",
                       "write __shared__ TYPE NAME[SIZE];");
}

/* Rewrites the declaration with __shared__ at I; *NEXT is the token to go on
 * with. */
static bool rewrite_shared(Rewriter *r, size_t i, size_t *next)
{
    ScopeKind kind = r->scopes[r->depth];
    Declaration it = {.first = statement_begin(r, i),
                      .end = statement_end(r, i)};
    if (it.end == r->count && !r->macro)
        return fault(r, i, "a declaration of shared memory has no ;",
                     "end it with ;");
    if (kind == SCOPE_CLASS)
        return fault(r, i, "a member of a class is in shared memory",
                     "declare it in the kernel");
    declaration_read(r, &it);
    Rewriter plain = {.text = r->text,
                      .tokens = it.plain,
                      .count = it.plain_count};
    Text text = {0};
    bool ok = add_shared_all(r, &it, &plain, kind, &text);
    if (ok)
        replace(r, r->tokens[it.first].start, r->tokens[it.end - 1].end, &text);
    else
        text_free(&text);
    *next = it.end - 1;
    declaration_free(&it);
    return ok;
}

/* True if the statement at FIRST, which ends at END, declares variables; *NAME
 * is the first one's name. */
static bool declares_variable(const Rewriter *r, size_t first, size_t end,
                              size_t *name)
{
    static const char *const others[] = {"template", "typedef",  "using",
                                         "friend",   "operator", "extern",
                                         NULL};

    for (size_t i = first; i < end; ++i) {
        if (is_any(r, i, others))
            return false;
        if (is(r, i, "<") && i > first && is_name(r, i - 1)) {
            i = closing_angle(r, i);
        } else if (is(r, i, "(") && is_any(r, i - 1, alignments)) {
            i = closing(r, i);
        } else if (is(r, i, "(") && is(r, i + 1, "*")) {
            *name = i + 2;
            return is_name(r, *name);
        } else if (is(r, i, "(")) {
            return is(r, i - 1, "decltype");
        } else if (is(r, i, "=") || is(r, i, "[") || is(r, i, ",")) {
            *name = i - 1;
            return is_name(r, *name);
        } else if (is(r, i, "{")) {
            *name = i - 1;
            return i > first + 1 && !is(r, i - 1, "struct") &&
                   !is(r, i - 2, "struct") && is_name(r, *name);
        }
    }
    *name = end - 1;
    return end > first + 1 && is_name(r, *name);
}

static void add_symbol(const Rewriter *r, size_t name, Text *out)
{
    Text text = {0};

    add_tokens(r, name, name + 1, &text);
    text_add(out,
             " static const int upsweep_s_%s = upsweep_symbol_of(\"%s\", %s);",
             text.text, text.text, text.text);
    text_free(&text);
}

/* Registers the variables that __device__, __constant__ or __managed__ at I
 * declares, if it does; *NEXT as above. */
static void rewrite_device(Rewriter *r, size_t i, size_t *next)
{
    size_t first = statement_begin(r, i), end = statement_end(r, i), name = 0;

    if (end == r->count || !declares_variable(r, first, end, &name))
        return;
    if (name > first && is(r, name - 1, "::"))
        return;
    Text text = {0};
    add_symbol(r, name, &text);
    for (size_t k = name + 1; k < end; ++k)
        if (opens(r, k)) {
            k = closing(r, k);
        } else if (is(r, k, ",")) {
            while (is(r, k + 1, "*"))
                ++k;
            if (is_name(r, k + 1))
                add_symbol(r, k + 1, &text);
        }
    replace(r, r->tokens[end].end, r->tokens[end].end, &text);
    *next = end;
}

/* ---- Scopes ---------------------------------------------------------------*/

/* The kind of scope that the "{" at I opens. */
static ScopeKind scope_kind(const Rewriter *r, size_t i)
{
    static const char *const borders[] = {";", "{", "}", NULL};
    static const char *const classes[] = {"struct", "class", "union", NULL};
    size_t first = i;

    if (i > r->first && is(r, i - 1, ")")) {
        size_t open = opening(r, i - 1);

        while (open != SIZE_MAX && open > r->first && is(r, open - 1, "("))
            --open;
        if (open == SIZE_MAX || open == r->first ||
            !is_any(r, open - 1, alignments))
            return SCOPE_FUNCTION;
    }
    while (first > r->first && !is_any(r, first - 1, borders))
        --first;
    if (is(r, first, "template") && is(r, first + 1, "<"))
        first = closing_angle(r, first + 1) + 1;
    for (size_t k = first; k < i; ++k)
        if (is(r, k, "namespace") ||
            (is(r, k, "extern") && r->tokens[k + 1].kind == TOKEN_STRING &&
             k + 2 == i))
            return SCOPE_NAMESPACE;
        else if (is_any(r, k, classes))
            return SCOPE_CLASS;
        else if (is(r, k, "(") && !is_any(r, k - 1, alignments))
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
           r->file->directives[r->directive].start < r->tokens[i].start)
        track_directive(r, r->file->directives + r->directive++);
    if (is(r, i, "{") && r->depth + 1 < NEST) {
        ScopeKind kind = scope_kind(r, i);

        r->scopes[++r->depth] = kind;
    } else if (is(r, i, "}") && r->depth > 0) {
        --r->depth;
    }
}

/* ---- The whole ------------------------------------------------------------*/

static bool rewrite_token(Rewriter *r, size_t *i)
{
    static const char *const spaces[] = {"__device__", "__constant__",
                                         "__managed__", NULL};

    if (in_a_row(r, *i, "<", 3) && !(*i > 0 && is(r, *i - 1, "operator"))) {
        if (!rewrite_launch(r, *i))
            return false;
        *i += 2;
    } else if (is(r, *i, "__shared__")) {
        return rewrite_shared(r, *i, i);
    } else if (!r->macro && r->scopes[r->depth] == SCOPE_NAMESPACE &&
               is_any(r, *i, spaces)) {
        size_t end = statement_end(r, *i);

        for (size_t k = statement_begin(r, *i); k < end; ++k)
            if (is(r, k, "__shared__"))
                return true;
        rewrite_device(r, *i, i);
    } else if (is(r, *i, "cudaLaunchKernel") ||
               is(r, *i, "cudaLaunchCooperativeKernel")) {
        rewrite_launch_call(r, *i);
    } else if (is(r, *i, "atomicAdd")) {
        rewrite_count(r, *i);
    }
    return true;
}

static bool rewrite_tokens(Rewriter *r)
{
    for (size_t i = r->first; i < r->count; ++i) {
        track(r, i);
        if (!rewrite_token(r, &i))
            return false;
    }
    return true;
}

/* True if what a #define stands for has something to rewrite. */
static bool is_worth_it(const CxxTokens *part)
{
    for (size_t i = 1; i < part->tokens_count; ++i) {
        const Token *token = part->tokens + i;

        if (token_is(part->text, token, "<") && i + 2 < part->tokens_count &&
            token[2].start == token->start + 2 &&
            token_is(part->text, token + 2, "<"))
            return true;
        if (token_is(part->text, token, "__shared__") &&
            i + 2 < part->tokens_count)
            return true;
    }
    return false;
}

static bool rewrite_define(Rewriter *r, const Directive *directive)
{
    CxxTokens part = cxx_tokens_part(r->text, directive->body, directive->end,
                                     directive->line);
    Rewriter it = *r;
    bool ok = true;

    if (is_worth_it(&part)) {
        it.tokens = part.tokens;
        it.count = part.tokens_count;
        it.first = 1;
        it.macro = true;
        it.depth = 0;
        it.scopes[0] = SCOPE_FUNCTION;
        if (is(&it, 1, "(") && part.tokens[1].start == part.tokens[0].end)
            it.first = closing(&it, 1) + 1;
        ok = rewrite_tokens(&it);
        r->edits = it.edits;
        r->edits_count = it.edits_count;
        r->edits_capacity = it.edits_capacity;
    }
    cxx_tokens_free(&part);
    return ok;
}

/* The name that an #include gives: from START to END, without its quotes;
 * false if a macro stands for it, or it is on several lines. */
static bool include_name(const char *text, const Directive *it, size_t *start,
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

/* Rewrites an #include of a header that CUDA has and program/cuda has not.  The
 * compiler ends at a file that is missing, and says its name. */
static void rewrite_include(Rewriter *r, const Directive *directive)
{
    size_t start, end;

    if (!include_name(r->text, directive, &start, &end))
        return;
    bool angled = r->text[end] == '>';
    const CudaHeader *it = cuda_header(r->text + start, end - start, angled);
    if (!it)
        return;
    Text text = {0};
    if (it->instead) {
        text_add(&text, "<%s>", it->instead);
    } else {
        text_add(&text, "\"UPSWEEP: %.*s is not supported (%s)\"",
                 (int)(end - start), r->text + start, it->library);
    }
    replace(r, start - 1, end + 1, &text);
}

bool rewrite_cuda(const char *text, const char *path, Text *out, Error *error)
{
    CxxTokens file = cxx_tokens_read(text);
    Rewriter r = {.text = text,
                  .path = path,
                  .error = error,
                  .file = &file,
                  .tokens = file.tokens,
                  .count = file.tokens_count};
    bool ok = rewrite_tokens(&r);

    for (size_t i = 0; ok && i < file.directives_count; ++i)
        if (file.directives[i].kind == DIRECTIVE_DEFINE)
            ok = rewrite_define(&r, file.directives + i);
        else if (file.directives[i].kind == DIRECTIVE_INCLUDE)
            rewrite_include(&r, file.directives + i);
    if (ok) {
        text_add(out, "#line 1 \"");
        add_escaped(out, path, strlen(path));
        text_add(out, "\"\n");
        ok = apply(&r, out);
    }
    for (size_t i = 0; i < r.edits_count; ++i)
        free(r.edits[i].text);
    free(r.edits);
    cxx_tokens_free(&file);
    return ok;
}

RewriteIncludes rewrite_includes(const char *text)
{
    RewriteIncludes includes = {NULL, 0, 0};
    CxxTokens file = cxx_tokens_read(text);

    for (size_t i = 0; i < file.directives_count; ++i) {
        const Directive *it = file.directives + i;
        size_t start, end;

        if (it->kind != DIRECTIVE_INCLUDE ||
            !include_name(text, it, &start, &end))
            continue;
        Text name = {0};
        text_add_bytes(&name, text + start, end - start);
        text_add_bytes(&name, "", 1);
        RewriteInclude include = {name.text, text[end] == '>', it->line};
        base_push(&includes, items, include);
    }
    cxx_tokens_free(&file);
    return includes;
}

void rewrite_includes_free(RewriteIncludes *includes)
{
    for (size_t i = 0; i < includes->items_count; ++i)
        free(includes->items[i].name);
    free(includes->items);
    *includes = (RewriteIncludes){NULL, 0, 0};
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
