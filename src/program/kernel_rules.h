/* SPDX-License-Identifier: MIT
 *
 * kernel_rules - what CUDA's compiler refuses and the one for C++ takes: in the
 * declaration of a kernel, and in the bodies of functions of either side.
 *
 * Only what is surely wrong is told.  A body with a part that an #if may leave
 * out, or with a constexpr, is not looked at.
 */
#ifndef UPSWEEP_KERNEL_RULES_H
#define UPSWEEP_KERNEL_RULES_H

#include "program/function_spaces.h"

/* What is wrong, in one line, and at which token. */
typedef struct {
    size_t at;
    char what[240]; /* "": nothing */
} BrokenRule;

/* Looks at the declaration whose __global__ is at I; MEMBER: it is in a class.
 */
BrokenRule kernel_rules_declaration(const Span *span, size_t i, bool member);

/* Looks at the body of a function that RUNS_AS_KERNEL, RUNS_ON_DEVICE or
 * RUNS_ON_HOST, whose "{" is at OPEN. */
BrokenRule kernel_rules_body(const FunctionSpaces *spaces, const Span *span,
                             const CxxTokens *file, size_t open,
                             FunctionRuns runs);
/* The first argument of a launch, between OPEN and CLOSE, that is a lambda
 * without __device__; CLOSE: none is. */
size_t kernel_rules_host_lambda(const Span *span, size_t open, size_t close);

#endif
