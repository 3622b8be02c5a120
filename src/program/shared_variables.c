/* SPDX-License-Identifier: MIT */
#include "program/shared_variables.h"

#include "program/array_size.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Span plain;        /* without storage and alignment */
    size_t type_end;   /* the first declarator's place in PLAIN */
    Text base;         /* the type of all declarators */
    const char *align; /* or NULL */
    bool dynamic;      /* extern */
    bool global;
} Declaration;

/* One variable of a declaration; places are of PLAIN. */
typedef struct {
    size_t begin, end; /* of the declarator: "*a[4]" */
    size_t name;
    size_t behind; /* behind the name, or behind brackets around it */
} Declarator;

/* Reads the declarator at I; false if it is none that can be understood. */
static bool declarator_read(const Span *plain, size_t i, Declarator *out)
{
    out->begin = i;
    while (span_is(plain, i, "*") || span_is(plain, i, "const") ||
           span_is(plain, i, "__restrict__") || span_is(plain, i, "volatile"))
        ++i;
    if (span_is(plain, i, "(")) {
        size_t close = span_closing(plain, i);

        for (size_t k = i; k < close; ++k)
            if (span_is_name(plain, k))
                out->name = k;
        if (close == plain->count || !span_is_name(plain, out->name))
            return false;
        i = close;
    } else if (span_is_name(plain, i)) {
        out->name = i;
    } else {
        return false;
    }
    out->behind = ++i;
    while (span_is(plain, i, "[") ||
           (span_is(plain, i, "(") && out->behind != out->name + 1))
        i = span_closing(plain, i) + 1;
    out->end = i;
    return i <= plain->count;
}

/* The place behind the type at the start of PLAIN: the first declarator's. */
static size_t type_end(const Span *plain)
{
    static const char *const ends[] = {"[", ",", "=", ";", "{", NULL};
    static const char *const kinds[] = {"struct", "class", "union", "enum",
                                        NULL};
    static const char *const operators[] = {"decltype", "__typeof__", "typeof",
                                            NULL};
    size_t i = 0;
    bool body = false;

    for (; i < plain->count; ++i) {
        body |= span_is_any(plain, i, kinds);
        if (span_is(plain, i, "<")) {
            i = span_closing_angle(plain, i);
        } else if (span_is(plain, i, "*") || span_is(plain, i, "&")) {
            return i;
        } else if (span_is(plain, i, "(")) {
            if (!span_is_any(plain, i - 1, operators))
                return i > 0 && !span_is(plain, i + 1, "*") ? i - 1 : i;
            i = span_closing(plain, i);
        } else if (span_is(plain, i, "{") && body) {
            i = span_closing(plain, i);
            body = false;
        } else if (span_is_any(plain, i, ends)) {
            break;
        }
    }
    return i == 0 ? 0 : i - 1;
}

/* Appends the declarator with its name replaced by PREFIX and it; without the
 * name if PREFIX is NULL, and without its first extent if ROW. */
static void add_declarator(const Span *plain, const Declarator *it,
                           const char *prefix, bool row, Text *out)
{
    size_t rest = row && span_is(plain, it->behind, "[")
                      ? span_closing(plain, it->behind) + 1
                      : it->behind;

    span_add(plain, it->begin, it->name, out);
    if (prefix) {
        text_add(out, "%s", prefix);
        span_add(plain, it->name, it->name + 1, out);
    }
    span_add(plain, it->name + 1, it->behind, out);
    span_add(plain, rest, it->end, out);
}

/* The variable's type as it is shown: "float [32][33]". */
static void add_type(const Declaration *from, const Declarator *it, Text *out)
{
    Text type = {0};

    span_add(&from->plain, 0, from->type_end, &type);
    if (it->end > it->begin + 1)
        text_add(&type, " ");
    add_declarator(&from->plain, it, NULL, false, &type);
    span_add_literal(out, type.text, type.length);
    text_free(&type);
}

/* Appends what a declarator becomes. */
static void add_variable(const Declaration *from, const Declarator *it,
                         Text *out)
{
    Text word = {0};
    bool dynamic = from->dynamic;

    span_add(&from->plain, it->name, it->name + 1, &word);
    const char *name = word.text;
    text_add(out, "typedef %s ", from->base.text);
    add_declarator(&from->plain, it, "upsweep_t_", dynamic, out);
    text_add(out, "; ");
    if (from->align)
        text_add(out, "struct %s upsweep_a_%s { char upsweep_c; }; ",
                 from->align, name);
    text_add(out,
             "static UpsweepVariable upsweep_v_%s = upsweep_%s<upsweep_t_%s",
             name, dynamic ? "dynamic_variable" : "variable", name);
    if (from->align)
        text_add(out, ", upsweep_a_%s", name);
    text_add(out, ">(\"%s\", ", name);
    add_type(from, it, out);
    text_add(out, "); ");
    if (from->global)
        text_add(out,
                 "static const Upsweep%s<upsweep_t_%s, &upsweep_v_%s> %s = {}",
                 dynamic ? "Dynamic" : "Shared", name, name, name);
    else
        text_add(
            out,
            "upsweep_t_%s %s%s = %s(upsweep_t_%s *)upsweep_%s(&upsweep_v_%s)",
            name, dynamic ? "*" : "&", name, dynamic ? "" : "*", name,
            dynamic ? "dynamic" : "shared", name);
    text_free(&word);
}

/* Reads the type of all declarators; a typedef of it, named after the variable
 * NAME, goes to OUT if it is REPEATED. */
static void read_base(Declaration *it, size_t name, bool repeated, Text *out)
{
    if (!repeated) {
        span_add(&it->plain, 0, it->type_end, &it->base);
        return;
    }
    text_add(&it->base, "upsweep_b_");
    span_add(&it->plain, name, name + 1, &it->base);
    text_add(out, "typedef ");
    span_add(&it->plain, 0, it->type_end, out);
    text_add(out, " %s; ", it->base.text);
}

/* Appends what the declaration becomes; NULL, or what is wrong with it and what
 * to do. */
static const char *add_all(Declaration *from, Text *out)
{
    const Span *plain = &from->plain;

    for (size_t i = from->type_end;; ++i) {
        Declarator it = {.name = 0};

        if (i == 0 || !declarator_read(plain, i, &it))
            return "this declaration of shared memory is not understood; "
                   "write __shared__ TYPE NAME[SIZE];";
        i = it.end;
        if (i < plain->count && !span_is(plain, i, ","))
            return "a variable in shared memory has an initial value; "
                   "assign it in the kernel, and wait at a barrier";
        if (!from->base.text)
            read_base(from, it.name, i < plain->count, out);
        else
            text_add(out, "; ");
        add_variable(from, &it, out);
        if (i == plain->count)
            return NULL;
    }
}

/* Appends the C++ for the declaration from FIRST to before END, which is its
 * ";" or the end of a macro; GLOBAL: it stands outside of functions.  Returns
 * as above. */
static const char *add_declaration(const Span *span, size_t first, size_t end,
                                   bool global, Text *out)
{
    static const char *const storages[] = {"extern",     "static", "__shared__",
                                           "__device__", "inline", "constexpr",
                                           NULL};
    Declaration it = {.global = global};
    Token *plain = base_alloc(end - first, sizeof *plain);
    size_t count = 0;
    Text align = {0};

    for (size_t i = first; i < end; ++i)
        if (span_is_attribute(span, i)) {
            size_t last = span_closing(span, i + 1);

            last = last < end ? last : end - 1;
            text_add(&align, "%s", align.text ? " " : "");
            span_add(span, i, last + 1, &align);
            i = last;
        } else if (span_is_any(span, i, storages)) {
            it.dynamic |= span_is(span, i, "extern");
        } else {
            plain[count++] = span->tokens[i];
        }
    it.plain = (Span){span->text, plain, count, 0};
    it.align = align.text;
    it.type_end = type_end(&it.plain);
    const char *wrong = add_all(&it, out);
    free(plain);
    text_free(&align);
    text_free(&it.base);
    return wrong;
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
    return rewriter_fault(r, name, what);
}

bool shared_variables_rewrite(Rewriter *r, size_t i, ScopeKind kind,
                              size_t *next)
{
    const Span *span = &r->span;
    size_t first = span_statement_begin(span, i);
    size_t end = span_statement_end(span, i), name = 0;
    if (end == span->count && !r->macro)
        return rewriter_fault(
            r, i, "a declaration of shared memory does not end with ;");
    for (size_t k = first; k < i; ++k)
        if (span_is(span, k, "="))
            return rewriter_fault(
                r, first, "a statement before __shared__ does not end with ;");
    if (kind == SCOPE_CLASS)
        return rewriter_fault(r, i,
                              "a member of a class is in shared memory; "
                              "declare it in the kernel");
    if (!r->macro && array_size_varies(span, first, end, &name))
        return fault_size(r, name);
    Text text = {0};
    const char *wrong =
        add_declaration(span, first, end, kind == SCOPE_NAMESPACE, &text);
    if (wrong) {
        text_free(&text);
        return rewriter_fault(r, first, wrong);
    }
    rewriter_replace(r, span->tokens[first].start, span->tokens[end - 1].end,
                     &text);
    *next = end - 1;
    return true;
}
