/* SPDX-License-Identifier: MIT
 *
 * glossary - the terms of scans and of GPUs, defined in one or two sentences,
 * and what CUDA calls them.  doc/reference.md ends with the same table.
 */
#ifndef UPSWEEP_GLOSSARY_H
#define UPSWEEP_GLOSSARY_H

#include "util/base.h"

typedef struct {
    const char *word; /* ours: "barrier" */
    const char *cuda; /* CUDA's, as code; "" if there is none */
    const char *text; /* at most 25 words */
} GlossaryWord;

/* All terms, each after those that define it; *COUNT becomes their number.  Do
 * not free. */
const GlossaryWord *glossary_all(size_t *count);

#endif
