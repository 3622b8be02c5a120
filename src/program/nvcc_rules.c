/* SPDX-License-Identifier: MIT */
#include "program/libclang.h"

#include <string.h>

typedef struct {
    int kind; /* of the cursor; CURSOR_FUNCTION: of any function's declaration,
                 templates included; CURSOR_BINARY: of any operator */
    bool in_device; /* only in functions with __device__ or __global__ */
    /* Whether SITE breaks it; may set *AT, where, which is the cursor itself.
     */
    bool (*breaks)(const RuleSite *site, CXCursor *at);
    const char *text; /* %s: what the cursor at *AT is called */
} Rule;

/* ---- Kernels --------------------------------------------------------------*/

static bool is_member_kernel(const RuleSite *site, CXCursor *at)
{
    return (site->words & WORD_GLOBAL) &&
           cursor_is_member(site->source->c, *at);
}

/* ---- Launches -------------------------------------------------------------*/

/* True for a launch that passes a lambda which is not for the device. */
static bool passes_host_lambda(const RuleSite *site, CXCursor *at)
{
    const Libclang *c = site->source->c;
    int count = site->is_launch ? c->Cursor_getNumArguments(site->cursor) : 0;

    for (int i = 0; i < count && !(site->words & (WORD_DEVICE | WORD_GLOBAL));
         ++i) {
        CXType type = c->getCanonicalType(c->getCursorType(
            c->Cursor_getArgument(site->launched, (unsigned)i)));
        CXCursor body;
        if (!cursor_is_lambda(c, type) ||
            (cursor_lambda_words(c, type, &body) & WORD_DEVICE))
            continue;
        *at = c->Cursor_getArgument(site->cursor, (unsigned)i);
        return true;
    }
    return false;
}

/* ---- Variables ------------------------------------------------------------*/

static bool is_varying(const RuleSite *site, CXCursor *at)
{
    const Libclang *c = site->source->c;

    return c->getCanonicalType(c->getCursorType(*at)).kind ==
           TYPE_VARYING_ARRAY;
}

/* True if VARIABLE is outside functions, a constant, and not for the device. */
static bool is_host_constant(const Libclang *c, CXCursor variable)
{
    CXType type = c->getCursorType(variable);
    CXType plain = c->getCanonicalType(type);
    int parent = c->getCursorSemanticParent(variable).kind;

    if (variable.kind != CURSOR_VARIABLE ||
        (cursor_words(c, variable) &
         (WORD_DEVICE | WORD_CONSTANT | WORD_SHARED)) ||
        cursor_is_function(parent) || cursor_is_of_system(c, variable))
        return false;
    /* a canonical array type has the const of its elements */
    return c->isConstQualifiedType(type) || c->isConstQualifiedType(plain);
}

static bool is_host_array(const RuleSite *site, CXCursor *at)
{
    const Libclang *c = site->source->c;
    CXCursor variable = c->getCursorReferenced(*at);

    return !site->is_constant && is_host_constant(c, variable) &&
           c->getCanonicalType(c->getCursorType(variable)).kind == TYPE_ARRAY;
}

/* CURSOR without brackets and conversions. */
static CXCursor bare(const Libclang *c, CXCursor cursor)
{
    CXCursor child;

    while ((cursor.kind == CURSOR_PARENTHESES ||
            cursor.kind == CURSOR_UNEXPOSED_EXPRESSION) &&
           cursor_child(c, cursor, 0, &child))
        cursor = child;
    return cursor;
}

/* The variable that the lvalue AT is a part of, through no pointer. */
static CXCursor assigned_variable(const Libclang *c, CXCursor at)
{
    CXCursor child;

    for (at = bare(c, at);
         at.kind == CURSOR_SUBSCRIPT || at.kind == CURSOR_MEMBER; at = child) {
        if (!cursor_child(c, at, 0, &child))
            break;
        child = bare(c, child);
        if (c->getCanonicalType(c->getCursorType(child)).kind == TYPE_POINTER)
            break;
    }
    return c->getCursorReferenced(at);
}

/* True if the operator at SITE stores to its operand *STORED. */
static bool stores(const RuleSite *site, CXCursor *stored)
{
    const Libclang *c = site->source->c;
    CXCursor cursor = site->cursor, second;
    Text sign = {0};

    if (!cursor_child(c, cursor, 0, stored))
        return false;
    if (cursor.kind == CURSOR_COMPOUND_ASSIGNMENT)
        return true;
    bool is_binary = cursor_child(c, cursor, 1, &second);
    SourcePlace from = is_binary ? cursor_end(site->source, *stored)
                                 : cursor_begin(site->source, cursor);
    SourcePlace to = is_binary ? cursor_begin(site->source, second)
                               : cursor_end(site->source, cursor);
    bool is = source_slice(site->source, from, to, &sign);
    size_t length = sign.length;
    is = is && (is_binary ? strcmp(sign.text, "=") == 0
                          : length > 2 &&
                                (strncmp(sign.text, "++", 2) == 0 ||
                                 strncmp(sign.text, "--", 2) == 0 ||
                                 strcmp(sign.text + length - 2, "++") == 0 ||
                                 strcmp(sign.text + length - 2, "--") == 0));
    text_free(&sign);
    return is;
}

static bool stores_constant(const RuleSite *site, CXCursor *at)
{
    const Libclang *c = site->source->c;
    CXCursor stored;

    if (!stores(site, &stored))
        return false;
    CXCursor variable = assigned_variable(c, stored);
    if (variable.kind != CURSOR_VARIABLE ||
        !(cursor_words(c, variable) & WORD_CONSTANT))
        return false;
    *at = variable;
    return true;
}

/* ---- Calls ----------------------------------------------------------------*/

/* True if nvcc knows the function of namespace std for both sides: its headers
 * declare the functions of <cmath>, and it takes std::move as it is. */
static bool is_known_standard(const Source *source, CXCursor function)
{
    static const char *const names[] = {"move", "forward"};
    static const char *const files[] = {"cmath",     "cstdlib",
                                        "std_abs.h", "complex",
                                        "new",       "initializer_list"};
    const Libclang *c = source->c;
    Text text = {0};
    bool is_known = false;

    libclang_add(c, &text, c->getCursorSpelling(function));
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        is_known |= strcmp(text.text, names[i]) == 0;
    text_free(&text);
    libclang_add(c, &text, c->getFileName(cursor_name(source, function).file));
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i)
        is_known |= strcmp(base_name(text.text), files[i]) == 0;
    text_free(&text);
    return is_known;
}

/* True if the call is one of a constexpr function that has no CUDA word: clang
 * takes it for one of both sides. */
static bool calls_constexpr(const RuleSite *site, CXCursor *at)
{
    const Libclang *c = site->source->c;
    CXCursor function = c->getCursorReferenced(*at);

    if (!cursor_is_function(function.kind) || (site->words & WORD_HOST) ||
        !cursor_name(site->source, function).file ||
        (cursor_is_of_system(c, function) &&
         (!cursor_is_standard(c, function) ||
          is_known_standard(site->source, function))))
        return false;
    return !cursor_words(c, function) && !c->CXXMethod_isDefaulted(function) &&
           (cursor_has_word(site->source, function, "constexpr") ||
            cursor_has_word(site->source, function, "_GLIBCXX_CONSTEXPR") ||
            cursor_has_word(site->source, function, "_GLIBCXX14_CONSTEXPR") ||
            cursor_has_word(site->source, function, "_GLIBCXX17_CONSTEXPR"));
}

/* ---- The table ------------------------------------------------------------*/

static const Rule rules[] = {
    {CURSOR_FUNCTION, false, is_member_kernel,
     "the kernel %s is a member of a class; define it outside the class"},
    {CURSOR_CALL, false, passes_host_lambda,
     "a kernel receives a host lambda; write __device__ after its ]"},
    {CURSOR_VARIABLE, true, is_varying,
     "the size of %s is not a constant; use a constant"},
    {CURSOR_NAME, true, is_host_array,
     "device code uses the host array %s; write __constant__ instead of const "
     "or constexpr"},
    {CURSOR_BINARY, true, stores_constant,
     "device code stores to the __constant__ variable %s; write __device__ "
     "instead of __constant__"},
    {CURSOR_CALL, true, calls_constexpr,
     "device code calls the host constexpr function %s; write __host__ "
     "__device__ before it, or use CUDA's function"},
};

static void tell_rule(const RuleSite *site, const Rule *rule, CXCursor at,
                      RuleTell *tell, void *user)
{
    Text name = {0}, text = {0};
    const char *gap = strstr(rule->text, "%s");

    libclang_add(site->source->c, &name,
                 site->source->c->getCursorSpelling(at));
    if (gap)
        text_add(&text, "%.*s%s%s", (int)(gap - rule->text), rule->text,
                 name.text, gap + 2);
    else
        text_add(&text, "%s", rule->text);
    tell(user,
         at.kind == CURSOR_VARIABLE && rule->kind != CURSOR_VARIABLE
             ? site->cursor
             : at,
         text.text);
    text_free(&name);
    text_free(&text);
}

void nvcc_rules_check(const RuleSite *site, RuleTell *tell, void *user)
{
    int kind = site->cursor.kind;
    bool in_device = site->words & (WORD_DEVICE | WORD_GLOBAL);

    if (cursor_is_function(kind) || kind == CURSOR_FUNCTION_TEMPLATE)
        kind = CURSOR_FUNCTION;
    if (kind == CURSOR_COMPOUND_ASSIGNMENT || kind == CURSOR_UNARY)
        kind = CURSOR_BINARY;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i) {
        CXCursor at = site->cursor;
        if (rules[i].kind == kind && (in_device || !rules[i].in_device) &&
            rules[i].breaks(site, &at))
            tell_rule(site, &rules[i], at, tell, user);
    }
}
