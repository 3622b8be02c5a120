/* SPDX-License-Identifier: MIT */
#include "trace_digest.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a. */
uint64_t digest_of(uint64_t digest, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;

    if (digest == 0)
        digest = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; ++i)
        digest = (digest ^ byte[i]) * UINT64_C(0x100000001b3);
    return digest;
}

static void add(uint64_t *digest, int64_t number)
{
    *digest = digest_of(*digest, &number, sizeof number);
}

static void add_text(uint64_t *digest, const char *text)
{
    *digest =
        digest_of(*digest, text ? text : "", strlen(text ? text : "") + 1);
}

/* ---- Events ---------------------------------------------------------------*/

static void add_sums(uint64_t *digest, const Trace *trace, const Access *access)
{
    const Sum *sums = trace_sums(trace, access);

    for (int s = 0; s < access->sums; ++s) {
        add(digest, sums[s].left);
        add(digest, sums[s].right);
        add(digest, sums[s].left_interval);
        add(digest, sums[s].right_interval);
    }
}

static void add_access(uint64_t *digest, const Trace *trace,
                       const Instruction *at, const Access *access)
{
    uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
    const Variable *variable =
        trace_is_shared(at) ? trace_variable_at(trace, grid, access->cell)
                            : NULL;

    add(digest, trace_thread(trace, at, access));
    add(digest, access->cell);
    add(digest, access->value);
    add(digest, access->interval);
    add(digest, access->bytes);
    add_text(digest, variable ? variable->name : "");
    add_sums(digest, trace, access);
}

static void add_step(uint64_t *digest, const Trace *trace, const Step *step)
{
    const Block *block = trace_block(trace, step);

    add(digest, block->grid);
    add(digest, block->index);
    add(digest, step - trace->steps - block->first_step);
    add_text(digest, trace_phase(trace, step));
    add(digest, step->level);
    add(digest, step->site);
}

static void add_instruction(uint64_t *digest, const Trace *trace,
                            const Instruction *at)
{
    const Access *accesses = trace_accesses(trace, at);

    add_step(digest, trace, trace_step(trace, at));
    add(digest, at->warp);
    add(digest, at->site);
    add(digest, at->place);
    add_text(digest, trace_traits_of(at)->name);
    add_text(digest, trace_is_global(at) ? trace->arrays[at->array].name : "");
    add(digest, at->width);
    add(digest, at->is_volatile);
    add(digest, at->lanes);
    for (int a = 0; a < at->lanes; ++a)
        add_access(digest, trace, at, &accesses[a]);
}

static uint64_t events(const Trace *trace)
{
    uint64_t digest = 0;
    uint32_t *order = trace_order(trace);

    for (size_t i = 0; i < trace->instructions_count; ++i)
        add_instruction(&digest, trace,
                        &trace->instructions[order ? order[i] : i]);
    free(order);
    return digest;
}

/* ---- The rest -------------------------------------------------------------*/

static uint64_t shape(const Trace *trace)
{
    uint64_t digest = 0;

    for (const Grid *g = trace->grids; g < trace->grids + trace->grids_count;
         ++g) {
        add_text(&digest, g->title);
        add(&digest, g->n);
        add(&digest, g->blocks);
        add(&digest, g->threads);
        add(&digest, g->words);
        add_text(&digest, trace->arrays[g->in].name);
        add_text(&digest, trace->arrays[g->out].name);
    }
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        add_text(&digest, trace->arrays[a].name);
        add(&digest, trace->arrays[a].words);
    }
    for (size_t v = 0; v < trace->variables_count; ++v) {
        add_text(&digest, trace->variables[v].name);
        add_text(&digest, trace->variables[v].type);
        add(&digest, trace->variables[v].first);
        add(&digest, trace->variables[v].bytes);
    }
    return digest;
}

static uint64_t memory(const Trace *trace)
{
    size_t words = trace->snapshots_count * trace->run.words;
    size_t n = trace->run.n * sizeof(Word);
    uint64_t digest = digest_of(0, trace->output, n);

    digest = digest_of(digest, trace->output_interval, n);
    digest = digest_of(digest, trace->snapshot_values, words * sizeof(Word));
    return digest_of(digest, trace->snapshot_intervals, words * sizeof(Word));
}

static uint64_t locals(const Trace *trace)
{
    uint64_t digest = 0;

    for (size_t c = 0; c < trace->local_changes_count; ++c) {
        const LocalChange *change = &trace->local_changes[c];
        const Local *local = &trace->locals[change->local];
        add(&digest, change->instruction);
        add(&digest, change->lane);
        add_text(&digest, local->function);
        add_text(&digest, local->name);
        add(&digest, local->line);
        add(&digest, change->depth);
        add(&digest, change->ends);
        add(&digest, change->value);
    }
    return digest;
}

TraceDigest trace_digest(const Trace *trace)
{
    return (TraceDigest){.events = events(trace),
                         .shape = shape(trace),
                         .memory = memory(trace),
                         .locals = locals(trace)};
}
