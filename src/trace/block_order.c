/* SPDX-License-Identifier: MIT */
#include "trace/block_order.h"

#include "trace/limits.h"

#include <stdlib.h>

/* When a word was touched last, as 1 + Instruction.time; 0: not yet. */
typedef struct {
    uint32_t block;         /* 1 + the block at hand that touches it */
    uint32_t own, stored;   /* by that block, and stores by that block */
    uint32_t before, store; /* the same by blocks before that one */
} Touched;

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Notes an access of BLOCK; true if a block before that one made another later
 * with which its order matters. */
static bool touch(Touched *word, uint32_t block, uint32_t time, bool writes)
{
    if (word->block != block + 1) {
        word->before = later(word->before, word->own);
        word->store = later(word->store, word->stored);
        word->own = word->stored = 0;
        word->block = block + 1;
    }
    word->own = later(word->own, time + 1);
    if (writes)
        word->stored = later(word->stored, time + 1);
    return (writes ? word->before : word->store) > time + 1;
}

/* The same for all blocks of launch G. */
static bool grid_differs(const Trace *trace, uint32_t g)
{
    Touched *words[LIMITS_ARRAYS] = {NULL};
    uint32_t first, end, i, last;
    bool differs = false;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end && !differs && end - first > 1; ++b) {
        trace_block_instructions(trace, trace->blocks + b, &i, &last);
        for (; i < last && !differs; ++i) {
            const Instruction *at = trace->instructions + i;
            const Access *access = trace_accesses(trace, at);
            if (!trace_is_global(at))
                continue;
            uint32_t count = trace->arrays[at->array].words;
            if (!words[at->array])
                words[at->array] = base_alloc(count + 1u, sizeof **words);
            for (int lane = 0; lane < at->lanes; ++lane, ++access)
                differs |= access->cell < count &&
                           touch(&words[at->array][access->cell], b, at->time,
                                 trace_traits_of(at)->writes);
        }
    }
    for (size_t a = 0; a < LIMITS_ARRAYS; ++a)
        free(words[a]);
    return differs;
}

bool block_order_differs(const Trace *trace)
{
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (grid_differs(trace, g))
            return true;
    return false;
}
