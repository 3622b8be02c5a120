/* SPDX-License-Identifier: MIT
 *
 * function_declaration - what the words of a function's declaration say of
 * where it runs.
 */
#ifndef UPSWEEP_FUNCTION_DECLARATION_H
#define UPSWEEP_FUNCTION_DECLARATION_H

#include "program/span.h"

typedef enum {
    RUNS_UNKNOWN,   /* a macro may say it, or it is no plain declaration */
    RUNS_ON_HOST,   /* no __device__, no __global__ */
    RUNS_ON_DEVICE, /* __device__ without __host__ */
    RUNS_ON_BOTH,
    RUNS_AS_KERNEL
} FunctionRuns;

typedef struct {
    FunctionRuns runs;
    size_t begin; /* the first token of the declaration */
    size_t open;  /* the "{" of its body; SIZE_MAX: there is none */
    bool is_constructor;
} FunctionDeclaration;

/* True if the token at I may be the name of a macro. */
typedef bool MayBeMacro(const void *user, const Span *span, size_t i);

/* Reads the declaration, in a namespace or a class, of the function whose name
 * begins at NAME.  CLASS_NAME is that of the class around it; SIZE_MAX: there
 * is none.  What may be a macro, other than CUDA's words, makes it
 * RUNS_UNKNOWN, and so do constexpr, friend, an explicit specialisation, a
 * return type behind "->", "= default" and "= delete". */
FunctionDeclaration function_declaration_read(const Span *span, size_t name,
                                              size_t class_name,
                                              MayBeMacro *may_be_macro,
                                              const void *user);

/* The "(" behind the name of a function at NAME, which may be "operator" with
 * its sign; SIZE_MAX: no such name is there. */
size_t function_declaration_parameters(const Span *span, size_t name);

#endif
