/* SPDX-License-Identifier: MIT
 *
 * nvcc_rules - what nvcc refuses and clang's CUDA mode compiles, one row of a
 * table for each rule, so that a program which runs here also compiles for a
 * GPU.
 */
#ifndef UPSWEEP_NVCC_RULES_H
#define UPSWEEP_NVCC_RULES_H

#include "program/source_cursor.h"

/* A cursor that may break a rule, and what is around it. */
typedef struct {
    const Source *source;
    CXCursor cursor, parent;
    unsigned words;    /* of the function around it, or that it declares */
    bool is_constant;  /* the compiler computes it, or its size alone */
    bool is_launch;    /* a call that is a launch of... */
    CXCursor launched; /* ...this kernel, unless it depends on a template */
} RuleSite;

/* Told for each broken rule: where, and "problem; remedy". */
typedef void RuleTell(void *user, CXCursor at, const char *text);

void nvcc_rules_check(const RuleSite *site, RuleTell *tell, void *user);

/* Bytes that variables with __constant__ take in a program, and variables of a
 * fixed size with __shared__ in a kernel, at most. */
#define RULES_CONSTANT_BYTES 65536
#define RULES_SHARED_BYTES   49152

#endif
