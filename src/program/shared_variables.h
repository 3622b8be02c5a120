/* SPDX-License-Identifier: MIT
 *
 * shared_variables - what a declaration of __shared__ variables becomes in the
 * C++ that program/rewrite.h makes; upsweep_cu.h has the words.
 */
#ifndef UPSWEEP_SHARED_VARIABLES_H
#define UPSWEEP_SHARED_VARIABLES_H

#include "program/span.h"

/* Appends the C++ for the declaration from FIRST to before END, which is its
 * ";" or the end of a macro; GLOBAL: it stands outside of functions.  NULL, or
 * what is wrong with it and what to do. */
const char *shared_variables_add(const Span *span, size_t first, size_t end,
                                 bool global, Text *out);

#endif
