/* SPDX-License-Identifier: MIT */
#include "program/touched_elements.h"

#include <stdlib.h>

/* Notes the elements whose bytes ACCESS touches. */
static void note(TouchedElements *touched, const AccessTraits *traits,
                 const Access *access)
{
    for (unsigned b = 0; b < sizeof(Word); ++b) {
        uint64_t byte = (uint64_t)access->cell * sizeof(Word) + b;
        uint64_t at = byte / touched->width;
        if (!(access->bytes >> b & 1))
            continue;
        if (at >= touched->count) {
            touched->loaded_behind |= traits->brings;
            continue;
        }
        touched->loaded[at] |= traits->brings;
        touched->stored[at] |= traits->writes;
    }
}

TouchedElements touched_elements(const Trace *trace, uint32_t g, uint8_t array,
                                 uint32_t width, uint32_t count)
{
    TouchedElements touched = {.width = width,
                               .count = count,
                               .loaded =
                                   base_alloc((size_t)count + 1, sizeof(bool)),
                               .stored =
                                   base_alloc((size_t)count + 1, sizeof(bool))};
    uint32_t first, end, from, to;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b) {
        trace_block_instructions(trace, &trace->blocks[b], &from, &to);
        for (uint32_t i = from; i < to; ++i) {
            const Instruction *at = &trace->instructions[i];
            const Access *access = trace_accesses(trace, at);
            bool here = trace_is_global(at) && at->array == array;
            for (int l = 0; here && l < at->lanes; ++l)
                note(&touched, trace_traits_of(at), &access[l]);
        }
    }
    return touched;
}

void touched_free(TouchedElements *touched)
{
    free(touched->loaded);
    free(touched->stored);
}
