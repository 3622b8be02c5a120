/* SPDX-License-Identifier: MIT */
#include "program/arguments.h"

#include <ctype.h>
#include <string.h>

bool arguments_trim(const char *from, size_t length, char *to, size_t size)
{
    while (length > 0 && isspace((unsigned char)*from)) {
        ++from;
        --length;
    }
    while (length > 0 && isspace((unsigned char)from[length - 1]))
        --length;
    if (length == 0)
        return false;
    if (length >= size) { /* not within a character */
        length = size - 1;
        while (length > 0 && ((unsigned char)from[length] & 0xc0) == 0x80)
            --length;
    }
    memcpy(to, from, length);
    to[length] = '\0';
    return length > 0;
}

/* The end of the argument at TEXT: a comma outside of brackets and quotes, or
 * the end of TEXT. */
static const char *argument_end(const char *text)
{
    int depth = 0;
    char quote = 0;

    for (; *text; ++text) {
        if (quote) {
            if (*text == '\\' && text[1])
                ++text;
            else if (*text == quote)
                quote = 0;
        } else if (*text == '"' || *text == '\'')
            quote = *text;
        else if (strchr("([{", *text))
            ++depth;
        else if (strchr(")]}", *text))
            --depth;
        else if (*text == ',' && depth <= 0)
            break;
    }
    return text;
}

bool arguments_nth(const char *text, uint32_t number, char *argument,
                   size_t size)
{
    for (uint32_t i = 1;; ++i) {
        const char *end = argument_end(text);
        if (i == number)
            return arguments_trim(text, (size_t)(end - text), argument, size);
        if (!*end)
            return false;
        text = end + 1;
    }
}
