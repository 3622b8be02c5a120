/* SPDX-License-Identifier: MIT */
#include "program/function_spaces.h"

#include <stdlib.h>
#include <string.h>

/* What a name is in the program. */
enum {
    IS_MACRO = 1,
    IS_HOST = 2,     /* a function of the host */
    IS_DEVICE = 4,   /* a function of the device */
    IS_OTHER = 8,    /* another function, or it is not known which */
    IS_OBJECT = 16,  /* perhaps a variable, or a type */
    IS_NAMED = 32,   /* a function names it, and does not call it */
    IS_ARRAY = 64,   /* a constant array of the host */
    IS_CALLED = 128, /* a function calls or launches it */
    IS_USED = IS_NAMED | IS_CALLED
};

/* ---- The table ------------------------------------------------------------*/

static int by_name(const void *a, const void *b)
{
    const SpaceName *p = a, *q = b;

    if (p->length != q->length)
        return p->length < q->length ? -1 : 1;
    return memcmp(p->bytes, q->bytes, p->length);
}

static void add(FunctionSpaces *spaces, const Span *span, size_t first,
                size_t end, unsigned is)
{
    size_t start = span->tokens[first].start;

    if (is)
        base_push(spaces, items,
                  ((SpaceName){span->text + start,
                               span->tokens[end - 1].end - start, is}));
}

/* Makes one of all entries of a name. */
static void settle(FunctionSpaces *spaces)
{
    size_t kept = 0;

    if (spaces->items_count == 0)
        return;
    qsort(spaces->items, spaces->items_count, sizeof *spaces->items, by_name);
    for (size_t i = 1; i < spaces->items_count; ++i)
        if (by_name(&spaces->items[kept], &spaces->items[i]) == 0)
            spaces->items[kept].is |= spaces->items[i].is;
        else
            spaces->items[++kept] = spaces->items[i];
    spaces->items_count = kept + 1;
}

/* What the name from FIRST to before END is; 0: not in the table. */
static unsigned is_of(const FunctionSpaces *spaces, const Span *span,
                      size_t first, size_t end)
{
    size_t start = span->tokens[first].start;
    SpaceName key = {span->text + start, span->tokens[end - 1].end - start, 0};
    const SpaceName *found =
        spaces->items_count > 0
            ? bsearch(&key, spaces->items, spaces->items_count, sizeof key,
                      by_name)
            : NULL;

    return found ? found->is : 0;
}

/* ---- Macros ---------------------------------------------------------------*/

/* Adds the names that TEXT defines as macros. */
static void add_macros(FunctionSpaces *spaces, const char *text,
                       const CxxTokens *file)
{
    for (size_t i = 0; i < file->directives_count; ++i) {
        const Directive *it = &file->directives[i];
        size_t start = it->body;
        if (it->kind != DIRECTIVE_DEFINE)
            continue;
        while (start < it->end && (text[start] == ' ' || text[start] == '\t'))
            ++start;
        size_t length = strspn(text + start, "abcdefghijklmnopqrstuvwxyz"
                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                             "0123456789_");
        base_push(spaces, items, ((SpaceName){text + start, length, IS_MACRO}));
    }
}

/* True if the token at I has a small letter. */
static bool has_small(const Span *span, size_t i)
{
    for (size_t k = span->tokens[i].start; k < span->tokens[i].end; ++k)
        if (span->text[k] >= 'a' && span->text[k] <= 'z')
            return true;
    return false;
}

/* The program may define the token at I as a macro; one of a header of a
 * library has no small letters, but names of a letter are types. */
static bool may_be_macro(const void *user, const Span *span, size_t i)
{
    const Token *token = &span->tokens[i];

    return (is_of(user, span, i, i + 1) & IS_MACRO) ||
           (!has_small(span, i) && token->end - token->start > 1);
}

/* ---- Declarations ---------------------------------------------------------*/

/* True if a preprocessor line stands between two tokens. */
static bool has_directive(const Span *span, const CxxTokens *file, size_t first,
                          size_t last)
{
    for (size_t i = 0; i < file->directives_count; ++i)
        if (file->directives[i].start > span->tokens[first].start &&
            file->directives[i].start < span->tokens[last].start)
            return true;
    return false;
}

/* True if CUDA declares a function of the name at I for both sides, so that one
 * that is defined without a word may be that. */
static bool is_of_cuda(const Span *span, size_t i)
{
    static const char *const names[] = {
        "abs",     "acos",      "acosh",      "asin",      "asinh",
        "atan",    "atan2",     "atanh",      "cbrt",      "ceil",
        "clock",   "copysign",  "cos",        "cosh",      "cospi",
        "erf",     "erfc",      "erfcinv",    "erfcx",     "erfinv",
        "exp",     "exp10",     "exp2",       "expm1",     "fabs",
        "fdim",    "fdivide",   "floor",      "fma",       "fmax",
        "fmin",    "fmod",      "free",       "frexp",     "hypot",
        "ilogb",   "j0",        "j1",         "jn",        "labs",
        "ldexp",   "lgamma",    "llabs",      "llrint",    "llround",
        "log",     "log10",     "log1p",      "log2",      "logb",
        "lrint",   "lround",    "malloc",     "memcpy",    "memset",
        "modf",    "nan",       "nearbyint",  "nextafter", "norm3d",
        "norm4d",  "normcdf",   "normcdfinv", "pow",       "printf",
        "rcbrt",   "remainder", "remquo",     "rhypot",    "rint",
        "rnorm",   "rnorm3d",   "rnorm4d",    "round",     "rsqrt",
        "scalbln", "scalbn",    "sin",        "sincos",    "sincospi",
        "sinh",    "sinpi",     "sqrt",       "tan",       "tanh",
        "tgamma",  "trunc",     "y0",         "y1",        "yn",
        NULL};
    const Token *token = &span->tokens[i];
    const char *word = span->text + token->start;
    size_t length = token->end - token->start;

    if (strncmp(word, "__", 2) == 0)
        return true;
    for (size_t k = 0; names[k]; ++k) {
        size_t own = strlen(names[k]);
        if (strncmp(word, names[k], own) == 0 &&
            (length == own || (length == own + 1 && word[own] == 'f')))
            return true;
    }
    return false;
}

/* Reads the declaration of the function whose name is at I. */
static FunctionDeclaration declaration_at(const FunctionSpaces *macros,
                                          const Span *span,
                                          const CxxTokens *file,
                                          const Scopes *scopes, size_t i)
{
    static const char *const never[] = {"main", "new", "delete", NULL};
    FunctionDeclaration it =
        function_declaration_read(span, i, scopes_class_name(scopes, span),
                                  may_be_macro, macros);
    size_t last = it.open == SIZE_MAX ? i : it.open;

    if (span_is_any(span, i, never) || is_of_cuda(span, i) ||
        has_directive(span, file, it.begin, last) ||
        (it.is_constructor && it.runs != RUNS_ON_HOST))
        it.runs = RUNS_UNKNOWN;
    return it;
}

static unsigned is_by(FunctionRuns runs)
{
    return runs == RUNS_ON_HOST     ? IS_HOST
           : runs == RUNS_ON_DEVICE ? IS_DEVICE
                                    : IS_OTHER;
}

/* What the name at I, in a function, is, as far as this place tells: a word or
 * a sign of a type before it may declare it, and so may a comma. */
static unsigned is_in_function(const Span *span, size_t i)
{
    static const char *const words[] = {"return", "else", "do", NULL};
    static const char *const signs[] = {"*", "&", ">", "]", NULL};
    bool called = span_is(span, i + 1, "(") ||
                  (span_is(span, i + 1, "<") && span_is(span, i + 2, "<") &&
                   span_is(span, i + 3, "<"));

    if (i == span->first)
        return IS_OBJECT;
    if (span_is_any(span, i - 1, signs) ||
        (span_is_name(span, i - 1) && !span_is_any(span, i - 1, words)) ||
        (span_is(span, i - 1, ",") && !called))
        return IS_OBJECT;
    return called ? IS_CALLED : IS_NAMED;
}

/* Functions whose names stand behind the word of CUDA's at I, in a function,
 * may be declared there. */
static void add_local(FunctionSpaces *spaces, const Span *span, size_t i)
{
    static const char *const ends[] = {";", "{", "}", NULL};

    for (; i < span->count && !span_is_any(span, i, ends); ++i)
        if (span_is_name(span, i))
            add(spaces, span, i, i + 1, IS_OTHER);
}

/* True if the name at I, in a namespace, is that of a constant array of the
 * host. */
static bool is_host_array(const FunctionSpaces *macros, const Span *span,
                          size_t i)
{
    if (!host_objects_is_array(span, i))
        return false;
    for (size_t k = span_statement_begin(span, i); k < i; ++k)
        if (span_is_name(span, k) && may_be_macro(macros, span, k))
            return false;
    return true;
}

/* Adds all names of TEXT. */
static void add_names(FunctionSpaces *spaces, const FunctionSpaces *macros,
                      const char *text, const CxxTokens *file)
{
    static const char *const words[] = {"__host__", "__device__", "__global__",
                                        NULL};
    const Span span = {text, file->tokens, file->tokens_count, 0};
    Scopes scopes = {0};

    for (size_t i = 0; i < span.count; ++i) {
        scopes_go_on(&scopes, &span, file, i);
        size_t open = function_declaration_parameters(&span, i);
        if (!span_is_name(&span, i))
            continue;
        if (scopes_in_function(&scopes)) {
            if (span_is_any(&span, i, words))
                add_local(spaces, &span, i);
            add(spaces, &span, i, i + 1, is_in_function(&span, i));
        } else if (open != SIZE_MAX) {
            FunctionDeclaration it =
                declaration_at(macros, &span, file, &scopes, i);
            add(spaces, &span, i, open, is_by(it.runs));
        } else {
            add(spaces, &span, i, i + 1,
                scopes_kind(&scopes) == SCOPE_NAMESPACE &&
                        is_host_array(macros, &span, i)
                    ? IS_ARRAY
                    : IS_OBJECT);
        }
    }
}

FunctionSpaces function_spaces_read(const char *const texts[], size_t count)
{
    FunctionSpaces spaces = {0}, macros = {0};

    for (size_t i = 0; i < count; ++i) {
        CxxTokens file = cxx_tokens_read(texts[i]);
        add_macros(&macros, texts[i], &file);
        cxx_tokens_free(&file);
        spaces.by_architecture |= strstr(texts[i], "__CUDA_ARCH__") ||
                                  strstr(texts[i], "NV_IF_TARGET");
    }
    settle(&macros);
    for (size_t i = 0; i < count; ++i) {
        CxxTokens file = cxx_tokens_read(texts[i]);
        add_names(&spaces, &macros, texts[i], &file);
        cxx_tokens_free(&file);
    }
    for (size_t i = 0; i < macros.items_count; ++i)
        base_push(&spaces, items, macros.items[i]);
    settle(&spaces);
    function_spaces_free(&macros);
    return spaces;
}

void function_spaces_free(FunctionSpaces *spaces)
{
    free(spaces->items);
    *spaces = (FunctionSpaces){0};
}

/* ---- Questions ------------------------------------------------------------*/

static FunctionRuns runs_by(unsigned is)
{
    is &= ~(unsigned)IS_CALLED;
    return is == IS_HOST     ? RUNS_ON_HOST
           : is == IS_DEVICE ? RUNS_ON_DEVICE
                             : RUNS_UNKNOWN;
}

FunctionRuns function_spaces_definition(const FunctionSpaces *spaces,
                                        const Span *span, const CxxTokens *file,
                                        const Scopes *scopes, size_t i,
                                        size_t *open)
{
    size_t end = function_declaration_parameters(span, i);

    if (end == SIZE_MAX || scopes_in_function(scopes))
        return RUNS_UNKNOWN;
    FunctionRuns all = runs_by(is_of(spaces, span, i, end) &
                               ~(unsigned)(IS_OBJECT | IS_NAMED));
    if (all == RUNS_UNKNOWN ||
        (all == RUNS_ON_DEVICE && spaces->by_architecture))
        return RUNS_UNKNOWN;
    FunctionDeclaration it = declaration_at(spaces, span, file, scopes, i);
    *open = it.open;
    return it.open != SIZE_MAX && it.runs == all ? all : RUNS_UNKNOWN;
}

FunctionRuns function_spaces_sole(const FunctionSpaces *spaces,
                                  const Span *span, size_t i)
{
    return runs_by(is_of(spaces, span, i, i + 1));
}

bool function_spaces_has(const FunctionSpaces *spaces, const Span *span,
                         size_t i)
{
    return (is_of(spaces, span, i, i + 1) & ~(unsigned)IS_USED) != 0;
}

bool function_spaces_uses(const FunctionSpaces *spaces, const Span *span,
                          size_t i)
{
    return (is_of(spaces, span, i, i + 1) & (IS_USED | IS_OBJECT | IS_MACRO)) !=
           0;
}

bool function_spaces_is_array(const FunctionSpaces *spaces, const Span *span,
                              size_t i)
{
    return (is_of(spaces, span, i, i + 1) & ~(unsigned)IS_USED) == IS_ARRAY;
}

/* ---- Objects of the host --------------------------------------------------*/

bool host_objects_is_array(const Span *span, size_t name)
{
    static const char *const words[] = {"static", "const",  "constexpr",
                                        "*",      "struct", NULL};
    static const char *const types[] = {"unsigned", "signed", "char",  "short",
                                        "int",      "long",   "float", "double",
                                        "bool",     NULL};
    static const char *const borders[] = {";", "}", NULL};
    size_t first = span_statement_begin(span, name), behind = name + 1;
    size_t end = span_statement_end(span, first), known = 0, others = 0;
    bool constant = false;

    if (end == span->count ||
        (first > span->first && !span_is_any(span, first - 1, borders)))
        return false;
    for (size_t i = first; i < name; ++i) {
        constant |= span_is(span, i, "const") || span_is(span, i, "constexpr");
        known += span_is_any(span, i, types);
        others += !span_is_any(span, i, types) && !span_is_any(span, i, words);
    }
    while (span_is(span, behind, "["))
        behind = span_closing(span, behind) + 1;
    return constant && others == (known ? 0 : 1) && behind > name + 1 &&
           span_is(span, behind, "=") && span_is(span, behind + 1, "{") &&
           span_closing(span, behind + 1) + 1 == end;
}

/* True if the string literal at I has words of the GPU's assembler: an
 * instruction and its type with a dot between, or a register of CUDA's. */
static bool reads_ptx(const Span *span, size_t i)
{
    static const char *const parts[] = {
        ".u32",    ".s32",    ".b32",         ".u64",    ".s64",  ".b64",
        ".f32",    ".f64",    ".b16",         ".u16",    ".sync", ".pred",
        ".global", ".shared", ".async",       "%laneid", "%smid", "%warpid",
        "%clock",  "%ctaid",  "%globaltimer", NULL};
    const Token *token = &span->tokens[i];

    for (size_t at = token->start + 1; at < token->end; ++at)
        for (size_t k = 0; parts[k]; ++k) {
            size_t length = strlen(parts[k]);
            char before = span->text[at - 1];
            if (at + length <= token->end &&
                strncmp(span->text + at, parts[k], length) == 0 &&
                (parts[k][0] == '%' || (before >= '0' && before <= '9') ||
                 (before >= 'a' && before <= 'z')))
                return true;
        }
    return false;
}

size_t host_objects_ptx_end(const Span *span, size_t i)
{
    static const char *const words[] = {"asm", "__asm__", "__asm", NULL};
    static const char *const kinds[] = {"volatile", "__volatile__", NULL};

    if (!span_is_any(span, i, words))
        return span->count;
    size_t open = i + 1 + span_is_any(span, i + 1, kinds);
    if (!span_is(span, open, "("))
        return span->count;
    for (size_t k = open + 1; k < span->count; ++k)
        if (span->tokens[k].kind != TOKEN_STRING)
            break;
        else if (reads_ptx(span, k))
            return span_closing(span, open);
    return span->count;
}
