/* SPDX-License-Identifier: MIT
 *
 * global_memory - what the arrays of global memory hold at a position, found by
 * replaying stores, publications and atomic updates in the playing order.
 *
 *     in        3  1  7  0  4  1  6  3      given
 *     sums 1    11  .                       stored so far; . nothing yet
 *     states    (prefix, 11)  (nothing)     pairs of a state and a word
 *
 * What a launch of a program finds in an array that nothing in the trace stored
 * was there when the launch began: the host may have copied it there just
 * before, also over what an earlier launch stored.  Until then it is not known.
 *
 * An atomic update is logged with the word before the update.  The word after
 * it is what the next update of that word finds; after the last update the word
 * is unknown, except in a program's output, which the trace has, and for counts
 * of an algorithm, which are assumed to rise as before.
 */
#ifndef UPSWEEP_GLOBAL_MEMORY_H
#define UPSWEEP_GLOBAL_MEMORY_H

#include "trace/trace.h"

typedef enum {
    GLOBAL_MEMORY_NOTHING, /* nothing was stored there yet */
    GLOBAL_MEMORY_HELD,
    GLOBAL_MEMORY_UNKNOWN, /* it was changed, and not read since */
    GLOBAL_MEMORY_LATER    /* of a program: a later launch reads what nothing in
                              the trace stores; what is there now is not known */
} GlobalWordState;

typedef struct {
    Word value, interval;
    Word rise;     /* by the last atomic update but one */
    uint8_t held;  /* GlobalWordState */
    uint8_t bytes; /* which of its bytes are held, as in Access.bytes */
} GlobalWord;

typedef struct {
    uint32_t length;
    GlobalWord *words;
} ArrayContents;

typedef struct {
    ArrayContents *arrays; /* one for each array of the trace */
    size_t count;
} GlobalMemory;

/* Global memory after the first POSITION instructions in the playing ORDER
 * (issue_order.h).  Free the result with global_memory_free. */
GlobalMemory global_memory_at(const Trace *trace, const uint32_t *order,
                              size_t position);
void global_memory_free(GlobalMemory *global);

#endif
