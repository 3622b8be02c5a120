/* SPDX-License-Identifier: MIT
 *
 * page_template - HTML pages: an asset in which signs such as @@title@@ stand
 * for texts, and data compressed for their scripts.
 */
#ifndef UPSWEEP_PAGE_TEMPLATE_H
#define UPSWEEP_PAGE_TEMPLATE_H

#include "util/base.h"

/* What stands for @@NAME@@. */
typedef struct {
    const char *name;
    Text text;
} PagePart;

/* Appends the asset PATH to PAGE with its COUNT parts, and frees their texts.
 * The asset may name no other part. */
void page_fill(const char *path, PagePart parts[], size_t count, Text *page);

/* Appends the JSON, compressed by zlib and encoded in base 64. */
void page_pack(const Text *json, Text *page);

/* Appends VALUE as a number of JSON, to three decimals. */
void json_text_number(Text *json, double value);
/* Appends VALUE as a string of JSON without "<", so that it cannot end an
 * element of a page. */
void json_text_string(Text *json, const char *value);
/* Appends "NAME":"VALUE". */
void json_text_member(Text *json, const char *name, const char *value);
/* Appends "NAME":["FIRST",...]. */
void json_text_list(Text *json, const char *name, const char *const values[],
                    int count);

#endif
