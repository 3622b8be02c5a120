/* SPDX-License-Identifier: MIT */
#include "analysis/block_trace.h"

#include "trace/limits.h"
#include "trace/local.h"
#include "trace/variable.h"

#include <stdlib.h>
#include <string.h>

/* A part under way. */
typedef struct {
    const Trace *trace;
    const Block *block;
    const Grid *grid;
    Trace *part;
    const uint32_t *order;
    uint32_t *origins;
    uint32_t first, n; /* elements of the block within its grid's input */
    Word *elements;    /* the interval of each in the whole trace */
    uint8_t arrays[LIMITS_ARRAYS]; /* index in the block's trace of each array
                                      of the whole; 0: not added yet, see
                                      whole_array */
} Making;

/* The numbers, of at least one byte, in the WORDS words of ARRAY. */
static uint32_t count_numbers(const Array *array, uint32_t words)
{
    return (uint32_t)(words * (uint64_t)sizeof(Word) / number_bytes(array));
}

uint32_t block_trace_grid_inputs(const Trace *trace, const Grid *grid)
{
    return count_numbers(trace->arrays + grid->in, grid->n);
}

uint32_t block_trace_inputs(const Trace *trace)
{
    return count_numbers(trace->arrays + trace->grids[0].in, trace->run.n);
}

/* The number of inputs that each number of an array stands for. */
static uint64_t span_length(const Trace *trace, uint8_t array)
{
    const Array *at = trace->arrays + array;
    uint32_t n = block_trace_inputs(trace),
             count = count_numbers(at, at->words);
    bool tiled = trace->grids[0].tiled;
    uint32_t block_n = tiled ? trace->run.block_n
                             : (n + trace->run.blocks - 1) / trace->run.blocks;
    uint64_t each = 1;

    if (at->holds == HOLDS_PAIRS)
        count /= 2;
    while (each < n && (n + each - 1) / each > count && block_n > 1)
        each *= block_n;
    /* without tiles an array has such sums if it has room for no more */
    return !tiled && (n + each - 1) / each < count ? 1 : each;
}

Word block_trace_span(const Trace *trace, uint8_t array, uint32_t index)
{
    uint32_t n = block_trace_inputs(trace);
    uint64_t each = span_length(trace, array);
    if (trace->arrays[array].holds == HOLDS_PAIRS)
        index /= 2;
    uint64_t from = index * each, to = from + each - 1;

    if (from >= n)
        return INTERVAL_IDENTITY;
    return interval_make((uint32_t)from, to < n ? (uint32_t)to : n - 1);
}

double block_trace_share(const Trace *trace, uint8_t array)
{
    const Array *at = trace->arrays + array;
    uint64_t each = span_length(trace, array);
    uint32_t n = block_trace_inputs(trace),
             count = count_numbers(at, at->words);
    double share = (double)each * sizeof(Word) / number_bytes(at);

    if (each == 1 && count > n)
        share *= (double)n / count;
    return share;
}

uint32_t block_trace_tile(const Trace *trace, const Block *block)
{
    const Grid *grid = trace->grids + block->grid;
    uint32_t first, end;

    if (!grid->tiled)
        return block->index;
    trace_block_instructions(trace, block, &first, &end);
    for (uint32_t i = first; i < end; ++i) {
        const Instruction *at = trace->instructions + i;
        if (!trace_is_global_load(at) || at->array != grid->in)
            continue;
        uint32_t cell = trace_accesses(trace, at)->cell;
        return cell < grid->n ? cell / grid->block_n : block->index;
    }
    return block->index;
}

/* The number of elements before the tile of a block; below, of the tile.  The
 * blocks of a program have all elements. */
static uint32_t block_trace_first(const Trace *trace, const Block *block)
{
    const Grid *grid = trace->grids + block->grid;

    return grid->tiled ? block_trace_tile(trace, block) * grid->block_n : 0;
}

static uint32_t block_trace_n(const Trace *trace, const Block *block)
{
    const Grid *grid = trace->grids + block->grid;
    uint32_t first = block_trace_first(trace, block);

    if (!grid->tiled)
        return trace->run.n;
    return grid->n - first < grid->block_n ? grid->n - first : grid->block_n;
}

/* The intervals of the block's elements in the whole trace. */
static void find_elements(Making *making)
{
    const Trace *trace = making->trace;

    for (uint32_t i = 0; i < making->n; ++i)
        making->elements[i] =
            block_trace_span(trace, making->grid->in, making->first + i);
}

/* The element that begins (or ends) with input X of the whole; false if none
 * does. */
static bool find_element(const Making *making, uint32_t x, bool ends,
                         uint32_t *element)
{
    uint32_t low = 0, high = making->n;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        Word at = making->elements[middle];
        uint32_t edge = ends ? interval_last(at) : interval_first(at);
        if (edge == x) {
            *element = middle;
            return true;
        }
        if (edge < x)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static Word local(const Making *making, Word interval)
{
    uint32_t first, last;

    if (!interval_is_range(interval) || !making->grid->tiled)
        return interval;
    if (!find_element(making, interval_first(interval), false, &first) ||
        !find_element(making, interval_last(interval), true, &last))
        return INTERVAL_TOP;
    return interval_make(first, last);
}

static void copy_run(Making *making)
{
    const Run *whole = &making->trace->run;
    Run *run = &making->part->run;

    *run = *whole;
    run->undefined = 0;
    run->n = making->n;
    run->block_n = making->grid->block_n;
    run->threads = making->grid->threads;
    run->words = making->grid->words;
    run->blocks = 1;
}

/* Adds an array of the whole trace, with all its words, to the block's trace.
 */
static uint8_t whole_array(Making *making, uint8_t array)
{
    Trace *part = making->part;

    if (making->arrays[array] == 0) {
        making->arrays[array] = (uint8_t)part->arrays_count;
        base_push(part, arrays, making->trace->arrays[array]);
    }
    return making->arrays[array];
}

/* The block's own input and output come first, then all other arrays.  Where
 * the block goes beyond its tile, whole input and output are among these. */
static void copy_arrays(Making *making)
{
    const Trace *trace = making->trace;
    Trace *part = making->part;

    if (!making->grid->tiled) {
        for (size_t a = 0; a < trace->arrays_count; ++a)
            base_push(part, arrays, trace->arrays[a]);
        return;
    }
    uint8_t in = making->grid->in, out = making->grid->out;

    Array first = trace->arrays[in], second = trace->arrays[out];
    first.words = second.words = making->n;
    base_push(part, arrays, first);
    base_push(part, arrays, second);
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (a != in && a != out)
            whole_array(making, (uint8_t)a);
}

static void copy_variables(Making *making)
{
    const Trace *trace = making->trace;
    Trace *part = making->part;

    for (size_t v = 0; v < trace->variables_count; ++v) {
        Variable variable = trace->variables[v];
        if (variable.grid != making->block->grid)
            continue;
        variable.grid = 0;
        base_push(part, variables, variable);
    }
}

static void copy_frame(Making *making)
{
    const Trace *trace = making->trace;
    Trace *part = making->part;
    Grid grid = *making->grid;
    Block block = {0, 0, 0, making->block->step_count};

    part->borrows = true;
    part->sources = trace->sources;
    part->sources_count = trace->sources_count;
    part->phases = trace->phases;
    part->phases_count = trace->phases_count;
    part->members = trace->members;
    part->members_count = trace->members_count;
    part->locals = trace->locals;
    part->locals_count = trace->locals_count;
    grid.n = grid.block_n = making->n;
    grid.blocks = 1;
    if (grid.tiled) {
        grid.in = GLOBAL_IN;
        grid.out = GLOBAL_OUT;
    }
    for (int i = 0; i < 3; ++i)
        grid.extents[i] = 1;
    copy_variables(making);
    base_push(part, grids, grid);
    base_push(part, blocks, block);
}

/* True if all lanes of AT touch elements of the block: then indices count from
 * the block's first element; else they count from the whole array's. */
static bool is_in_tile(const Making *making, const Instruction *at)
{
    const Access *access = trace_accesses(making->trace, at);

    if (!making->grid->tiled ||
        (!trace_is_global_load(at) && !trace_is_global_store(at)))
        return false;
    if (at->array != making->grid->in && at->array != making->grid->out)
        return false;
    for (int i = 0; i < at->lanes; ++i)
        if (access[i].cell - making->first >= making->n)
            return false;
    return true;
}

static uint8_t array_of(Making *making, const Instruction *at, bool in_tile)
{
    if (in_tile)
        return at->array == making->grid->out ? GLOBAL_OUT : GLOBAL_IN;
    if (!trace_is_global(at))
        return GLOBAL_IN; /* it says nothing there */
    if (!making->grid->tiled)
        return at->array;
    return whole_array(making, at->array);
}

static void copy_access(Making *making, const Access *access, bool in_tile)
{
    Trace *part = making->part;
    Access copy = *access;
    const Sum *sum = trace_sums(making->trace, access);

    copy.interval = local(making, copy.interval);
    if (in_tile)
        copy.cell -= making->first;
    for (int i = 0; i < copy.sums; ++i) {
        Sum other = sum[i];
        other.access = (uint32_t)part->accesses_count;
        other.left_interval = local(making, other.left_interval);
        other.right_interval = local(making, other.right_interval);
        base_push(part, sums, other);
    }
    base_push(part, accesses, copy);
}

/* Copies all inputs and outputs, as the blocks of a program have them. */
static void copy_elements(Making *making)
{
    const Trace *trace = making->trace;
    Trace *part = making->part;
    size_t bytes = trace->run.n * sizeof(Word);

    memcpy(part->input, trace->input, bytes);
    memcpy(part->output, trace->output, bytes);
    memcpy(part->output_interval, trace->output_interval, bytes);
}

/* Copies the inputs that the block loaded and the outputs that it stored, in
 * its tile. */
static void note_element(Making *making, const Instruction *at,
                         const Access *access)
{
    Trace *part = making->part;
    uint32_t element = access->cell - making->first;

    if (trace_is_global_load(at) && at->array == making->grid->in)
        part->input[element] = access->value;
    if (trace_is_global_store(at) && at->array == making->grid->out) {
        part->output[element] = access->value;
        part->output_interval[element] = local(making, access->interval);
    }
}

static void copy_instruction(Making *making, const Instruction *at,
                             uint32_t step)
{
    Trace *part = making->part;
    const Access *access = trace_accesses(making->trace, at);
    Instruction copy = *at;
    bool in_tile = is_in_tile(making, at);

    copy.first_access = (uint32_t)part->accesses_count;
    copy.step = step;
    copy.time = (uint32_t)part->instructions_count;
    copy.array = array_of(making, at, in_tile);
    for (int i = 0; i < at->lanes; ++i) {
        copy_access(making, access + i, in_tile);
        if (in_tile)
            note_element(making, at, access + i);
    }
    base_push(part, instructions, copy);
}

static void copy_steps(Making *making)
{
    const Trace *trace = making->trace;
    Trace *part = making->part;

    for (uint32_t s = 0; s < making->block->step_count; ++s) {
        const Step *from = trace->steps + making->block->first_step + s;
        Step step = *from;
        step.block = 0;
        step.first_instruction = (uint32_t)part->instructions_count;
        base_push(part, steps, step);
        for (uint32_t i = 0; i < from->instruction_count; ++i)
            copy_instruction(making,
                             trace->instructions +
                                 making->origins[step.first_instruction + i],
                             s);
    }
}

/* Copies the values of the block's threads' local variables. */
static void copy_locals(Making *making)
{
    const Trace *trace = making->trace;
    Trace *part = making->part;
    uint32_t first, end;
    uint64_t block = (uint64_t)(making->block - trace->blocks);
    size_t from = local_first(trace, block, 0);
    size_t to = local_first(trace, block + 1, 0);

    trace_block_instructions(trace, making->block, &first, &end);
    uint32_t *places = base_alloc((size_t)(end - first) + 1, sizeof *places);
    for (uint32_t i = 0; i < end - first; ++i)
        places[making->origins[i] - first] = i;
    for (; from < to; ++from) {
        LocalChange change = trace->local_changes[from];
        change.instruction = places[change.instruction - first];
        base_push(part, local_changes, change);
    }
    free(places);
}

static void copy_snapshots(Making *making)
{
    const Trace *trace = making->trace;
    Trace *part = making->part;
    size_t words = part->run.words, count = making->block->step_count + 1u;

    part->snapshots_count = count;
    part->snapshot_values = base_alloc(count * words + 1, sizeof(Word));
    part->snapshot_intervals = base_alloc(count * words + 1, sizeof(Word));
    if (words == 0 || count == 1)
        return;
    const Word *values = trace_snapshot(trace, making->block->first_step);
    const Word *intervals =
        trace_snapshot_intervals(trace, making->block->first_step);
    for (size_t s = 0; s < count; ++s)
        for (size_t w = 0; w < words; ++w) {
            size_t from = s * trace->run.words + w;
            part->snapshot_values[s * words + w] = values[from];
            part->snapshot_intervals[s * words + w] =
                local(making, intervals[from]);
        }
}

Trace *block_trace_of(const Trace *trace, uint32_t b, const uint32_t *order,
                      uint32_t **origins)
{
    const Block *block = trace->blocks + b;
    Making making = {.trace = trace,
                     .block = block,
                     .grid = trace->grids + block->grid,
                     .part = trace_new(),
                     .order = order,
                     .first = block_trace_first(trace, block),
                     .n = block_trace_n(trace, block)};
    Trace *part = making.part;

    making.elements = base_alloc(making.n, sizeof *making.elements);
    part->input = base_alloc(making.n, sizeof(Word));
    part->output = base_alloc(making.n, sizeof(Word));
    part->output_interval = base_alloc(making.n, sizeof(Word));
    for (uint32_t i = 0; i < making.n; ++i)
        part->output_interval[i] = INTERVAL_UNSET;
    if (!making.grid->tiled)
        copy_elements(&making);
    find_elements(&making);
    copy_run(&making);
    copy_arrays(&making);
    copy_frame(&making);
    making.origins = issue_order_block(trace, order, block);
    copy_steps(&making);
    copy_locals(&making);
    *origins = making.origins;
    copy_snapshots(&making);
    free(making.elements);
    return part;
}
