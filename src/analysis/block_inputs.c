/* SPDX-License-Identifier: MIT */
#include "analysis/block_inputs.h"

#include "trace/variable.h"

#include <stdlib.h>

/* The interval from the first to the last input that BLOCK loads; TOP: it loads
 * none, or one that has no name. */
static Word loaded_by(const Trace *trace, const Block *block)
{
    uint8_t in = trace->grids[block->grid].in;
    uint32_t width = number_bytes(trace->arrays + in);
    uint32_t from, to, first = UINT32_MAX, last = 0;

    trace_block_instructions(trace, block, &from, &to);
    for (uint32_t i = from; i < to; ++i) {
        const Instruction *at = &trace->instructions[i];
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_global(at) || at->array != in ||
            !trace_traits_of(at)->brings)
            continue;
        for (int l = 0; l < at->lanes; ++l) {
            uint32_t number = (uint32_t)number_index(&access[l], width);
            first = number < first ? number : first;
            last = number > last ? number : last;
        }
    }
    return first <= last && last < INTERVAL_MAX_N ? interval_make(first, last)
                                                  : INTERVAL_TOP;
}

/* Inputs of an interval. */
static uint32_t length_of(Word x)
{
    return interval_last(x) - interval_first(x) + 1;
}

/* Numbers the tiles of COUNT blocks of GRID; false if they have none. */
static bool number_tiles(const Grid *grid, BlockInputs *inputs, uint32_t count)
{
    bool *taken = base_alloc((size_t)grid->blocks + 1, sizeof *taken);
    uint32_t size = 0;
    bool good = true;

    for (uint32_t b = 0; b < count && good; ++b) {
        good = interval_is_range(inputs[b].own);
        if (good && length_of(inputs[b].own) > size)
            size = length_of(inputs[b].own);
    }
    for (uint32_t b = 0; b < count && good; ++b) {
        uint32_t first = interval_first(inputs[b].own);
        inputs[b].tile = first / size;
        good = first % size == 0 && inputs[b].tile < grid->blocks &&
               !taken[inputs[b].tile];
        if (good)
            taken[inputs[b].tile] = true;
    }
    free(taken);
    return good;
}

void block_inputs_find(const Trace *trace, uint32_t g, BlockInputs *inputs)
{
    uint32_t first, end;

    trace_grid_blocks(trace, g, &first, &end);
    for (uint32_t b = first; b < end; ++b)
        inputs[b - first].own = loaded_by(trace, &trace->blocks[b]);
    if (number_tiles(&trace->grids[g], inputs, end - first))
        return;
    for (uint32_t b = first; b < end; ++b)
        inputs[b - first] = (BlockInputs){trace->blocks[b].index, INTERVAL_TOP};
}
