/* SPDX-License-Identifier: MIT
 *
 * shared_variables - what a declaration of __shared__ variables becomes in the
 * C++ that program/rewrite.h makes; upsweep_cu.h has the words.
 */
#ifndef UPSWEEP_SHARED_VARIABLES_H
#define UPSWEEP_SHARED_VARIABLES_H

#include "program/rewriter.h"
#include "program/scopes.h"

/* Rewrites the declaration with __shared__ at I, which stands in a scope of
 * KIND; *NEXT is the token to go on with.  False with the error if it cannot be
 * understood, or is no declaration of shared memory that CUDA has. */
bool shared_variables_rewrite(Rewriter *r, size_t i, ScopeKind kind,
                              size_t *next);

#endif
