/* SPDX-License-Identifier: MIT */
#include "text/symbolic_trace.h"

#include "analysis/access_role.h"

#include <string.h>

/* ---- Words that are no sums ----------------------------------------------*/

/* The longest chain from a shuffle of a ticket back over its load and store to
 * the ATOMIC that drew it. */
enum { MOST_STEPS_BACK = 4 };

/* True if all words of AT are the same in both runs. */
static bool same_in_both(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i)
        if (access[i].value != access[i].interval)
            return false;
    return at->lanes > 0;
}

/* The last instruction before INDEX of the same warp and step; INDEX if there
 * is none. */
static size_t instruction_before(const Trace *trace, size_t index)
{
    const Instruction *from = trace->instructions + index;

    for (size_t i = index; i-- > 0;) {
        const Instruction *at = trace->instructions + i;
        if (at->step != from->step)
            break;
        if (at->warp == from->warp)
            return i;
    }
    return index;
}

/* The last store of the block to CELL before INDEX; INDEX if there is none. */
static size_t store_before(const Trace *trace, size_t index, uint32_t cell)
{
    uint32_t block = trace_step(trace, trace->instructions + index)->block;

    for (size_t i = index; i-- > 0;) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_store(at) || trace_step(trace, at)->block != block)
            continue;
        for (int lane = 0; lane < at->lanes; ++lane)
            if (access[lane].cell == cell)
                return i;
    }
    return index;
}

/* True if the words are flags, which are made of states: they come after a line
 * that awaits other tiles (the first tile has none), and no lane adds them. */
static bool is_flag(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint32_t phase = trace_step(trace, at)->phase;

    for (int lane = 0; lane < at->lanes; ++lane)
        if (access_role_sum(trace, index, access + lane))
            return false;
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *look = trace->instructions + i;
        if (look->kind == ACCESS_AWAIT && look->site < at->site &&
            trace_step(trace, look)->phase == phase)
            return true;
    }
    return false;
}

static bool draws_tickets(const Trace *trace)
{
    for (size_t a = 0; a < trace->arrays_count; ++a)
        if (trace->arrays[a].holds == HOLDS_NUMBERS)
            return true;
    return false;
}

bool symbolic_is_number(const Trace *trace, size_t index)
{
    if (trace->run.op == OP_INTERVAL || !draws_tickets(trace))
        return false;
    for (int back = 0; back < MOST_STEPS_BACK; ++back) {
        const Instruction *at = trace->instructions + index;
        size_t from = index;
        if (trace_is_update(at))
            return trace->arrays[at->array].holds == HOLDS_NUMBERS;
        if (!same_in_both(trace, at))
            return false;
        if (trace_is_shuffle(at) && is_flag(trace, index))
            return true;
        if (trace_is_load(at))
            from = store_before(trace, index, trace_accesses(trace, at)->cell);
        else if (trace_is_store(at) || trace_is_shuffle(at))
            from = instruction_before(trace, index);
        if (from == index)
            return false;
        index = from;
    }
    return false;
}

/* ---- The copy ------------------------------------------------------------*/

/* A copy of the memory; NULL of NULL. */
static void *copy(const void *from, size_t count, size_t size)
{
    return from ? base_memdup(from, count * size) : NULL;
}

static char *copy_text(const char *from)
{
    return from ? base_strdup(from) : NULL;
}

static Run copy_run(const Run *run)
{
    Run labels = *run;

    labels.algorithm = copy_text(run->algorithm);
    labels.title = copy_text(run->title);
    labels.summary = copy_text(run->summary);
    labels.condition = copy_text(run->condition);
    labels.device = copy_text(run->device);
    labels.device_name = copy_text(run->device_name);
    labels.op = OP_INTERVAL;
    return labels;
}

/* Copies sources, arrays, grids and blocks, with strings of their own. */
static void copy_launches(Trace *labels, const Trace *trace)
{
    labels->sources =
        copy(trace->sources, trace->sources_count, sizeof *trace->sources);
    labels->arrays =
        copy(trace->arrays, trace->arrays_count, sizeof *trace->arrays);
    labels->grids =
        copy(trace->grids, trace->grids_count, sizeof *trace->grids);
    labels->blocks =
        copy(trace->blocks, trace->blocks_count, sizeof *trace->blocks);
    for (size_t i = 0; i < trace->sources_count; ++i) {
        labels->sources[i].name = copy_text(trace->sources[i].name);
        labels->sources[i].text = copy_text(trace->sources[i].text);
    }
    for (size_t i = 0; i < trace->arrays_count; ++i)
        labels->arrays[i].name = copy_text(trace->arrays[i].name);
    for (size_t i = 0; i < trace->grids_count; ++i)
        labels->grids[i].title = copy_text(trace->grids[i].title);
}

/* Puts a question mark in the cell of ACCESS, from the end of step S on for as
 * long as the block keeps the word there. */
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
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (trace_is_update(at) || !symbolic_is_number(trace, i))
            continue;
        for (int lane = 0; lane < at->lanes; ++lane) {
            size_t access = at->first_access + (uint32_t)lane;
            labels->accesses[access].interval = INTERVAL_TOP;
            if (trace_is_store(at))
                hide_cell(labels, trace->accesses + access, at->step);
        }
    }
}

static void relabel(Trace *labels, const Trace *trace)
{
    hide_plain(labels, trace);
    for (size_t i = 0; i < labels->accesses_count; ++i)
        labels->accesses[i].value = labels->accesses[i].interval;
    for (size_t i = 0; i < labels->sums_count; ++i) {
        Sum *sum = labels->sums + i;
        sum->left = sum->left_interval;
        sum->right = sum->right_interval;
    }
    for (uint32_t i = 0; i < labels->run.n; ++i)
        labels->input[i] = interval_make(i, i);
}

Trace *symbolic_trace_of(const Trace *trace)
{
    size_t n = trace->run.n;
    size_t words = trace->snapshots_count * trace->run.words;
    Trace *labels = base_memdup(trace, sizeof *trace);

    labels->borrows = false;
    labels->run = copy_run(&trace->run);
    copy_launches(labels, trace);
    labels->input = base_alloc(n, sizeof *labels->input);
    labels->output = copy(trace->output_interval, n, sizeof(Word));
    labels->output_interval = copy(trace->output_interval, n, sizeof(Word));
    labels->phases =
        copy(trace->phases, trace->phases_count, sizeof *trace->phases);
    for (size_t i = 0; i < trace->phases_count; ++i)
        labels->phases[i].title = base_strdup(trace->phases[i].title);
    labels->steps =
        copy(trace->steps, trace->steps_count, sizeof *trace->steps);
    labels->instructions = copy(trace->instructions, trace->instructions_count,
                                sizeof *trace->instructions);
    labels->accesses =
        copy(trace->accesses, trace->accesses_count, sizeof *trace->accesses);
    labels->sums = copy(trace->sums, trace->sums_count, sizeof *trace->sums);
    labels->snapshot_values =
        copy(trace->snapshot_intervals, words, sizeof(Word));
    labels->snapshot_intervals =
        copy(trace->snapshot_intervals, words, sizeof(Word));
    relabel(labels, trace);
    return labels;
}
