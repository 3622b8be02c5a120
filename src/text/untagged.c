/* SPDX-License-Identifier: MIT
 *
 * untagged - tracing the origin of a word; see untagged.h.
 */
#include "text/untagged.h"

#include "analysis/access_role.h"

/* The longest chain from a shuffle of a ticket back over its load and store to
 * the ATOMIC that drew it. */
enum { MOST_STEPS_BACK = 4 };

static bool alike(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i)
        if (access[i].value != access[i].interval)
            return false;
    return at->lanes > 0;
}

/* The last instruction before INDEX of the same warp and step; INDEX if there
 * is none. */
static size_t before(const Trace *trace, size_t index)
{
    const Instruction *from = trace->instructions + index;

    for (size_t i = index; i-- > 0;) {
        const Instruction *at = trace->instructions + i;
        if (at->step != from->step)
            break;
        if (at->warp == from->warp)
            return i;
    }
    return index;
}

/* The last store of the block to CELL before INDEX; INDEX if there is none. */
static size_t stored(const Trace *trace, size_t index, uint32_t cell)
{
    uint32_t block = trace_step(trace, trace->instructions + index)->block;

    for (size_t i = index; i-- > 0;) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (at->kind != ACCESS_STORE || trace_step(trace, at)->block != block)
            continue;
        for (int lane = 0; lane < at->lanes; ++lane)
            if (access[lane].cell == cell)
                return i;
    }
    return index;
}

/* True if the words are flags, which are made of states: they come after a line
 * that awaits other tiles (the first tile has none), and no lane adds them. */
static bool is_flag(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint32_t phase = trace_step(trace, at)->phase;

    for (int lane = 0; lane < at->lanes; ++lane)
        if (access_role_sum(trace, index, access + lane))
            return false;
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *look = trace->instructions + i;
        if (look->kind == ACCESS_AWAIT && look->site < at->site &&
            trace_step(trace, look)->phase == phase)
            return true;
    }
    return false;
}

static bool draws(const Trace *trace)
{
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (trace->arrays[a].holds == HOLDS_NUMBERS)
            return true;
    return false;
}

bool untagged_is(const Trace *trace, size_t index)
{
    if (trace->run.op == OP_INTERVAL || !draws(trace))
        return false;
    for (int back = 0; back < MOST_STEPS_BACK; ++back) {
        const Instruction *at = trace->instructions + index;
        size_t from = index;
        if (at->kind == ACCESS_ATOMIC)
            return trace->arrays[at->array].holds == HOLDS_NUMBERS;
        if (!alike(trace, at))
            return false;
        if (at->kind == ACCESS_SHFL && is_flag(trace, index))
            return true;
        if (at->kind == ACCESS_LOAD)
            from = stored(trace, index, trace_accesses(trace, at)->cell);
        else if (at->kind == ACCESS_STORE || at->kind == ACCESS_SHFL)
            from = before(trace, index);
        if (from == index)
            return false;
        index = from;
    }
    return false;
}
