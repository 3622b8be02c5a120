/* SPDX-License-Identifier: MIT */
#include "analysis/shuffle.h"

int shuffle_distance(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    int distance = 0;

    for (int i = 0; i < at->lanes; ++i) {
        int own = access[i].lane - (int)access[i].cell;
        if (own == 0)
            continue;
        if (distance && own != distance)
            return 0;
        distance = own;
    }
    return distance;
}

int shuffle_source(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 1; i < at->lanes; ++i)
        if (access[i].cell != access[0].cell)
            return -1;
    return (int)access[0].cell;
}

bool shuffle_keeps_own(const Trace *trace, const Instruction *at,
                       const Access *access)
{
    return trace_is_shuffle(at) && access->cell == access->lane &&
           shuffle_source(trace, at) < 0;
}

const Access *shuffle_sent(const Trace *trace, const Instruction *at, int lane)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i)
        if (access[i].cell == (uint32_t)lane)
            return access + i;
    return NULL;
}
