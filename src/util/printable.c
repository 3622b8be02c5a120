/* SPDX-License-Identifier: MIT */
#include "util/printable.h"

#include <string.h>

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

/* Ranges of code points that are not printable, rising; the last two of each
 * plane are not printable either. */
static const struct {
    uint32_t first, last;
} hidden[] = {
    {0x0000, 0x001f},   {0x007f, 0x009f},   {0x00ad, 0x00ad},
    {0x034f, 0x034f},   {0x061c, 0x061c},   {0x115f, 0x1160},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},
    {0x2028, 0x202e},   {0x2060, 0x206f},   {0x3164, 0x3164},
    {0xd800, 0xdfff},   {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},
    {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

static bool is_hidden(uint32_t code)
{
    size_t i = 0;

    while (i < sizeof hidden / sizeof *hidden && hidden[i].last < code)
        ++i;
    return (i < sizeof hidden / sizeof *hidden && hidden[i].first <= code) ||
           (code & 0xfffe) == 0xfffe;
}

/* The bytes of the character at TEXT, and its *CODE; 0 if it is malformed. */
static size_t decode(const char *text, uint32_t *code)
{
    /* By the number of bytes that follow the first. */
    static const struct {
        unsigned char mask, pattern;
        uint32_t
            least; /* least code point; below it the encoding is overlong */
    } kinds[] = {{0x80, 0x00, 0},
                 {0xe0, 0xc0, 0x80},
                 {0xf0, 0xe0, 0x800},
                 {0xf8, 0xf0, 0x10000}};
    const unsigned char *at = (const unsigned char *)text;
    size_t more = 0;

    while (more < 4 && (*at & kinds[more].mask) != kinds[more].pattern)
        ++more;
    if (more == 4)
        return 0;
    *code = *at & (unsigned char)~kinds[more].mask;
    for (size_t i = 1; i <= more; ++i) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (at[i] & 0x3f);
    }
    return *code < kinds[more].least || *code >= 0x110000 ? 0 : more + 1;
}

size_t printable_length(const char *text)
{
    uint32_t code;
    size_t length = decode(text, &code);

    return length && !is_hidden(code) ? length : 0;
}

bool printable_is(const char *text)
{
    size_t length;

    while ((length = printable_length(text)))
        text += length;
    return !*text;
}

/* Bytes of the unprintable text at TEXT: of one character if it is well-formed,
 * else of a malformed one. */
static size_t broken_length(const char *text)
{
    size_t length = 1;

    while (((unsigned char)text[0] & 0xc0) == 0xc0 && length < 4 &&
           ((unsigned char)text[length] & 0xc0) == 0x80)
        ++length;
    return length;
}

uint32_t printable_code(const char **text)
{
    uint32_t code;
    size_t length = decode(*text, &code);

    *text += length ? length : broken_length(*text);
    return length ? code : 0xfffd;
}

const char *printable_next(const char **text, size_t *length)
{
    const char *at = *text;

    *length = printable_length(at);
    if (*length) {
        *text += *length;
        return at;
    }
    *text += broken_length(at);
    *length = strlen(replacement);
    return replacement;
}

void printable_fix(char *line, size_t size)
{
    char fixed[512];
    size_t used = 0;

    for (const char *at = line; *at;) {
        size_t length;
        const char *bytes = printable_next(&at, &length);
        if (used + length >= size || used + length >= sizeof fixed)
            break;
        memcpy(fixed + used, bytes, length);
        used += length;
    }
    memcpy(line, fixed, used);
    line[used] = '\0';
}
