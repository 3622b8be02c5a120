/* SPDX-License-Identifier: MIT */
#include "analysis/tile_status.h"

#include "analysis/block_trace.h"
#include "trace/variable.h"

#include <stdlib.h>

/* ---- Inputs of blocks -----------------------------------------------------*/

/* Which inputs each block of a program's launch loads, and whether these are
 * tiles: parts of the input that follow each other, one a block.
 *
 *     block     0          2          1
 *     loads     x0..x3     x4..x7     x8..x9
 *     tile      0          1          2 */

typedef struct {
    uint32_t tile;
    Word own; /* the interval of the inputs of the tile */
} BlockInputs;

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

/* INPUTS becomes the inputs of the blocks of grid G, a program's, that TRACE
 * holds: as many as trace_grid_blocks gives.  If blocks load the same inputs,
 * none, or inputs outside of a tile, all have their own number as a tile, and
 * INTERVAL_TOP. */
static void block_inputs_find(const Trace *trace, uint32_t g,
                              BlockInputs *inputs)
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

/* ---- Sums of blocks -------------------------------------------------------*/

/* The elements of one block, of N, if all blocks have as many. */
static Word share_of(const Grid *grid, uint64_t n, uint32_t index)
{
    uint64_t first = index * n / grid->blocks;
    uint64_t end = (index + UINT64_C(1)) * n / grid->blocks;
    uint64_t last = end > first ? end - 1 : first;

    return last < INTERVAL_MAX_N
               ? interval_make((uint32_t)first, (uint32_t)last)
               : INTERVAL_TOP;
}

Word tile_status_own(const Trace *trace, const Grid *grid, uint32_t index)
{
    uint32_t first = index * grid->block_n, last = first + grid->block_n - 1;

    if (!grid->tiled)
        return INTERVAL_TOP;
    if (last >= grid->n)
        last = grid->n - 1;
    Word from = block_trace_span(trace, grid->in, first);
    Word to = block_trace_span(trace, grid->in, last);
    if (!interval_is_range(from) || !interval_is_range(to))
        return INTERVAL_TOP;
    return interval_make(interval_first(from), interval_last(to));
}

Word tile_status_place(const Trace *trace, const Grid *grid, uint32_t index)
{
    uint32_t n = block_trace_grid_inputs(trace, grid);

    if (grid->tiled)
        return tile_status_own(trace, grid, index);
    if (n < grid->blocks || n > block_trace_inputs(trace))
        return INTERVAL_TOP;
    return share_of(grid, n, index);
}

Word tile_status_before(Word own)
{
    if (!interval_is_range(own))
        return INTERVAL_TOP;
    return interval_first(own) ? interval_make(0, interval_first(own) - 1)
                               : INTERVAL_IDENTITY;
}

static void learn(BlockSums *sums, uint32_t at, Word interval, Word value)
{
    if (!interval_is_range(sums->own))
        return;
    if (at < sums->own_at && interval == sums->own) {
        sums->own_at = at;
        sums->own_value = value;
    }
    if (at < sums->before_at && interval == sums->before) {
        sums->before_at = at;
        sums->before_value = value;
    }
}

static void visit(const Trace *trace, uint32_t index, uint32_t place,
                  BlockSums *sums)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    const Grid *grid = trace_grid(trace, trace_step(trace, at));

    if (number_bytes(trace->arrays + grid->in) != sizeof(Word))
        return; /* a word is no sum */
    for (int i = 0; i < at->lanes; ++i, ++access) {
        const Sum *sum = trace_sums(trace, access);
        for (int j = 0; j < access->sums; ++j, ++sum)
            learn(sums, place,
                  interval_join(sum->left_interval, sum->right_interval),
                  op_apply(trace->run.op, sum->left, sum->right));
        learn(sums, place, access->interval, access->value);
    }
}

static void find_tiles(const Trace *trace, BlockSums *all)
{
    BlockInputs *inputs = base_alloc(trace->blocks_count + 1, sizeof *inputs);

    for (uint32_t g = 0; g < trace->grids_count; ++g) {
        const Grid *grid = trace->grids + g;
        uint32_t first, end;
        trace_grid_blocks(trace, g, &first, &end);
        if (!grid->tiled)
            block_inputs_find(trace, g, inputs);
        for (uint32_t b = first; b < end; ++b) {
            BlockSums *to = all + b;
            to->tile = grid->tiled ? block_trace_tile(trace, trace->blocks + b)
                                   : inputs[b - first].tile;
            to->own = grid->tiled ? tile_status_own(trace, grid, to->tile)
                                  : inputs[b - first].own;
        }
    }
    free(inputs);
}

BlockSums *tile_status_of(const Trace *trace, const uint32_t *order)
{
    BlockSums *all = base_alloc(trace->blocks_count + 1, sizeof *all);

    find_tiles(trace, all);
    for (size_t b = 0; b < trace->blocks_count; ++b) {
        BlockSums *sums = all + b;
        uint32_t i, end;
        sums->before = tile_status_before(sums->own);
        sums->own_at = sums->before_at = TILE_STATUS_NEVER;
        trace_block_instructions(trace, trace->blocks + b, &i, &end);
        for (; i < end; ++i)
            visit(trace, i, (uint32_t)issue_order_place(trace, order, i), sums);
    }
    return all;
}

/* Most tiles have the number of their block, or one near. */
const Block *tile_status_block(const Trace *trace, const BlockSums *sums,
                               uint32_t grid, uint32_t tile)
{
    uint32_t first, end;

    trace_grid_blocks(trace, grid, &first, &end);
    for (uint32_t i = 0, count = end - first; i < count; ++i) {
        uint32_t b = first + (tile + i) % count;
        if (sums[b].tile == tile)
            return trace->blocks + b;
    }
    return NULL;
}

Word tile_status_inputs(const Trace *trace, const BlockSums *sums,
                        uint32_t grid, uint32_t tile)
{
    if (trace->grids[grid].tiled)
        return tile_status_own(trace, trace->grids + grid, tile);
    const Block *block = tile_status_block(trace, sums, grid, tile);
    return block ? sums[block - trace->blocks].own : INTERVAL_TOP;
}

bool tile_status_draws(const Trace *trace, const BlockSums *sums)
{
    for (size_t b = 0; b < trace->blocks_count; ++b)
        if (sums[b].tile != trace->blocks[b].index)
            return true;
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (trace_is_update(at) &&
            trace->arrays[at->array].holds == HOLDS_NUMBERS)
            return true;
    }
    return false;
}

/* ---- What is published ----------------------------------------------------*/

uint32_t tile_status_words(const Array *array)
{
    return array->holds == HOLDS_PAIRS    ? 2
           : array->holds == HOLDS_STATES ? 1
                                          : 0;
}

/* The words of a status that AT moves; 0: it moves none. */
static uint32_t words_of(const Trace *trace, const Instruction *at)
{
    return trace_is_global(at) ? tile_status_words(trace->arrays + at->array)
                               : 0;
}

uint32_t tile_status_count(const Trace *trace, const Instruction *at)
{
    uint32_t words = words_of(trace, at);

    return words ? at->lanes / words : 0;
}

bool tile_status_publishes(const Trace *trace, const Instruction *at)
{
    return tile_status_count(trace, at) && trace_is_global_store(at);
}

bool tile_status_looks(const Trace *trace, const Instruction *at)
{
    return tile_status_count(trace, at) && trace_is_global_load(at);
}

const Access *tile_status_access(const Trace *trace, const Instruction *at,
                                 uint32_t i)
{
    uint32_t words = words_of(trace, at);

    return trace_accesses(trace, at) + i * words + words - 1;
}

uint32_t tile_status_tile(const Trace *trace, const Instruction *at,
                          const Access *access)
{
    return access->cell / words_of(trace, at);
}

bool tile_status_is_state(const Trace *trace, const Instruction *at,
                          const Access *access)
{
    return words_of(trace, at) == 2 && access->cell % 2 == 0;
}

Published tile_status_kind(Word own, Word interval)
{
    if (!interval_is_range(own) || !interval_is_range(interval))
        return PUBLISHED_OTHER;
    if (interval_last(interval) != interval_last(own))
        return PUBLISHED_OTHER;
    if (interval_first(interval) == 0)
        return PUBLISHED_PREFIX;
    return interval == own ? PUBLISHED_AGGREGATE : PUBLISHED_OTHER;
}

Published tile_status_published(const Trace *trace, const Instruction *at,
                                const Access *access)
{
    const Grid *grid = trace_grid(trace, trace_step(trace, at));
    uint32_t tile = tile_status_tile(trace, at, access);
    Word own =
        tile < grid->blocks ? tile_status_own(trace, grid, tile) : INTERVAL_TOP;

    return words_of(trace, at) == 1 ? PUBLISHED_BARE
                                    : tile_status_kind(own, access->interval);
}

const char *tile_status_kind_name(Published kind)
{
    static const char *const names[PUBLISHED_KINDS] = {"nothing", "aggregate",
                                                       "prefix", "state alone",
                                                       "wrong sum"};

    return names[kind];
}
