/* SPDX-License-Identifier: MIT
 *
 * html_pack - makes long text short for the HTML export: what was there before
 * is not written again.  assets/unpack.js undoes it.
 *
 *     abcdefgh abcdefgh    ──►    abcdefgh `DAJ
 *
 * A copy is ` and three characters, or ~ and four: its length, and how far back
 * the text stands, in 16-bit units of UTF-16, as the script counts them. Digits
 * come from HTML_PACK_DIGITS.  A length of 0 is the sign itself; of 1 to 62,
 * so many units and 4 more; 63 means that two more digits have the length.
 */
#ifndef UPSWEEP_HTML_PACK_H
#define UPSWEEP_HTML_PACK_H

#include "util/base.h"

#define HTML_PACK_DIGITS                                                       \
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/* Appends LENGTH bytes of UTF-8 at TEXT, packed, after a line "|N", N being
 * their units. */
void html_pack(Text *out, const char *text, size_t length);

#endif
