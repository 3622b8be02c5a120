/* SPDX-License-Identifier: MIT */
#include "program/unsafe_copies.h"

#include "program/copy_functions.h"
#include "program/source_lines.h"
#include "program/symbols.h"

#include <stdlib.h>
#include <string.h>

/* The debugging information of PROGRAM; NULL if no source has a destructor. */
static Symbols *open_symbols(const char *program, const ProgramSource sources[],
                             size_t count)
{
    Error error = {0};

    for (size_t i = 0; i < count; ++i)
        if (strchr(sources[i].text, '~'))
            return symbols_open(program, &error);
    return NULL;
}

static bool is_own(const char *file, const char *const names[], size_t count)
{
    for (size_t i = 0; file && i < count; ++i)
        if (source_lines_is_file(file, names[i]))
            return true;
    return false;
}

/* The class in the COUNT files NAMES; NULL: there is none. */
static const char *find_class(const CopyFunctions *functions,
                              const char *const names[], size_t count)
{
    for (size_t i = 0; i < functions->items_count; ++i) {
        const CopyFunction *function = &functions->items[i];
        if (function->destroys && is_own(function->file, names, count))
            return function->name ? function->name : "?";
    }
    return NULL;
}

bool unsafe_copies_find(const char *program, const ProgramSource sources[],
                        size_t count, Text *warning)
{
    Symbols *symbols = open_symbols(program, sources, count);
    CopyUser user;

    if (!symbols)
        return false;
    const char **names = base_alloc(count, sizeof *names);
    for (size_t i = 0; i < count; ++i)
        names[i] = sources[i].name;
    CopyFunctions functions = copy_functions_find(symbols_module(symbols));
    const char *class = find_class(&functions, names, count);
    bool found = class != NULL;
    if (found &&
        copy_functions_user(symbols_module(symbols), names, count, &user))
        text_add(warning,
                 "%.200s:%d: what %.100s takes by value from memory, or "
                 "returns to it, is not seen, as class %.100s has a "
                 "destructor and no copy constructor: write one, or have "
                 "clang++ as c++",
                 user.file, user.line, user.name, class);
    free(functions.items);
    free(names);
    symbols_free(symbols);
    return found;
}
