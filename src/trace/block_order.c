/* SPDX-License-Identifier: MIT */
#include "trace/block_order.h"

#include "trace/limits.h"

#include <stdlib.h>

/* When a word, or a byte, was touched last, as 1 + Instruction.time; 0: not
 * yet. */
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

/* What blocks have touched of the arrays of a launch: words, or the bytes of
 * words. */
typedef struct {
    const Trace *trace;
    uint32_t parts; /* of a word: 1, or its bytes */
    Touched *arrays[LIMITS_ARRAYS];
} Touches;

/* The same as touch for all accesses of an instruction of global memory. */
static bool touch_all(Touches *touches, uint32_t block, const Instruction *at)
{
    const Access *access = trace_accesses(touches->trace, at);
    uint32_t count = touches->trace->arrays[at->array].words;
    uint32_t parts = touches->parts;
    bool writes = trace_traits_of(at)->writes, differs = false;

    if (!touches->arrays[at->array])
        touches->arrays[at->array] =
            base_alloc((size_t)parts * count + 1, sizeof(Touched));
    for (int lane = 0; lane < at->lanes; ++lane, ++access) {
        if (access->cell >= count)
            continue;
        Touched *word =
            touches->arrays[at->array] + (size_t)parts * access->cell;
        for (uint32_t i = 0; i < parts; ++i)
            if (parts == 1 || access->bytes >> i & 1)
                differs |= touch(word + i, block, at->time, writes);
    }
    return differs;
}

/* The same for all blocks of launch G. */
static bool grid_differs(const Trace *trace, uint32_t g, uint32_t parts)
{
    Touches touches = {.trace = trace, .parts = parts};
    uint32_t first, end, i, last;
    bool differs = false;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end && !differs && end - first > 1; ++b) {
        trace_block_instructions(trace, trace->blocks + b, &i, &last);
        for (; i < last && !differs; ++i)
            if (trace_is_global(trace->instructions + i))
                differs = touch_all(&touches, b, trace->instructions + i);
    }
    for (size_t a = 0; a < LIMITS_ARRAYS; ++a)
        free(touches.arrays[a]);
    return differs;
}

bool block_order_differs(const Trace *trace)
{
    for (uint32_t g = 0; g < trace->grids_count; ++g)
        if (grid_differs(trace, g, 1) && grid_differs(trace, g, sizeof(Word)))
            return true;
    return false;
}
