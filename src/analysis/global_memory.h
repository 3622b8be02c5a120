/* SPDX-License-Identifier: MIT
 *
 * global_memory - what the arrays of global memory hold at a moment, replayed
 * from what was stored, published and counted up to there, in the order of
 * playing.
 *
 *     in        3  1  7  0  4  1  6  3      given
 *     sums 1    11  .                       stored so far; . nothing yet
 *     states    (prefix, 11)  (nothing)     pairs of a state and a word
 *
 * An atomic update is logged with the word before it.  The word after it is
 * what the next one finds there; after the last one it is not known, but for
 * counts, which are taken to go on as they did.
 */
#ifndef UPSWEEP_GLOBAL_MEMORY_H
#define UPSWEEP_GLOBAL_MEMORY_H

#include "trace/trace.h"

typedef enum {
    GLOBAL_MEMORY_NOTHING, /* nothing was stored there yet */
    GLOBAL_MEMORY_HELD,
    GLOBAL_MEMORY_UNKNOWN /* it was changed, and nobody looked since */
} GlobalWordState;

typedef struct {
    uint32_t length; /* words; of pairs, pairs */
    Word *values, *intervals;
    uint8_t *held;   /* GlobalWordState */
    uint8_t *states; /* of pairs; else 0 */
    Word *steps;     /* by how much the last atomic update but one raised it */
} GlobalNow;

typedef struct {
    GlobalNow *arrays; /* one for each array of the trace */
    size_t count;
} GlobalMemory;

/* After the first POSITION instructions that are played in ORDER; see tour.h.
 */
GlobalMemory global_memory_at(const Trace *trace, const uint32_t *order,
                              size_t position);
void global_memory_free(GlobalMemory *global);

/* Words, or pairs, that an array has. */
uint32_t global_memory_length(const Array *array);
/* The word, or pair, that an access of instruction AT goes to. */
uint32_t global_memory_index(const Instruction *at, const Access *access);
bool global_memory_is_global(const Instruction *at);

#endif
