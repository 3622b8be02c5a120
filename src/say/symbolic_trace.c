/* SPDX-License-Identifier: MIT */
#include "say/symbolic_trace.h"

#include "analysis/tile_status.h"

#include <stdlib.h>

/* ---- Words that are no sums ----------------------------------------------*/

static bool draws_tickets(const Trace *trace)
{
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (trace->arrays[a].holds == HOLDS_NUMBERS)
            return true;
    return false;
}

/* True if all values of AT are the same in both runs: a sum is an
 * interval in the shadow run. */
static bool is_number(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);

    if (trace_is_update(at))
        return trace->arrays[at->array].holds == HOLDS_NUMBERS;
    for (int i = 0; i < at->lanes; ++i)
        if (access[i].value != access[i].interval)
            return false;
    return at->lanes > 0 && !tile_status_count(trace, at);
}

bool *symbolic_numbers(const Trace *trace)
{
    size_t count = trace->instructions_count;
    bool *numbers = base_alloc(count + 1, sizeof *numbers);

    if (trace->run.op == OP_INTERVAL || !draws_tickets(trace))
        return numbers;
    for (size_t i = 0; i < count; ++i)
        numbers[i] = is_number(trace, trace->instructions + i);
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
