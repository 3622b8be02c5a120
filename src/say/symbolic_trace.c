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

/* Where the words of each instruction come from, found in one pass; without it
 * each question reads the instructions again. */
typedef struct {
    uint32_t *before; /* as instruction_before or store_before says; itself if
                         there is none */
    uint32_t *awaits; /* the first line of each phase that awaits */
} Origins;

/* The first line that awaits in PHASE; UINT32_MAX if none does. */
static uint32_t first_await(const Trace *trace, uint32_t phase)
{
    uint32_t first = UINT32_MAX;

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        if (tile_status_looks(trace, at) && at->site < first &&
            trace_step(trace, at)->phase == phase)
            first = at->site;
    }
    return first;
}

/* True if the words are flags, which are made of states: they come after a line
 * that awaits other tiles (the first tile has none), and no lane adds them. */
static bool is_flag(const Trace *trace, const Origins *origins, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    uint32_t phase = trace_step(trace, at)->phase;

    for (int lane = 0; lane < at->lanes; ++lane)
        if (access_role_adds(trace, index, access + lane))
            return false;
    return (origins ? origins->awaits[phase] : first_await(trace, phase)) <
           at->site;
}

/* The instruction that the words of INDEX come from; INDEX if none is known. */
static size_t origin_of(const Trace *trace, const Origins *origins,
                        size_t index)
{
    const Instruction *at = trace->instructions + index;

    if (origins)
        return origins->before[index];
    if (trace_is_load(at))
        return store_before(trace, index, trace_accesses(trace, at)->cell);
    if (trace_is_store(at) || trace_is_shuffle(at))
        return instruction_before(trace, index);
    return index;
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
        size_t from = origin_of(trace, origins, index);
        if (from == index)
            return false;
        index = from;
    }
    return false;
}

bool symbolic_is_number(const Trace *trace, size_t index)
{
    return trace->run.op != OP_INTERVAL && draws_tickets(trace) &&
           is_number(trace, NULL, index);
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
    labels.command = copy_text(run->command);
    labels.compiler = copy_text(run->compiler);
    labels.proved = copy_text(run->proved);
    labels.forms = copy_text(run->forms);
    labels.refused = copy_text(run->refused);
    labels.uncopied = copy_text(run->uncopied);
    labels.arithmetic = copy_text(run->arithmetic);
    labels.left_out = copy_text(run->left_out);
    labels.ended = copy_text(run->ended);
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
    labels->variables = copy(trace->variables, trace->variables_count,
                             sizeof *trace->variables);
    for (size_t i = 0; i < trace->variables_count; ++i) {
        labels->variables[i].name = copy_text(trace->variables[i].name);
        labels->variables[i].type = copy_text(trace->variables[i].type);
    }
    labels->members =
        copy(trace->members, trace->members_count, sizeof *trace->members);
    for (size_t i = 0; i < trace->members_count; ++i)
        labels->members[i].name = copy_text(trace->members[i].name);
    for (size_t i = 0; i < trace->arrays_count; ++i)
        labels->arrays[i].name = copy_text(trace->arrays[i].name);
    for (size_t i = 0; i < trace->grids_count; ++i)
        labels->grids[i].title = copy_text(trace->grids[i].title);
}

static void copy_results(Trace *labels, const Trace *trace)
{
    labels->results =
        copy(trace->results, trace->results_count, sizeof *trace->results);
    for (size_t i = 0; i < trace->results_count; ++i) {
        const SumResult *from = trace->results + i;
        labels->results[i].input = copy_text(from->input);
        labels->results[i].output = copy_text(from->output);
        labels->results[i].unchecked = copy_text(from->unchecked);
        labels->results[i].form = copy_text(from->form);
    }
}

static void copy_locals(Trace *labels, const Trace *trace)
{
    labels->locals =
        copy(trace->locals, trace->locals_count, sizeof *trace->locals);
    for (size_t i = 0; i < trace->locals_count; ++i) {
        labels->locals[i].function = copy_text(trace->locals[i].function);
        labels->locals[i].name = copy_text(trace->locals[i].name);
        labels->locals[i].type = copy_text(trace->locals[i].type);
    }
    labels->local_changes =
        copy(trace->local_changes, trace->local_changes_count,
             sizeof *trace->local_changes);
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
    copy_locals(labels, trace);
    copy_results(labels, trace);
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
