/* SPDX-License-Identifier: MIT
 *
 * template - sentences with parts in braces, which are replaced by words about
 * some data:
 *
 *     "{who} {does}{where}"  ─►  T0 stores 10 to cell 5
 */
#ifndef UPSWEEP_TEMPLATE_H
#define UPSWEEP_TEMPLATE_H

#include "util/base.h"

/* Appends the words of a part. */
typedef void TemplateWords(const void *data, Text *text);
typedef struct {
    const char *name; /* "{who}"; NULL ends a table */
    TemplateWords *words;
} TemplatePart;

/* Appends SENTENCE; what is in braces and not in PARTS stays. */
void template_write(const char *sentence, const TemplatePart parts[],
                    const void *data, Text *text);

#endif
