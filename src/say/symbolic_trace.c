/* SPDX-License-Identifier: MIT */
#include "say/symbolic_trace.h"

#include "analysis/access_role.h"
#include "analysis/tile_status.h"

#include <stdlib.h>
#include <string.h>

/* ---- Words that are no sums ----------------------------------------------*/

/* The longest chain from a shuffle of a ticket back over its load and store to
 * the ATOMIC that drew it. */
enum { MOST_STEPS_BACK = 4 };

/* True if all values of AT are the same in both runs. */
static bool same_in_both(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i)
        if (access[i].value != access[i].interval)
            return false;
    return at->lanes > 0;
}

/* Where the values of each instruction come from. */
typedef struct {
    uint32_t *before; /* of a load, the last store of the block to its cell;
                         of a store or a shuffle, the last instruction of its
                         warp and step; itself if there is none */
    uint32_t *awaits; /* the first line of each phase that awaits */
} Origins;

/* True if the values are flags, which are made of states: they come after a
 * line that awaits other tiles (the first tile has none), and no lane adds
 * them. */
static bool is_flag(const Trace *trace, const Origins *origins, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint32_t phase = trace_step(trace, at)->phase;

    for (int lane = 0; lane < at->lanes; ++lane)
        if (access_role_adds(trace, index, access + lane))
            return false;
    return origins->awaits[phase] < at->site;
}

static bool draws_tickets(const Trace *trace)
{
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (trace->arrays[a].holds == HOLDS_NUMBERS)
            return true;
    return false;
}

static bool is_number(const Trace *trace, const Origins *origins, size_t index)
{
    for (int back = 0; back < MOST_STEPS_BACK; ++back) {
        const Instruction *at = trace->instructions + index;
        if (trace_is_update(at))
            return trace->arrays[at->array].holds == HOLDS_NUMBERS;
        if (!same_in_both(trace, at))
            return false;
        if (trace_is_shuffle(at) && is_flag(trace, origins, index))
            return true;
        size_t from = origins->before[index];
        if (from == index)
            return false;
        index = from;
    }
    return false;
}

/* The instruction seen last at a place, and the step or block it was in. */
typedef struct {
    uint32_t instruction, within;
} Seen;

/* The instruction seen at PLACE in the same step or block; AT if there is
 * none. */
static uint32_t seen_at(const Seen *place, uint32_t within, uint32_t at)
{
    return place->within == within ? place->instruction : at;
}

static Origins origins_new(const Trace *trace)
{
    size_t count = trace->instructions_count, warps = UINT16_MAX + 1;
    Origins origins = {base_alloc(count + 1, sizeof *origins.before),
                       base_alloc(trace->phases_count + 1,
                                  sizeof *origins.awaits)};
    Seen *cells = base_alloc(trace->run.words + (size_t)1, sizeof *cells);
    Seen *of_warp = base_alloc(warps, sizeof *of_warp);

    memset(origins.awaits, 0xff, trace->phases_count * sizeof *origins.awaits);
    for (uint32_t i = 0; i < count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Step *step = trace_step(trace, at);
        const Access *access = trace_accesses(trace, at);
        uint32_t *await = origins.awaits + step->phase;
        uint32_t s = at->step + 1, b = step->block + 1; /* 0: never seen */
        origins.before[i] = i;
        if (trace_is_load(at))
            origins.before[i] = seen_at(cells + access->cell, b, i);
        else if (trace_is_store(at) || trace_is_shuffle(at))
            origins.before[i] = seen_at(of_warp + at->warp, s, i);
        else if (tile_status_looks(trace, at) && at->site < *await)
            *await = at->site;
        of_warp[at->warp] = (Seen){i, s};
        for (int a = 0; trace_is_store(at) && a < at->lanes; ++a)
            cells[access[a].cell] = (Seen){i, b};
    }
    free(cells);
    free(of_warp);
    return origins;
}

bool *symbolic_numbers(const Trace *trace)
{
    size_t count = trace->instructions_count;
    bool *numbers = base_alloc(count + 1, sizeof *numbers);

    if (trace->run.op == OP_INTERVAL || !draws_tickets(trace))
        return numbers;
    Origins origins = origins_new(trace);
    for (size_t i = 0; i < count; ++i)
        numbers[i] = is_number(trace, &origins, i);
    free(origins.before);
    free(origins.awaits);
    return numbers;
}

/* ---- The copy ------------------------------------------------------------*/

/* Puts a question mark in the cell of ACCESS, from the end of step S on for as
 * long as the block keeps the value there. */
static void hide_cell(Trace *labels, const Access *access, uint32_t s)
{
    uint32_t b = labels->steps[s].block, words = labels->run.words;
    const Block *block = labels->blocks + b;
    uint32_t end = block->first_step + block->step_count;

    for (++s; s <= end; ++s) {
        Word *cell =
            labels->snapshot_intervals + (size_t)(s + b) * words + access->cell;
        if (*cell != access->value)
            return;
        *cell = labels->snapshot_values[cell - labels->snapshot_intervals] =
            INTERVAL_TOP;
    }
}

static void hide_plain(Trace *labels, const Trace *trace)
{
    bool *numbers = symbolic_numbers(trace);

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (trace_is_update(at) || !numbers[i])
            continue;
        for (int lane = 0; lane < at->lanes; ++lane) {
            size_t access = at->first_access + (uint32_t)lane;
            labels->accesses[access].interval = INTERVAL_TOP;
            if (trace_is_store(at))
                hide_cell(labels, trace->accesses + access, at->step);
        }
    }
    free(numbers);
}

Trace *symbolic_trace_of(const Trace *trace)
{
    size_t words = trace->snapshots_count * trace->run.words;
    Trace *labels = trace_copy(trace);

    labels->run.op = OP_INTERVAL;
    for (uint32_t i = 0; i < trace->run.n; ++i) {
        labels->input[i] = interval_make(i, i);
        labels->output[i] = trace->output_interval[i];
    }
    for (size_t i = 0; i < words; ++i)
        labels->snapshot_values[i] = trace->snapshot_intervals[i];
    hide_plain(labels, trace);
    for (size_t i = 0; i < labels->accesses_count; ++i)
        labels->accesses[i].value = labels->accesses[i].interval;
    for (size_t i = 0; i < labels->sums_count; ++i) {
        Sum *sum = labels->sums + i;
        sum->left = sum->left_interval;
        sum->right = sum->right_interval;
    }
    return labels;
}
