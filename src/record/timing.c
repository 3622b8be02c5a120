/* SPDX-License-Identifier: MIT */
#include "record/timing.h"

#include "gpu/cuda.h"

#include <stdlib.h>

/* The most steps of a block of grid G in the trace. */
static size_t most_steps(const Trace *trace, uint32_t g)
{
    size_t most = 0;

    for (size_t b = 0; b < trace->blocks_count; ++b) {
        const Block *block = &trace->blocks[b];
        if (block->grid == g && block->step_count > most)
            most = block->step_count;
    }
    return most;
}

static CudaClocks clocks_new(const Trace *trace, uint32_t g,
                             const Launch *launch)
{
    CudaClocks clocks = {.blocks = launch->blocks,
                         .steps = most_steps(trace, g)};
    size_t all = TIMING_ROUNDS * clocks.blocks;

    clocks.clocks = base_alloc(all * (clocks.steps + 1), sizeof *clocks.clocks);
    clocks.had = base_alloc(all, sizeof *clocks.had);
    clocks.tickets = base_alloc(all, sizeof *clocks.tickets);
    return clocks;
}

static void clocks_free(CudaClocks *clocks)
{
    free(clocks->clocks);
    free(clocks->had);
    free(clocks->tickets);
}

/* Sets *TICKET to the ticket that a block drew in the traced run; false if it
 * drew none. */
static bool find_ticket(const Trace *trace, const Block *block,
                        uint32_t *ticket)
{
    if (block->step_count == 0)
        return false;
    const Step *first = &trace->steps[block->first_step];
    const Step *last = first + block->step_count - 1;
    const Instruction *at = &trace->instructions[first->first_instruction];
    const Instruction *end =
        &trace->instructions[last->first_instruction + last->instruction_count];

    for (; at < end; ++at)
        if (trace_traits_of(at)->counts) {
            *ticket = trace_accesses(trace, at)->value;
            return true;
        }
    return false;
}

/* The block that drew TICKET in a round, searched outwards from index TICKET;
 * the number of blocks if none did. */
static size_t find_owner(const CudaClocks *clocks, size_t round,
                         uint32_t ticket)
{
    const uint32_t *tickets = clocks->tickets + round * clocks->blocks;

    for (size_t d = 0; ticket < clocks->blocks && d < clocks->blocks; ++d) {
        if (ticket + d < clocks->blocks && tickets[ticket + d] == ticket)
            return ticket + d;
        if (d <= ticket && tickets[ticket - d] == ticket)
            return ticket - d;
    }
    return clocks->blocks;
}

/* Finds the block of each round that corresponds to BLOCK of the trace; false
 * if some round has none. */
static bool find_blocks(const Trace *trace, const Block *block, bool draws,
                        const CudaClocks *clocks, size_t owners[TIMING_ROUNDS])
{
    uint32_t ticket = 0;

    if (draws && !find_ticket(trace, block, &ticket))
        return false;
    for (size_t r = 0; r < TIMING_ROUNDS; ++r) {
        owners[r] = draws ? find_owner(clocks, r, ticket) : block->index;
        if (owners[r] >= clocks->blocks)
            return false;
    }
    return true;
}

static int by_size(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x;
    uint32_t b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

/* The median over the rounds of step S, counted within the block. */
static uint32_t step_cycles(const CudaClocks *clocks,
                            const size_t owners[TIMING_ROUNDS], size_t s)
{
    uint32_t samples[TIMING_ROUNDS];

    for (size_t r = 0; r < TIMING_ROUNDS; ++r) {
        const long long *own =
            clocks->clocks +
            (r * clocks->blocks + owners[r]) * (clocks->steps + 1);
        long long took = own[s + 1] - own[s];
        samples[r] = took < UINT32_MAX ? (uint32_t)took : UINT32_MAX;
    }
    qsort(samples, TIMING_ROUNDS, sizeof *samples, by_size);
    return samples[TIMING_ROUNDS / 2];
}

static bool measure_block(Trace *trace, const Block *block,
                          const Launch *launch, const CudaClocks *clocks,
                          Error *error)
{
    size_t owners[TIMING_ROUNDS];

    if (!find_blocks(trace, block, launch->algorithm->waits, clocks, owners))
        return true;
    for (size_t r = 0; r < TIMING_ROUNDS; ++r) {
        int had = clocks->had[r * clocks->blocks + owners[r]];
        if (had != (int)block->step_count)
            return error_set(error, ERROR_FAILED,
                             "%s has %d steps when timed and %u when traced",
                             launch->source_name, had, block->step_count);
    }
    for (uint32_t s = 0; s < block->step_count; ++s)
        trace->steps[block->first_step + s].cycles =
            step_cycles(clocks, owners, s);
    return true;
}

bool timing_measure(Trace *trace, const Launch launches[], int count,
                    Error *error)
{
    CudaClocks clocks[PLAN_MAX_GRIDS];

    if (launches->k != 32 || launches->op != OP_ADD)
        return true;
    for (int g = 0; g < count; ++g)
        clocks[g] = clocks_new(trace, (uint32_t)g, &launches[g]);
    bool good = cuda_time(launches, count, TIMING_ROUNDS, clocks, error);
    for (size_t b = 0; good && b < trace->blocks_count; ++b) {
        const Block *block = &trace->blocks[b];
        good = measure_block(trace, block, &launches[block->grid],
                             &clocks[block->grid], error);
    }
    for (int g = 0; g < count; ++g)
        clocks_free(&clocks[g]);
    return good;
}
