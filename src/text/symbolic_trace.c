/* SPDX-License-Identifier: MIT
 *
 * symbolic_trace - copying a trace; see symbolic_trace.h.
 */
#include "text/symbolic_trace.h"

#include "text/untagged.h"

#include <string.h>

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
    labels.keep = copy_text(run->keep);
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
        if (at->kind == ACCESS_ATOMIC || !untagged_is(trace, i))
            continue;
        for (int lane = 0; lane < at->lanes; ++lane) {
            size_t access = at->first_access + (uint32_t)lane;
            labels->accesses[access].interval = INTERVAL_TOP;
            if (at->kind == ACCESS_STORE)
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
