/* SPDX-License-Identifier: MIT
 *
 * scopes - in which kind of scope a token of a CUDA source stands.
 */
#ifndef UPSWEEP_SCOPES_H
#define UPSWEEP_SCOPES_H

#include "program/span.h"

typedef enum { SCOPE_NAMESPACE, SCOPE_CLASS, SCOPE_FUNCTION } ScopeKind;

enum { SCOPES_MOST = 256 }; /* braces and conditionals that are tracked */

/* The scopes around the current token; all zero before the first token of a
 * file. */
typedef struct {
    ScopeKind kinds[SCOPES_MOST];
    uint32_t depth;
    uint32_t saved[SCOPES_MOST]; /* DEPTH at each #if that is open */
    uint32_t conditionals;
    size_t directive; /* the next one of the file */
} Scopes;

/* Goes on to the token at I, the next of the tokens of FILE. */
void scopes_go_on(Scopes *scopes, const Span *span, const CxxTokens *file,
                  size_t i);
/* The kind of the innermost scope. */
ScopeKind scopes_kind(const Scopes *scopes);

#endif
