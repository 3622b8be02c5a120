/* SPDX-License-Identifier: MIT */
#include "inject/signature.h"

#include "trace/element.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char *Demangle(const char *symbol, char *buffer, size_t *size,
                       int *status);

/* The text of a symbol, to be freed; of the program's C++ library, if it has
 * one. */
static char *demangle(const char *symbol)
{
    Demangle *function;
    int status = 0;
    void *found = dlsym(RTLD_DEFAULT, "__cxa_demangle");

    if (!found) {
        void *library = dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
        found = library ? dlsym(library, "__cxa_demangle") : NULL;
    }
    memcpy(&function, &found, sizeof function);
    return found ? function(symbol, NULL, NULL, &status) : NULL;
}

/* The parameter in the LENGTH bytes of TEXT: "float const*". */
static SignatureParameter parameter_of(const char *text, size_t length)
{
    SignatureParameter parameter = {.element = ELEMENT_OTHER};
    char type[64];

    if (length == 0 || text[length - 1] != '*')
        return parameter;
    parameter.pointer = true;
    --length;
    static const char *const endings[] = {" const", " volatile"};
    for (size_t i = 0; i < 2; ++i) {
        size_t more = strlen(endings[1 - i]);
        if (length > more &&
            memcmp(text + length - more, endings[1 - i], more) == 0)
            length -= more;
    }
    snprintf(type, sizeof type, "%.*s", (int)length, text);
    element_of_type(type, &parameter.element, &parameter.element_bytes);
    return parameter;
}

/* Where the item at TEXT ends: at a character of ENDS, or at the end, outside
 * of brackets. */
static const char *item_end(const char *text, const char *ends)
{
    int depth = 0;

    for (; *text; ++text) {
        if (depth == 0 && strchr(ends, *text))
            return text;
        if (strchr("(<[{", *text))
            ++depth;
        else if (strchr(")>]}", *text))
            --depth;
    }
    return text;
}

static void add_parameters(Signature *signature, const char *text)
{
    for (;;) {
        const char *end = item_end(text, ",)");
        if (end == text || signature->count == SIGNATURE_MOST)
            return;
        signature->parameters[signature->count++] =
            parameter_of(text, (size_t)(end - text));
        if (*end != ',')
            return;
        text = end + 1 + (end[1] == ' ');
    }
}

Signature signature_of(const char *symbol)
{
    Signature signature = {.count = 0};
    char *text = demangle(symbol);
    const char *from = text ? text : symbol;
    const char *end = item_end(from, "(");

    /* a template's function begins with its type: "void scan<float>(...)" */
    for (const char *blank; *(blank = item_end(from, " (")) == ' ';)
        from = blank + 1;
    snprintf(signature.name, sizeof signature.name, "%.*s", (int)(end - from),
             from);
    if (*end == '(')
        add_parameters(&signature, end + 1);
    free(text);
    return signature;
}
