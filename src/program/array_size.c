/* SPDX-License-Identifier: MIT */
#include "program/array_size.h"

/* Tokens that are looked at for one declaration: of what is declared further
 * away nothing is known. */
enum { MOST_LOOKED_AT = 1 << 13 };

/* True if the "," before I is perhaps one between arguments: of a template, as
 * a "<" stands before it in the statement, or of a call. */
static bool is_argument(const Span *span, size_t i)
{
    static const char *const borders[] = {";", "{", "}", NULL};
    static const char *const lists[] = {"<", "(", NULL};

    while (i > span->first && !span_is_any(span, i - 1, borders)) {
        if (span_is_any(span, --i, lists))
            return true;
        if (span_closes(span, i) && (i = span_opening(span, i)) == SIZE_MAX)
            return true;
    }
    return false;
}

/* True if the name at I is one that the declaration of a variable gives. */
static bool is_declared(const Span *span, size_t i)
{
    static const char *const behind[] = {"=", ";", ",", ")", "[",
                                         "{", "(", ">", NULL};
    static const char *const no_types[] = {
        "return", "else",   "case",  "goto",  "new",      "delete", "do",
        "sizeof", "struct", "class", "union", "typename", "enum",   "throw",
        "using",  "not",    "and",   "or",    NULL};

    if (i == span->first || !span_is_any(span, i + 1, behind))
        return false;
    if (span_is(span, i - 1, ","))
        return !is_argument(span, i);
    return span_is_name(span, i - 1) && !span_is_any(span, i - 1, no_types);
}

/* The place from which to go on before the bracket that closes at K: before the
 * one that opens it and, of another function or block, before what stands in
 * parentheses there; SIZE_MAX: it is not found. */
static size_t before_group(const Span *span, size_t k)
{
    size_t open = span_opening(span, k);

    if (open != SIZE_MAX && open > span->first && span_is(span, open, "{") &&
        span_is(span, open - 1, ")"))
        open = span_opening(span, open - 1);
    return open;
}

/* The place where the variable was declared that is named at I; SIZE_MAX: it is
 * not seen.  What lies in other braces and parentheses is passed over, but not
 * the parameters of the function around I.  *LOOKS is how many tokens may still
 * be looked at. */
static size_t declaration_of(const Span *span, size_t i, size_t *looks)
{
    for (size_t k = i, before = i; k-- > span->first; before = k) {
        if (before - k >= *looks)
            return SIZE_MAX;
        *looks -= before - k;
        if (span_is(span, k, "{") && k > span->first &&
            span_is(span, k - 1, ")")) {
            --k;
        } else if (span_closes(span, k)) {
            k = before_group(span, k);
            if (k == SIZE_MAX)
                return SIZE_MAX;
        } else if (span_same(span, k, i) && is_declared(span, k)) {
            return k;
        }
    }
    return SIZE_MAX;
}

/* What is known of a variable from the words before its name. */
typedef enum { IS_CONSTANT, IS_CONST, IS_VARIABLE } Constness;

static Constness constness_of(const Span *span, size_t k)
{
    static const char *const borders[] = {"(", ";", "{", "}", NULL};
    static const char *const constants[] = {"template", ">", "constexpr", NULL};
    Constness is = IS_VARIABLE;
    size_t i = k;

    for (; i > span->first; --i) {
        if (span_is_any(span, i - 1, constants))
            return IS_CONSTANT;
        if (span_is(span, i - 1, "const"))
            is = IS_CONST;
        if (span_closes(span, i - 1)) {
            size_t open = span_opening(span, i - 1);
            if (open == SIZE_MAX)
                return IS_CONSTANT;
            if (span_is(span, open, "{") && !span_is(span, open - 1, "="))
                break;
            i = open + 1;
        } else if (span_is_any(span, i - 1, borders)) {
            break;
        }
    }
    /* the value of a parameter is not known, even if it is const */
    return i > span->first && span_is(span, i - 1, "(") ? IS_VARIABLE : is;
}

/* True if one of the names from FIRST to before END is that of no constant. */
static bool names_variable(const Span *span, size_t first, size_t end,
                           size_t *looks);

/* True if the variable that is declared at K is none whose value the compiler
 * knows. */
static bool is_variable(const Span *span, size_t k, size_t *looks)
{
    Constness constness = constness_of(span, k);
    size_t end = k + 1;

    while (end < span->count && !span_is(span, end, ";") &&
           !span_is(span, end, ","))
        ++end;
    return constness == IS_VARIABLE ||
           (constness == IS_CONST && names_variable(span, k + 1, end, looks));
}

static bool names_variable(const Span *span, size_t first, size_t end,
                           size_t *looks)
{
    static const char *const sizes[] = {"blockDim", "gridDim", "threadIdx",
                                        "blockIdx", NULL};
    static const char *const joints[] = {".", "->", "::", NULL};
    static const char *const types[] = {"int",    "unsigned",    "signed",
                                        "long",   "short",       "char",
                                        "size_t", "float",       "double",
                                        "bool",   "static_cast", NULL};

    for (size_t i = first; i < end; ++i) {
        if (!span_is_name(span, i) || span_is_any(span, i - 1, joints) ||
            span_is(span, i + 1, "::") || span_is_any(span, i, types))
            continue;
        if (span_is(span, i, "sizeof"))
            return false;
        if (span_is_any(span, i, sizes) && span_is(span, i + 1, "."))
            return true;
        size_t at = declaration_of(span, i, looks);
        if (at != SIZE_MAX && is_variable(span, at, looks))
            return true;
    }
    return false;
}

bool array_size_varies(const Span *span, size_t first, size_t end, size_t *name)
{
    size_t looks = MOST_LOOKED_AT;

    for (size_t i = first; i < end; ++i) {
        if (!span_is(span, i, "["))
            continue;
        size_t close = span_closing(span, i);
        if (close >= end || i == first)
            return false;
        if (names_variable(span, i + 1, close, &looks)) {
            *name = i - 1;
            while (span_is(span, *name, "]") && *name > first)
                *name = span_opening(span, *name) - 1;
            return span_is_name(span, *name);
        }
        i = close;
    }
    return false;
}
