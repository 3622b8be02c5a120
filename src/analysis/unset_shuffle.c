/* SPDX-License-Identifier: MIT */
#include "analysis/unset_shuffle.h"

/* The instruction that has access number ACCESS. */
static uint32_t instruction_of(const Trace *trace, uint32_t access)
{
    size_t low = 0, high = trace->instructions_count;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (trace->instructions[middle].first_access <= access)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

UnsetShuffles unset_shuffle_find(const Trace *trace)
{
    UnsetShuffles shuffles = {0};
    const Run *run = &trace->run;

    if (run->undefined == 0 || run->undefined_first >= trace->accesses_count)
        return shuffles;
    uint32_t i = instruction_of(trace, run->undefined_first);
    if (!trace_is_shuffle(&trace->instructions[i]))
        return shuffles;
    return (UnsetShuffles){
        .count = run->undefined,
        .first =
            thread_access(trace, i, &trace->accesses[run->undefined_first]),
        .lane = run->undefined_lane};
}
