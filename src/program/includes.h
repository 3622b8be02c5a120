/* SPDX-License-Identifier: MIT
 *
 * includes - the files that a C++ source text includes.
 */
#ifndef UPSWEEP_INCLUDES_H
#define UPSWEEP_INCLUDES_H

#include "program/cxx_tokens.h"

/* A file that a text includes. */
typedef struct {
    char *name;
    bool angled; /* <NAME>, not "NAME" */
} Include;

typedef struct {
    Include *items;
    size_t items_count, items_capacity;
} Includes;

/* What TEXT includes, in order; names that macros stand for are left out. Free
 * with includes_free. */
Includes includes_of(const char *text);
void includes_free(Includes *includes);

/* The name that an #include of TEXT gives: from START to END, without its
 * quotes; false if a macro stands for it, or it is on several lines. */
bool includes_name(const char *text, const Directive *it, size_t *start,
                   size_t *end);

#endif
