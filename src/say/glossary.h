/* SPDX-License-Identifier: MIT
 *
 * glossary - the words of scans and of GPUs, each in a line, and what CUDA
 * calls it; doc/reference.md ends with the same table.
 */
#ifndef UPSWEEP_GLOSSARY_H
#define UPSWEEP_GLOSSARY_H

#include "util/base.h"

typedef struct {
    const char *word; /* ours: "barrier" */
    const char *cuda; /* the CUDA word, code; "" if there is none */
    const char *text; /* a clause */
    bool first;       /* one that a beginner needs at once */
} GlossaryWord;

/* All of them, those that need others behind these; *COUNT becomes their
 * number.  Do not free. */
const GlossaryWord *glossary_all(size_t *count);

#endif
