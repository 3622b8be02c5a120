/* SPDX-License-Identifier: MIT */
#include "util/wrap.h"

#include <string.h>

int wrap_columns(const char *text, size_t length)
{
    int columns = 0;

    for (size_t i = 0; i < length; ++i)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

void wrap_add(Text *text, int width, int column, const char *margin, int indent,
              const char *words)
{
    bool first = true;

    while (*words) {
        size_t length = strcspn(words, " ");
        int columns = wrap_columns(words, length);
        if (!first && width && column + 1 + columns > width) {
            text_add(text, "\n%s%*s", margin, indent - (int)strlen(margin), "");
            column = indent;
            first = true;
        }
        text_add(text, first ? "" : " ");
        text_add_bytes(text, words, length);
        column += columns + !first;
        first = false;
        words += length;
        words += strspn(words, " ");
    }
    text_add(text, "\n");
}

void wrap_quotes(const char *text, Text *out)
{
    bool open = false;

    for (; *text; ++text)
        if (*text == '`')
            text_add(out, "%s", (open = !open) ? "“" : "”");
        else
            text_add_bytes(out, text, 1);
}
