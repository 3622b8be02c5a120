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

void digest_add(uint64_t *digest, int64_t number)
{
    *digest = (*digest ^ (uint64_t)number) * UINT64_C(0x9e3779b97f4a7c15);
    *digest ^= *digest >> 29;
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
        digest_add(digest, sums[s].left);
        digest_add(digest, sums[s].right);
        digest_add(digest, sums[s].left_interval);
        digest_add(digest, sums[s].right_interval);
    }
}

static void add_access(uint64_t *digest, const Trace *trace,
                       const Instruction *at, const Access *access)
{
    uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
    const Variable *variable =
        trace_is_shared(at) ? trace_variable_at(trace, grid, access->cell)
                            : NULL;

    digest_add(digest, trace_thread(trace, at, access));
    digest_add(digest, access->cell);
    digest_add(digest, access->value);
    digest_add(digest, access->interval);
    digest_add(digest, access->bytes);
    add_text(digest, variable ? variable->name : "");
    add_sums(digest, trace, access);
}

static void add_step(uint64_t *digest, const Trace *trace, const Step *step)
{
    const Block *block = trace_block(trace, step);

    digest_add(digest, block->grid);
    digest_add(digest, block->index);
    digest_add(digest, step - trace->steps - block->first_step);
    add_text(digest, trace_phase(trace, step));
    digest_add(digest, step->level);
    digest_add(digest, step->site);
}

static void add_instruction(uint64_t *digest, const Trace *trace,
                            const Instruction *at)
{
    const Access *accesses = trace_accesses(trace, at);

    add_step(digest, trace, trace_step(trace, at));
    digest_add(digest, at->warp);
    digest_add(digest, at->site);
    digest_add(digest, at->place);
    add_text(digest, trace_traits_of(at)->name);
    add_text(digest, trace_is_global(at) ? trace->arrays[at->array].name : "");
    digest_add(digest, at->width);
    digest_add(digest, at->is_volatile);
    digest_add(digest, at->lanes);
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
        digest_add(&digest, g->n);
        digest_add(&digest, g->blocks);
        digest_add(&digest, g->threads);
        digest_add(&digest, g->words);
        add_text(&digest, trace->arrays[g->in].name);
        add_text(&digest, trace->arrays[g->out].name);
    }
    for (size_t a = 0; a < trace->arrays_count; ++a) {
        add_text(&digest, trace->arrays[a].name);
        digest_add(&digest, trace->arrays[a].words);
    }
    for (size_t v = 0; v < trace->variables_count; ++v) {
        add_text(&digest, trace->variables[v].name);
        add_text(&digest, trace->variables[v].type);
        digest_add(&digest, trace->variables[v].first);
        digest_add(&digest, trace->variables[v].bytes);
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
        digest_add(&digest, change->instruction);
        digest_add(&digest, change->lane);
        add_text(&digest, local->function);
        add_text(&digest, local->name);
        digest_add(&digest, local->line);
        digest_add(&digest, change->depth);
        digest_add(&digest, change->ends);
        digest_add(&digest, change->value);
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
