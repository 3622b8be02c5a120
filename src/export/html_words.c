/* SPDX-License-Identifier: MIT */
#include "export/html_words.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_TABLE = 1024 };

void html_words_free(HtmlWords *words)
{
    text_free(&words->texts);
    free(words->starts);
    free(words->table);
    *words = (HtmlWords){.table_size = 0};
}

static uint32_t hash_of(const char *word)
{
    uint32_t hash = 0x811c9dc5u; /* FNV-1a */

    for (; *word; ++word)
        hash = (hash ^ (unsigned char)*word) * 0x01000193u;
    return hash;
}

static const char *word_at(const HtmlWords *words, uint32_t number)
{
    return words->texts.text + words->starts[number - 1];
}

/* The place in the table where WORD is, or would be. */
static size_t slot_of(const HtmlWords *words, const char *word)
{
    size_t at = hash_of(word) % words->table_size;

    while (words->table[at] &&
           strcmp(word_at(words, words->table[at]), word) != 0)
        at = (at + 1) % words->table_size;
    return at;
}

static void grow(HtmlWords *words)
{
    words->table_size = words->table_size ? 2 * words->table_size : LEAST_TABLE;
    free(words->table);
    words->table = base_alloc(words->table_size, sizeof *words->table);
    for (uint32_t number = 1; number <= words->starts_count; ++number)
        words->table[slot_of(words, word_at(words, number))] = number;
}

uint32_t html_words_number(HtmlWords *words, const char *word)
{
    if (2 * (words->starts_count + 1) > words->table_size)
        grow(words);
    size_t at = slot_of(words, word), start = words->texts.length;
    if (words->table[at])
        return words->table[at];
    base_push(words, starts, start);
    text_add_bytes(&words->texts, word, strlen(word) + 1);
    words->table[at] = (uint32_t)words->starts_count;
    return words->table[at];
}

void html_words_lines(const HtmlWords *words, Text *text)
{
    for (uint32_t number = 1; number <= words->starts_count; ++number)
        text_add(text, "%s\n", word_at(words, number));
}

size_t html_words_bytes(const HtmlWords *words)
{
    return words->texts.length +
           words->starts_capacity * sizeof *words->starts +
           words->table_size * sizeof *words->table;
}

void html_base36(Text *text, uint64_t x)
{
    char digits[16];
    int at = sizeof digits;

    do
        digits[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[x % 36];
    while (x /= 36);
    text_add_bytes(text, digits + at, sizeof digits - (size_t)at);
}
