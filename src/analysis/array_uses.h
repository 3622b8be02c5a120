/* SPDX-License-Identifier: MIT
 *
 * array_uses - which arrays of global memory a launch loads from, and which it
 * stores to.
 */
#ifndef UPSWEEP_ARRAY_USES_H
#define UPSWEEP_ARRAY_USES_H

#include "trace/limits.h"
#include "trace/trace.h"

typedef struct {
    bool loaded[LIMITS_ARRAYS], stored[LIMITS_ARRAYS];
} ArrayUses;

/* Adds the uses in launch G of TRACE, by the blocks that the trace holds. */
void array_uses_add(const Trace *trace, uint32_t g, ArrayUses *uses);

#endif
