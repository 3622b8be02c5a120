/* SPDX-License-Identifier: MIT */
#include "program/kernel_rules.h"

#include "program/array_size.h"

#include <stdio.h>

static BrokenRule none(void)
{
    return (BrokenRule){0, ""};
}

/* The rule that the token AT breaks: BEFORE, the token, and BEHIND. */
static BrokenRule broken(const Span *span, size_t at, const char *before,
                         const char *behind)
{
    const Token *token = &span->tokens[at];
    int length = (int)(token->end - token->start);
    BrokenRule rule = {at, ""};

    snprintf(rule.what, sizeof rule.what, "%s%.*s%s", before,
             length < 60 ? length : 60, span->text + token->start, behind);
    return rule;
}

/* ---- Declarations ---------------------------------------------------------*/

/* The "(" of the parameters of the function that is declared at I; COUNT: it is
 * not found. */
static size_t parameters_of(const Span *span, size_t i)
{
    static const char *const ends[] = {";", "{", "}", "=", NULL};
    static const char *const bounds[] = {"__launch_bounds__", "__maxnreg__",
                                         "__cluster_dims__", "__block_size__",
                                         NULL};

    for (; i < span->count && !span_is_any(span, i, ends); ++i)
        if (span_is(span, i, "<"))
            i = span_closing_angle(span, i);
        else if (span_is(span, i, "(") && (span_is_attribute(span, i - 1) ||
                                           span_is_any(span, i - 1, bounds)))
            i = span_closing(span, i);
        else if (span_is(span, i, "("))
            return span_is_name(span, i - 1) ? i : span->count;
    return span->count;
}

/* The first parameter that a kernel cannot have, between OPEN and CLOSE. */
static BrokenRule rule_of_parameters(const Span *span, size_t open,
                                     size_t close)
{
    bool defaults = false;

    for (size_t i = open + 1; i < close; ++i) {
        if (span_is(span, i, ",")) {
            defaults = false;
        } else if (span_opens(span, i)) {
            i = span_closing(span, i);
        } else if (span_is(span, i, "<")) {
            i = span_closing_angle(span, i);
        } else if (span_is(span, i, "=")) {
            defaults = true;
        } else if (span_is(span, i, ".") && span_is(span, i + 2, ".") &&
                   i + 3 == close &&
                   (i == open + 1 || span_is(span, i - 1, ","))) {
            return broken(span, open - 1, "the kernel ",
                          " has parameters \"...\"; give each of them a name");
        } else if (!defaults && span_is(span, i, "&") &&
                   span_is(span, i + 1, "&")) {
            return broken(span, open - 1, "the kernel ",
                          " has a parameter with &&; a kernel takes values and "
                          "pointers");
        }
    }
    return none();
}

BrokenRule kernel_rules_declaration(const Span *span, size_t i, bool member)
{
    static const char *const others[] = {"__device__", "__host__", NULL};
    static const char *const results[] = {"int",    "float",    "double",
                                          "bool",   "char",     "short",
                                          "long",   "unsigned", "size_t",
                                          "signed", NULL};
    size_t first = span_statement_begin(span, i);
    size_t open = parameters_of(span, i + 1);

    if (open == span->count)
        return none();
    for (size_t k = first; k + 1 < open; ++k) {
        if (span_is(span, k, "friend"))
            return none();
        if (span_is(span, k, "<")) {
            k = span_closing_angle(span, k);
        } else if (span_opens(span, k)) {
            k = span_closing(span, k);
        } else if (span_is_any(span, k, others)) {
            return broken(span, k, "",
                          " stands beside __global__; a kernel is __global__ "
                          "alone");
        } else if (span_is_any(span, k, results)) {
            return broken(span, k, "a kernel returns ",
                          "; write void, and let it store the result");
        }
    }
    if (member)
        return broken(
            span, open - 1, "the kernel ",
            " is a member of a class; define it outside of the class");
    size_t close = span_closing(span, open);
    return close < span->count ? rule_of_parameters(span, open, close) : none();
}

/* ---- Arguments ------------------------------------------------------------*/

/* True if a lambda without __device__ begins at I, and ends before CLOSE; *END
 * is what stands behind it.  A name behind its ] may be a macro with the word.
 */
static bool begins_host_lambda(const Span *span, size_t i, size_t close,
                               size_t *end)
{
    size_t k = span_is(span, i, "[") ? span_closing(span, i) + 1 : close;

    if (k < close && span_is_name(span, k))
        return false;
    for (; k < close && !span_is(span, k, "{"); ++k)
        if (span_is(span, k, "__device__") || span_is(span, k, ","))
            return false;
        else if (span_opens(span, k))
            k = span_closing(span, k);
    *end = k < close ? span_closing(span, k) + 1 : span->count;
    return *end <= close;
}

/* True if the variable that is named at I is a lambda of the host. */
static bool names_host_lambda(const Span *span, size_t i)
{
    size_t end;

    for (size_t k = i; k-- > span->first + 1;)
        if (span_same(span, i, k) &&
            (span_is_name(span, k - 1) || span_is(span, k - 1, "&") ||
             span_is(span, k - 1, "*")))
            return span_is(span, k - 1, "auto") && span_is(span, k + 1, "=") &&
                   begins_host_lambda(span, k + 2, i, &end) &&
                   span_is(span, end, ";");
    return false;
}

/* True if the argument at I, of a call that ends at CLOSE, is a lambda without
 * __device__, and not what one returns. */
static bool is_host_lambda(const Span *span, size_t i, size_t close)
{
    size_t end = i + 1;

    if (!span_is_name(span, i) && !begins_host_lambda(span, i, close, &end))
        return false;
    return (end == close || (end < close && span_is(span, end, ","))) &&
           (!span_is_name(span, i) || names_host_lambda(span, i));
}

size_t kernel_rules_host_lambda(const Span *span, size_t open, size_t close)
{
    for (size_t i = open + 1; i < close; ++i)
        if ((i == open + 1 || span_is(span, i - 1, ",")) &&
            is_host_lambda(span, i, close))
            return i;
        else if (span_opens(span, i))
            i = span_closing(span, i);
    return close;
}

/* ---- Bodies ---------------------------------------------------------------*/

/* True if the name at I is used alone, or as one of the namespace std. */
static bool is_of_library(const FunctionSpaces *spaces, const Span *span,
                          size_t i)
{
    static const char *const joints[] = {".", "->", NULL};
    static const char *const words[] = {"return", "else", "do", NULL};

    if (span_is(span, i - 1, "::"))
        return span_is(span, i - 2, "std") && !span_is(span, i - 3, "::");
    if (span_is_any(span, i - 1, joints) ||
        (span_is_name(span, i - 1) && !span_is_any(span, i - 1, words)))
        return false;
    return !function_spaces_has(spaces, span, i);
}

/* A function of C's library, which runs on the host, is called at I. */
static bool calls_library(const FunctionSpaces *spaces, const Span *span,
                          size_t i)
{
    static const char *const names[] = {
        "atof",    "atoi",    "atol",    "exit",   "fclose",  "fflush",
        "fgets",   "fopen",   "fprintf", "fputs",  "fread",   "fscanf",
        "fwrite",  "getchar", "getenv",  "perror", "putchar", "puts",
        "qsort",   "rand",    "realloc", "scanf",  "sleep",   "snprintf",
        "sprintf", "srand",   "sscanf",  "strcat", "strcmp",  "strcpy",
        "strncpy", "strtol",  "system",  "time",   "usleep",  NULL};

    return span_is_any(span, i, names) && span_is(span, i + 1, "(") &&
           !(span_is(span, i - 1, "(") && span_is(span, i - 2, "sizeof")) &&
           is_of_library(spaces, span, i);
}

/* An object or a function of C++'s library, which is the host's, is used at I.
 */
static bool uses_library(const FunctionSpaces *spaces, const Span *span,
                         size_t i)
{
    static const char *const streams[] = {"cout", "cerr", "cin", NULL};
    static const char *const classes[] = {"vector", "map",   "set",
                                          "list",   "deque", "unordered_map",
                                          "string", "queue", "function",
                                          "thread", NULL};
    static const char *const functions[] = {"sort", "stable_sort", "to_string",
                                            NULL};
    bool standard = span_is(span, i - 1, "::");
    size_t end =
        span_is(span, i + 1, "<") ? span_closing_angle(span, i + 1) : i;

    if (span_is_any(span, i, streams))
        return (span_is(span, i + 1, "<") || span_is(span, i + 1, ">")) &&
               is_of_library(spaces, span, i);
    if (!standard || !is_of_library(spaces, span, i))
        return false;
    if (span_is_any(span, i, functions))
        return span_is(span, i + 1, "(");
    return span_is_any(span, i, classes) && span_is_name(span, end + 1) &&
           !span_is(span, i - 3, "typename");
}

/* A variable of the device is declared at I. */
static bool declares_space(const Span *span, size_t i)
{
    static const char *const words[] = {"__device__", "__constant__",
                                        "__managed__", NULL};
    static const char *const borders[] = {";", "{", "}", NULL};
    static const char *const functions[] = {"(", "operator", NULL};
    size_t end = span_statement_end(span, i);

    if (!span_is_any(span, i, words) || !span_is_any(span, i - 1, borders))
        return false;
    for (size_t k = i; k < end; ++k)
        if (span_is(span, k, "=") || span_is(span, k, "["))
            return true;
        else if (span_is_any(span, k, functions))
            return false;
    return end < span->count;
}

/* An array of a size that is no constant is declared at I. */
static bool declares_varying(const Span *span, size_t i, size_t *name)
{
    static const char *const types[] = {"int",  "float", "double", "unsigned",
                                        "char", "long",  "short",  NULL};
    static const char *const borders[] = {";", "{", "}", NULL};
    static const char *const values[] = {"=", "(", "{", NULL};
    size_t end = span_statement_end(span, i);

    if (!span_is_any(span, i, types) || !span_is_any(span, i - 1, borders))
        return false;
    for (size_t k = i; k < end; ++k)
        if (span_is_any(span, k, values))
            return false;
    return end < span->count && array_size_varies(span, i, end, name);
}

/* True if the tokens of the statement before I make it doubtful that an element
 * whose index is a constant is loaded: it may be part of a constant. */
static bool may_be_constant(const Span *span, size_t i)
{
    static const char *const words[] = {"const", "case", "static_assert",
                                        "enum",  "<",    NULL};

    for (size_t k = span_statement_begin(span, i); k < i; ++k) {
        if (span_is_any(span, k, words))
            return true;
        if (span_is(span, k, "[") && (k = span_closing(span, k)) > i)
            return true;
    }
    return false;
}

/* True if the index between OPEN and CLOSE is surely none that the compiler
 * knows: it has a name, and a variable without const has it, or it is one of
 * CUDA's. */
static bool index_varies(const Span *span, size_t open, size_t close)
{
    static const char *const types[] = {"int",  "unsigned", "size_t", "auto",
                                        "long", "short",    "char",   NULL};
    static const char *const fronts[] = {";", "{", "}", "(", NULL};
    size_t name;

    if (array_size_varies(span, open - 1, close + 1, &name))
        return true;
    for (size_t i = open + 1; i < close; ++i)
        for (size_t k = open; span_is_name(span, i) && k-- > span->first + 2;)
            if (span_same(span, i, k) && span_is_any(span, k - 1, types))
                return span_is_any(span, k - 2, fronts);
    return false;
}

/* An element of a constant array of the host is used at I. */
static bool loads_host_array(const FunctionSpaces *spaces, const Span *span,
                             size_t i)
{
    static const char *const joints[] = {".", "->", "::", NULL};
    size_t open = i + 1;

    return span_is(span, open, "[") && !span_is_any(span, i - 1, joints) &&
           !span_is(span, i - 1, "sizeof") && !span_is(span, i - 2, "sizeof") &&
           function_spaces_is_array(spaces, span, i) &&
           (!may_be_constant(span, i) ||
            index_varies(span, open, span_closing(span, open)));
}

static BrokenRule rule_of_device(const FunctionSpaces *spaces, const Span *span,
                                 size_t i)
{
    static const char *const exceptions[] = {"try", "throw", "typeid",
                                             "dynamic_cast", NULL};
    size_t name = i;

    if (calls_library(spaces, span, i))
        return broken(span, i, "a kernel calls ",
                      ", a function of the host's library");
    if (uses_library(spaces, span, i))
        return broken(span, i, "a kernel uses std::",
                      ", which is of the host's library");
    if (span_is_any(span, i, exceptions) &&
        !(span_is(span, i + 1, "(") && span_is(span, i + 2, ")")))
        return broken(span, i, "",
                      " is not possible in a kernel; return a code instead");
    if (loads_host_array(spaces, span, i))
        return broken(span, i, "a kernel loads ",
                      ", an array of the host; write __constant__ in place of "
                      "its const or constexpr");
    if (declares_varying(span, i, &name))
        return broken(span, name, "the size of ",
                      " is no constant; give it one that the compiler knows");
    return none();
}

static BrokenRule rule_of_host(const FunctionSpaces *spaces, const Span *span,
                               size_t i)
{
    static const char *const atomics[] = {"atomicAdd",  "atomicSub",
                                          "atomicMax",  "atomicMin",
                                          "atomicExch", "atomicCAS",
                                          "atomicAnd",  "atomicOr",
                                          "atomicXor",  "atomicInc",
                                          "atomicDec",  NULL};

    if (span_is_any(span, i, atomics) && span_is(span, i + 1, "(") &&
        !span_is(span, i - 1, "::") && is_of_library(spaces, span, i))
        return broken(span, i, "the host calls ",
                      ", a function of the device; call it in a kernel");
    return none();
}

/* True if a lambda or a function of a class in a function of the host, at I,
 * may be for the device: a word or a macro stands behind its ], or __device__
 * before it. */
static bool is_for_device(const Span *span, size_t i)
{
    return span_is_name(span, i) &&
           (span_is(span, i - 1, "]") ||
            (span_is(span, i, "__device__") && !declares_space(span, i)));
}

/* True if the tokens between OPEN and CLOSE may be left out, or be for the
 * other side. */
static bool is_in_doubt(const Span *span, const CxxTokens *file, size_t open,
                        size_t close, bool host)
{
    for (size_t i = 0; i < file->directives_count; ++i)
        if (file->directives[i].start > span->tokens[open].start &&
            file->directives[i].start < span->tokens[close].start)
            return true;
    for (size_t i = open; i < close; ++i)
        if (span_is(span, i, "constexpr") || span_is(span, i, "decltype") ||
            (host && is_for_device(span, i)))
            return true;
    return false;
}

/* True if the body at OPEN is that of a template that nothing names, which no
 * compiler makes a function of. */
static bool is_unused_template(const FunctionSpaces *spaces, const Span *span,
                               size_t open)
{
    size_t close = open > span->first ? open - 1 : open;
    size_t i = span_is(span, close, ")") ? span_opening(span, close) : SIZE_MAX;

    return i != SIZE_MAX && i > span->first && span_is_name(span, i - 1) &&
           span_is(span, span_statement_begin(span, i - 1), "template") &&
           !function_spaces_uses(spaces, span, i - 1);
}

BrokenRule kernel_rules_body(const FunctionSpaces *spaces, const Span *span,
                             const CxxTokens *file, size_t open,
                             FunctionRuns runs)
{
    bool host = runs == RUNS_ON_HOST;
    size_t close = span_closing(span, open);
    BrokenRule rule = none();

    if (close == span->count || is_in_doubt(span, file, open, close, host) ||
        is_unused_template(spaces, span, open))
        return rule;
    for (size_t i = open + 1; i < close && !rule.what[0]; ++i) {
        if (declares_space(span, i))
            return broken(span, i, "",
                          " declares a variable in a function; declare it "
                          "outside of functions");
        if (span_is_name(span, i))
            rule = host ? rule_of_host(spaces, span, i)
                        : rule_of_device(spaces, span, i);
    }
    return rule;
}
