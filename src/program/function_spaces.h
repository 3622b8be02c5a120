/* SPDX-License-Identifier: MIT
 *
 * function_spaces - which functions of a program surely run on the host alone,
 * or on the device alone, and which arrays surely are the host's.
 *
 * Told by names: all that the files of a program declare by a name must agree,
 * and no macro of the program may have to do with it.  What is in doubt, as
 * where a header of a library may declare it otherwise, is neither.
 */
#ifndef UPSWEEP_FUNCTION_SPACES_H
#define UPSWEEP_FUNCTION_SPACES_H

#include "program/function_declaration.h"
#include "program/scopes.h"
#include "program/span.h"

/* A name, in a text of the program, and what it is there. */
typedef struct {
    const char *bytes;
    size_t length;
    unsigned is; /* a set of bits, see function_spaces.c */
} SpaceName;

typedef struct {
    SpaceName *items; /* by name */
    size_t items_count, items_capacity;
    bool by_architecture; /* __CUDA_ARCH__ tells host from device */
} FunctionSpaces;

/* Reads the COUNT files TEXTS of a program, which must outlive the result.
 * Free with function_spaces_free. */
FunctionSpaces function_spaces_read(const char *const texts[], size_t count);
void function_spaces_free(FunctionSpaces *spaces);

/* Where the function that is defined at the name I runs: RUNS_ON_HOST or
 * RUNS_ON_DEVICE, else RUNS_UNKNOWN; *OPEN is the "{" of its body.  SCOPES has
 * been entered up to I. */
FunctionRuns function_spaces_definition(const FunctionSpaces *spaces,
                                        const Span *span, const CxxTokens *file,
                                        const Scopes *scopes, size_t i,
                                        size_t *open);
/* The same of what is called by the name at I alone: also nothing else in the
 * program has this name. */
FunctionRuns function_spaces_sole(const FunctionSpaces *spaces,
                                  const Span *span, size_t i);
/* True if the program may declare or define something by the name at I. */
bool function_spaces_has(const FunctionSpaces *spaces, const Span *span,
                         size_t i);
/* True if a function of the program may name what has the name at I. */
bool function_spaces_uses(const FunctionSpaces *spaces, const Span *span,
                          size_t i);
/* True if the name at I surely is that of a constant array of the host. */
bool function_spaces_is_array(const FunctionSpaces *spaces, const Span *span,
                              size_t i);

/* True if NAME, in a namespace, is that of a constant array of the host that is
 * defined there with its elements, and with no macro. */
bool host_objects_is_array(const Span *span, size_t name);

/* The ")" that ends the asm at I, if it is of the GPU's assembler (PTX); COUNT:
 * it is not. */
size_t host_objects_ptx_end(const Span *span, size_t i);

#endif
