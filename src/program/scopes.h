/* SPDX-License-Identifier: MIT
 *
 * scopes - in what a place of a C++ source stands: in a namespace, a class or a
 * function.  The braces of the parts of an #if count once.
 */
#ifndef UPSWEEP_SCOPES_H
#define UPSWEEP_SCOPES_H

#include "program/span.h"

typedef enum { SCOPE_NAMESPACE, SCOPE_CLASS, SCOPE_FUNCTION } ScopeKind;

enum { SCOPES_MOST = 256 }; /* braces and conditionals that are tracked */

/* Begin with zeros: a namespace. */
typedef struct {
    ScopeKind kinds[SCOPES_MOST];
    size_t opens[SCOPES_MOST]; /* the "{" of each but the outermost */
    uint32_t depth;
    uint32_t saved[SCOPES_MOST]; /* DEPTH at each #if that is open */
    uint32_t conditionals;
    size_t directive;   /* the next one */
    uint32_t functions; /* scopes of functions that are open */
} Scopes;

/* Goes on to the token I of SPAN, the tokens of FILE; it must be called for
 * each token in turn. */
void scopes_go_on(Scopes *scopes, const Span *span, const CxxTokens *file,
                  size_t i);
/* The kind of the innermost scope. */
ScopeKind scopes_kind(const Scopes *scopes);
/* The name of the class that the token now is a member of; SIZE_MAX: of none,
 * or it has no name. */
size_t scopes_class_name(const Scopes *scopes, const Span *span);
/* True if the token now is in a function. */
bool scopes_in_function(const Scopes *scopes);
/* True if an #if may leave out the token now; one around the whole FILE is not
 * meant. */
bool scopes_in_condition(const Scopes *scopes, const CxxTokens *file);

#endif
