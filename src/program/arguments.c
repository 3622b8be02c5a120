/* SPDX-License-Identifier: MIT */
#include "program/arguments.h"

#include "util/base.h"

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

/* The argument NUMBER, from 1, in TEXT; false if there is none. */
static bool nth(const char *text, uint32_t number, char *argument, size_t size)
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

/* ---- Arrays ---------------------------------------------------------------*/

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* TEXT becomes its LENGTH bytes at FROM. */
static void keep(char *text, const char *from, size_t length)
{
    memmove(text, from, length);
    text[length] = '\0';
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    memmove(text, text + strspn(text, " \t\n"),
            strlen(text + strspn(text, " \t\n")) + 1);
}

/* The bracket that closes the one at OPEN, or NULL. */
static char *closing(char *open)
{
    int depth = 0;

    for (char *at = open; *at; ++at) {
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        if (depth == 0)
            return at;
    }
    return NULL;
}

/* Takes the brackets off "(sum)", and the cast off "(float *)sum". */
static bool open_brackets(char *text)
{
    char *end = *text == '(' ? closing(text) : NULL;

    if (!end)
        return false;
    if (!end[1])
        keep(text, text + 1, (size_t)(end - text) - 1);
    else if (end[-1] == '*' || is_word(end[1]))
        keep(text, end + 1, strlen(end + 1));
    else
        return false;
    return true;
}

/* The same of "reinterpret_cast<float *>(sum)", and of
 * "thrust::raw_pointer_cast(sum.data())". */
static bool open_cast(char *text)
{
    static const char raw[] = "thrust::raw_pointer_cast(";
    static const char data[] = ".data()", get[] = ".data().get()";
    char *from = strstr(text, "_cast<");
    char *open = from ? strchr(from, '(') : NULL;
    size_t length = strlen(text), head = sizeof raw - 1;

    if (strncmp(text, raw, head) == 0 &&
        closing(text + head - 1) == text + length - 1) {
        keep(text, text + head, length - head - 1);
        if (base_ends_with(text, data))
            text[strlen(text) - strlen(data)] = '\0';
        return true;
    }
    if (base_ends_with(text, get)) {
        text[length - strlen(get)] = '\0';
        return true;
    }

    if (!open || strcspn(text, "_") != (size_t)(from - text) ||
        closing(open) != text + strlen(text) - 1)
        return false;
    keep(text, open + 1, strlen(open) - 2);
    return true;
}

/* Of "sum + 1" and "&sum[1]" what is before the + and the brackets. */
static bool cut_offset(char *text)
{
    int depth = 0;
    char *open = NULL;

    for (char *at = text; *at; ++at) {
        if (depth == 0 && (*at == '+' || *at == '-') && at > text &&
            at[1] != '>' && !isdigit((unsigned char)*text)) {
            keep(text, text, (size_t)(at - text));
            return true;
        }
        if (depth == 0 && *at == '[')
            open = at;
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
    }
    if (*text != '&' || !open || closing(open) != text + strlen(text) - 1)
        return false;
    keep(text, text + 1, (size_t)(open - text) - 1);
    return true;
}

/* True if "[3]" may follow TEXT: "p->in", "f(x)", "std::data(v)". */
static bool is_postfix(char *text)
{
    for (char *at = text; *at; ++at) {
        char *end = strchr("([{", *at) ? closing(at) : at;
        if (!end || (end == at && !is_word(*at) && !strchr(".:->", *at)))
            return false;
        at = end;
    }
    return true;
}

bool arguments_array(const char *text, uint32_t number, bool whole, char *name,
                     size_t size)
{
    char said[ARGUMENTS_NAME];

    if (size > sizeof said)
        size = sizeof said;
    if (!nth(text, number, said, size))
        return false;
    memcpy(name, said, size);
    while (open_brackets(name) || open_cast(name) || cut_offset(name))
        ;
    if (*name && is_postfix(name) && (!whole || strcmp(name, said) == 0))
        return true;
    size_t length = strlen(said);
    length = length > size - 3 ? size - 3 : length;
    name[0] = '(';
    memcpy(name + 1, said, length);
    memcpy(name + 1 + length, ")", 2);
    return true;
}
