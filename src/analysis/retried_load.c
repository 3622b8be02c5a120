/* SPDX-License-Identifier: MIT */
#include "analysis/retried_load.h"

#include <stdlib.h>

enum {
    LINES = UINT16_MAX + 1,
    MOST_TRIES = 4096, /* loads on a line that are looked at */
    NEAR_OWN = 8,      /* instructions of the same warp behind a load ... */
    NEAR_ALL = 512     /* ... and of all warps, that are looked at */
};

static bool is_update(const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    return is->brings && is->writes;
}

static bool is_plain_load(uint8_t kind)
{
    return kind == ACCESS_LOAD || kind == ACCESS_GLOAD;
}

static bool same_memory(const Instruction *x, const Instruction *y)
{
    return trace_traits_of(x)->space == trace_traits_of(y)->space &&
           (trace_is_shared(x) || x->array == y->array);
}

/* True if a lane accesses the same word in both, which are of one warp. */
static bool share_word(const Trace *trace, const Instruction *x,
                       const Instruction *y)
{
    const Access *one = trace_accesses(trace, x),
                 *other = trace_accesses(trace, y);

    for (int i = 0, j = 0; i < x->lanes && j < y->lanes;) {
        if (one[i].lane == other[j].lane && one[i].cell == other[j].cell)
            return true;
        if (one[i].lane < other[j].lane)
            ++i;
        else
            ++j;
    }
    return false;
}

/* True if a lane of instruction I changes what it loads there soon after. */
static bool is_retried(const Trace *trace, size_t i)
{
    const Instruction *load = trace->instructions + i;
    uint32_t block = trace_step(trace, load)->block;
    int own = 0;

    for (size_t j = i + 1;
         j < trace->instructions_count && j - i < NEAR_ALL && own < NEAR_OWN;
         ++j) {
        const Instruction *at = trace->instructions + j;
        if (at->warp != load->warp)
            continue;
        if (trace_step(trace, at)->block != block)
            return false;
        ++own;
        if (is_update(at) && same_memory(load, at) &&
            share_word(trace, load, at))
            return true;
    }
    return false;
}

static bool has_updates(const Trace *trace)
{
    for (size_t i = 0; i < trace->instructions_count; ++i)
        if (is_update(trace->instructions + i))
            return true;
    return false;
}

RetriedLoads retried_loads_find(const Trace *trace)
{
    RetriedLoads loads = {NULL};

    if (!has_updates(trace))
        return loads;
    uint16_t *tries = base_alloc(LINES, sizeof *tries);
    loads.lines = base_alloc(LINES, sizeof *loads.lines);
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (is_plain_load(at->kind) && !loads.lines[at->site] &&
            tries[at->site]++ < MOST_TRIES)
            loads.lines[at->site] = is_retried(trace, i);
    }
    free(tries);
    return loads;
}

void retried_loads_free(RetriedLoads *loads)
{
    free(loads->lines);
    loads->lines = NULL;
}

ThreadAccess retried_loads_access(const RetriedLoads *loads, const Trace *trace,
                                  uint32_t instruction, const Access *access)
{
    ThreadAccess found = thread_access(trace, instruction, access);

    found.guesses =
        loads->lines && is_plain_load(found.kind) && loads->lines[found.site];
    return found;
}
