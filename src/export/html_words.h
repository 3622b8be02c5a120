/* SPDX-License-Identifier: MIT
 *
 * html_words - the words of a page, each written once and then named by its
 * number, in digits of base 36.
 */
#ifndef UPSWEEP_HTML_WORDS_H
#define UPSWEEP_HTML_WORDS_H

#include "util/base.h"

/* All zeros is empty; free it with html_words_free. */
typedef struct {
    Text texts; /* the words in the order of their numbers, each with a NUL */
    size_t *starts; /* of each in texts */
    size_t starts_count, starts_capacity;
    uint32_t *table; /* numbers by hash, open; 0: empty */
    size_t table_size;
} HtmlWords;

void html_words_free(HtmlWords *words);

/* The number of WORD, from 1. */
uint32_t html_words_number(HtmlWords *words, const char *word);
/* Appends all words, a line each. */
void html_words_lines(const HtmlWords *words, Text *text);
/* The bytes that they take in memory. */
size_t html_words_bytes(const HtmlWords *words);

/* Appends X in base 36: 0 to 9, a to z. */
void html_base36(Text *text, uint64_t x);

#endif
