/* SPDX-License-Identifier: MIT */
#include "program/libclang.h"

#include <dlfcn.h>
#include <string.h>

/* Puts the function NAME into the pointer at FUNCTION: ISO C converts no
 * pointer to an object into one to a function. */
static bool find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);

    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* Numbers, and what the library calls them: a sample of each of its lists. */
static const struct {
    bool is_type;
    int kind;
    const char *name;
} numbers[] = {
    {false, CURSOR_NAME, "DeclRefExpr"},
    {false, CURSOR_CALL, "CallExpr"},
    {false, CURSOR_DYNAMIC_CAST, "CXXDynamicCastExpr"},
    {false, CURSOR_LAMBDA, "LambdaExpr"},
    {false, CURSOR_TRY, "CXXTryStmt"},
    {false, CURSOR_FUNCTION_TEMPLATE, "FunctionTemplate"},
    {false, CURSOR_ATTRIBUTE_CONSTANT, "attribute(constant)"},
    {false, CURSOR_ATTRIBUTE_SHARED, "attribute(shared)"},
    {true, TYPE_DOUBLE, "Double"},
    {true, TYPE_POINTER, "Pointer"},
    {true, TYPE_OPEN_ARRAY, "IncompleteArray"},
    {true, TYPE_DEPENDENT_ARRAY, "DependentSizedArray"},
};

static bool check_numbers(const Libclang *c, const char *path, Error *error)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
        if (!libclang_is(c,
                         numbers[i].is_type
                             ? c->getTypeKindSpelling(numbers[i].kind)
                             : c->getCursorKindSpelling(numbers[i].kind),
                         numbers[i].name))
            return error_set(error, ERROR_FAILED,
                             "%.200s: unsupported version of libclang (%s); "
                             "install clang 14 to 19",
                             path, numbers[i].name);
    return true;
}

bool libclang_load(Libclang *c, const char *path, Error *error)
{
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);

    if (!library)
        return error_set(error, ERROR_FAILED,
                         "libclang: cannot load: %.300s; install libclang1 of "
                         "the same version as clang",
                         dlerror());
#define FIND(result, name, parameters)                                         \
    if (!find(library, "clang_" #name, &c->name))                              \
        return error_set(error, ERROR_FAILED,                                  \
                         "%.200s lacks clang_" #name                           \
                         "; install clang 14 or newer",                        \
                         path);
    LIBCLANG_FUNCTIONS(FIND)
#undef FIND
    return check_numbers(c, path, error);
}

void libclang_add(const Libclang *c, Text *out, CXString string)
{
    const char *text = c->getCString(string);

    text_add(out, "%s", text ? text : "");
    c->disposeString(string);
}

bool libclang_is(const Libclang *c, CXString string, const char *text)
{
    const char *it = c->getCString(string);
    bool same = it && strcmp(it, text) == 0;

    c->disposeString(string);
    return same;
}
