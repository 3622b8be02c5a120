/* SPDX-License-Identifier: MIT */
#include "program/function_declaration.h"

/* What is read of one declaration. */
typedef struct {
    const Span *span;
    MayBeMacro *may_be_macro;
    const void *user;
    bool host, device, kernel;
    unsigned types; /* 1: of a word of the language, or of a name */
} Reader;

size_t function_declaration_parameters(const Span *span, size_t name)
{
    size_t i = name + 1;

    if (!span_is_name(span, name))
        return SIZE_MAX;
    if (span_is(span, name, "operator")) {
        if (span_is(span, i, "(") && span_is(span, i + 1, ")"))
            i += 2;
        while (i < name + 4 && i < span->count && !span_is(span, i, "(") &&
               span->tokens[i].kind == TOKEN_PUNCTUATION)
            ++i;
        if (i == name + 1)
            return SIZE_MAX;
    }
    return span_is(span, i, "(") ? i : SIZE_MAX;
}

/* ---- In front of the name -------------------------------------------------*/

/* Takes a word that says no more than where the function runs. */
static bool take_space(Reader *r, size_t i)
{
    r->host |= span_is(r->span, i, "__host__");
    r->device |= span_is(r->span, i, "__device__");
    r->kernel |= span_is(r->span, i, "__global__");
    return span_is(r->span, i, "__host__") ||
           span_is(r->span, i, "__device__") ||
           span_is(r->span, i, "__global__");
}

/* The last token of the qualified name, with template arguments, that begins
 * at I. */
static size_t type_end(const Span *span, size_t i)
{
    for (;;) {
        if (span_is(span, i + 1, "<"))
            i = span_closing_angle(span, i + 1);
        if (!span_is(span, i + 1, "::") || !span_is_name(span, i + 2))
            return i;
        i += 2;
    }
}

/* Takes the words of the language at *I, or the name of a type; false if they
 * are something else. */
static bool take_word(Reader *r, size_t *i)
{
    static const char *const plain[] = {"static",
                                        "inline",
                                        "const",
                                        "volatile",
                                        "virtual",
                                        "struct",
                                        "class",
                                        "enum",
                                        "typename",
                                        "*",
                                        "&",
                                        "__inline__",
                                        "__noinline__",
                                        "extern",
                                        "explicit",
                                        "__forceinline__",
                                        NULL};
    static const char *const types[] = {"void",   "bool",     "char",  "short",
                                        "int",    "long",     "float", "double",
                                        "signed", "unsigned", "auto",  "size_t",
                                        NULL};
    static const char *const others[] = {
        "constexpr", "consteval", "constinit",    "friend", "typedef",
        "using",     "operator",  "template",     "return", "else",
        "do",        "case",      "goto",         "throw",  "new",
        "delete",    "mutable",   "thread_local", NULL};
    const Span *span = r->span;

    if (span->tokens[*i].kind == TOKEN_STRING) /* extern "C" */
        return span_is(span, *i - 1, "extern");
    if (span_is_any(span, *i, types)) {
        bool more = r->types == 0 || span_is_any(span, *i - 1, types);
        r->types = 1;
        return more;
    }
    if (span_is_any(span, *i, plain) || take_space(r, *i))
        return true;
    if (!span_is_name(span, *i) || r->types > 0 ||
        span_is_any(span, *i, others))
        return false;
    r->types = 1;
    *i = type_end(span, *i);
    return true;
}

/* Reads the tokens from I to before END, which stand before the name. */
static bool read_front(Reader *r, size_t i, size_t end)
{
    for (size_t k = i; k < end; ++k)
        if (span_is_name(r->span, k) && r->may_be_macro(r->user, r->span, k))
            return false;
    for (; i < end; ++i)
        if (!take_word(r, &i))
            return false;
    return i == end; /* a type did not run into the name */
}

/* True if a declaration may begin at I. */
static bool may_begin(const Span *span, size_t i)
{
    static const char *const borders[] = {";", "{", "}", NULL};
    static const char *const access[] = {"public", "protected", "private",
                                         NULL};

    return i == span->first || span_is_any(span, i - 1, borders) ||
           (span_is(span, i - 1, ":") && i > span->first + 1 &&
            span_is_any(span, i - 2, access));
}

/* Where the declaration of what ends before NAME, "S::" perhaps, has its
 * name. */
static size_t qualified_begin(const Span *span, size_t name, size_t begin)
{
    while (name >= begin + 2 && span_is(span, name - 1, "::") &&
           span_is_name(span, name - 2))
        name -= 2;
    return name;
}

/* ---- Behind the parameters ------------------------------------------------*/

/* The "{" behind the initializers of members that begin at I; SIZE_MAX: it is
 * not found. */
static size_t behind_members(const Span *span, size_t i)
{
    while (span_is_name(span, i)) {
        i = type_end(span, i) + 1;
        if (!span_is(span, i, "(") && !span_is(span, i, "{"))
            return SIZE_MAX;
        i = span_closing(span, i) + 1;
        if (span_is(span, i, "{"))
            return i;
        if (!span_is(span, i, ","))
            return SIZE_MAX;
        ++i;
    }
    return SIZE_MAX;
}

/* Finds the body behind the ")" at CLOSE; false if something unknown stands
 * there. */
static bool read_back(const Span *span, size_t close, FunctionDeclaration *it)
{
    static const char *const plain[] = {"const",    "volatile", "noexcept",
                                        "override", "final",    NULL};
    size_t i = close + 1;

    while (span_is_any(span, i, plain))
        ++i;
    if (span_is(span, i, ":") && it->is_constructor) {
        it->open = behind_members(span, i + 1);
        return it->open != SIZE_MAX;
    }
    if (span_is(span, i, "=") && span_is(span, i + 1, "0"))
        i += 2;
    if (span_is(span, i, "{"))
        it->open = i;
    return it->open != SIZE_MAX || span_is(span, i, ";");
}

FunctionDeclaration function_declaration_read(const Span *span, size_t name,
                                              size_t class_name,
                                              MayBeMacro *may_be_macro,
                                              const void *user)
{
    Reader r = {.span = span, .may_be_macro = may_be_macro, .user = user};
    FunctionDeclaration it = {RUNS_UNKNOWN, span_statement_begin(span, name),
                              SIZE_MAX, false};
    size_t open = function_declaration_parameters(span, name);
    size_t front = it.begin;

    if (open == SIZE_MAX || !may_begin(span, it.begin) ||
        may_be_macro(user, span, name))
        return it;
    if (span_is(span, front, "template")) {
        size_t close = span_closing_angle(span, front + 1);
        if (close == front + 1 || close == front + 2) /* "template <>" */
            return it;
        front = close + 1;
    }
    size_t close = span_closing(span, open);
    if (close == span->count ||
        !read_front(&r, front, qualified_begin(span, name, front)))
        return it;
    it.is_constructor = r.types == 0;
    if (it.is_constructor &&
        (class_name == SIZE_MAX || !span_same(span, class_name, name)))
        return it;
    if (!read_back(span, close, &it))
        return it;
    it.runs = r.kernel             ? RUNS_AS_KERNEL
              : r.device && r.host ? RUNS_ON_BOTH
              : r.device           ? RUNS_ON_DEVICE
                                   : RUNS_ON_HOST;
    return it;
}
