/* SPDX-License-Identifier: MIT */
#include "analysis/array_uses.h"

void array_uses_add(const Trace *trace, uint32_t g, ArrayUses *uses)
{
    uint32_t first, end, i, last;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        trace_block_instructions(trace, trace->blocks + b, &i, &last);
        for (; i < last; ++i) {
            const Instruction *at = trace->instructions + i;
            const AccessTraits *traits = trace_traits_of(at);
            if (!trace_is_global(at))
                continue;
            uses->loaded[at->array] |= traits->brings;
            uses->stored[at->array] |= traits->writes;
        }
    }
}
