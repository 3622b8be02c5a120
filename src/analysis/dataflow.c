/* SPDX-License-Identifier: MIT */
#include "analysis/dataflow.h"

#include <stdlib.h>

uint32_t dataflow_column(const Dataflow *flow, uint32_t cell)
{
    return cell % flow->columns;
}

/* Halves of shared memory: bit 0 for the lower one, bit 1 for the upper one. */
enum { LOWER = 1, UPPER = 2, BOTH = LOWER | UPPER };

/* The halves of WORDS words that STEP stores to, or those that it loads from.
 */
static unsigned halves_of(const Trace *trace, const Step *step, uint32_t words,
                          bool stored)
{
    unsigned halves = 0;

    for (uint32_t i = 0; i < step->instruction_count && halves != BOTH; ++i) {
        const Instruction *at =
            trace->instructions + step->first_instruction + i;
        const Access *access = trace_accesses(trace, at);
        if (stored ? !trace_is_store(at) : !trace_is_load(at))
            continue;
        for (int lane = 0; lane < at->lanes; ++lane)
            halves |= access[lane].cell < words / 2 ? LOWER : UPPER;
    }
    return halves;
}

/* True if the halves of WORDS words take turns: one is read, the other is
 * stored to. */
static bool are_buffers(const Trace *trace, uint32_t words)
{
    unsigned before = 0;
    uint32_t block = UINT32_MAX;

    for (size_t s = 0; s < trace->steps_count; ++s) {
        const Step *step = trace->steps + s;
        unsigned halves = halves_of(trace, step, words, true);
        if (step->block != block)
            before = 0;
        block = step->block;
        if (halves == BOTH ||
            (halves && before && halves != before &&
             halves_of(trace, step, words, false) != (BOTH ^ halves)))
            return false;
        before = halves ? halves : before;
    }
    return true;
}

/* Two buffers have n cells each, or n up to a power of two. */
uint32_t dataflow_columns(const Trace *trace)
{
    const Run *run = &trace->run;
    uint32_t words = run->words ? run->words : 1;
    uint32_t padded = base_power_of_two(run->n);

    return (words == 2 * run->n || words == 2 * padded) &&
                   are_buffers(trace, words)
               ? words / 2
               : words;
}

static bool stores(const Trace *trace, const Step *step)
{
    for (uint32_t i = 0; i < step->instruction_count; ++i)
        if (trace_is_store(trace->instructions + step->first_instruction + i))
            return true;
    return false;
}

/* True if STEP begins a new round after the steps FIRST to STEP - 1.  A second
 * phase that stores does, even at the same level: "up-sweep" and then
 * "down-sweep", but not "read" and then "write". */
static bool begins_round(const Trace *trace, uint32_t first, uint32_t step)
{
    const Step *steps = trace->steps;
    bool stored = false;

    if (steps[first].level == 0 || steps[step].level != steps[first].level ||
        steps[step].block != steps[first].block)
        return true;
    for (uint32_t s = first; s < step; ++s) {
        if (steps[s].phase == steps[step].phase)
            return false;
        stored |= stores(trace, steps + s);
    }
    return stored;
}

static void find_rounds(Dataflow *flow)
{
    const Trace *trace = flow->trace;

    for (uint32_t s = 0, next;
         s < trace->steps_count && flow->rounds_count < DATAFLOW_MOST_ROUNDS;
         s = next) {
        const Step *step = trace->steps + s;
        DataflowRound round = {step->first_instruction, 0, DATAFLOW_NEVER};
        for (next = s; next < trace->steps_count; ++next) {
            const Step *other = trace->steps + next;
            if (next > s && begins_round(trace, s, next))
                break;
            round.end = other->first_instruction + other->instruction_count;
            if (stores(trace, other))
                round.step = next;
        }
        if (round.step != DATAFLOW_NEVER)
            base_push(flow, rounds, round);
    }
}

static void fill_round(Dataflow *flow, size_t index)
{
    const Trace *trace = flow->trace;
    const DataflowRound *round = flow->rounds + index;
    DataflowCell *cells = flow->cells + index * flow->columns;

    for (uint32_t c = 0; c < flow->columns; ++c) {
        const DataflowCell *above = index ? cells + c - flow->columns : NULL;
        cells[c].instruction = cells[c].above = DATAFLOW_NEVER;
        if (above)
            cells[c].above = above->instruction == DATAFLOW_NEVER
                                 ? above->above
                                 : (uint32_t)index - 1;
    }
    for (uint32_t i = round->first; i < round->end; ++i) {
        const Instruction *at = trace->instructions + i;
        if (!trace_is_store(at))
            continue;
        for (uint32_t a = 0; a < at->lanes; ++a) {
            uint32_t access = at->first_access + a;
            uint32_t cell = trace->accesses[access].cell;
            DataflowCell *to = cells + dataflow_column(flow, cell);
            to->instruction = i;
            to->access = access;
        }
    }
}

Dataflow dataflow_of(const Trace *trace)
{
    Dataflow flow = {.trace = trace, .columns = dataflow_columns(trace)};

    find_rounds(&flow);
    flow.cells =
        base_alloc(flow.rounds_count * flow.columns + 1, sizeof *flow.cells);
    for (size_t i = 0; i < flow.rounds_count; ++i)
        fill_round(&flow, i);
    return flow;
}

void dataflow_free(Dataflow *flow)
{
    free(flow->rounds);
    free(flow->cells);
    *flow = (Dataflow){0};
}

const DataflowCell *dataflow_cell(const Dataflow *flow, size_t round,
                                  uint32_t column)
{
    return flow->cells + round * flow->columns + column;
}

/* By which store of another thread the word came that instruction INDEX
 * loaded by ACCESS, if that was in ROUND. */
static DataflowSource find_store(const Dataflow *flow,
                                 const DataflowRound *round, uint32_t index,
                                 const Access *access)
{
    const Trace *trace = flow->trace;
    const Instruction *load = trace->instructions + index;
    DataflowSource source = {dataflow_column(flow, access->cell),
                             DATAFLOW_NEVER, false};

    for (uint32_t i = index; i-- > round->first;) {
        const Instruction *at = trace->instructions + i;
        const Access *other = trace_accesses(trace, at);
        for (int a = 0; trace_is_store(at) && a < at->lanes; ++a) {
            if (other[a].cell != access->cell)
                continue;
            if ((at->warp != load->warp || other[a].lane != access->lane) &&
                other[a].interval == access->interval) {
                source.store = (uint32_t)(other + a - trace->accesses);
                source.early = at->step == load->step;
            }
            return source;
        }
    }
    return source;
}

DataflowSource dataflow_source(const Dataflow *flow, const DataflowRound *round,
                               const DataflowCell *cell, Word interval,
                               Word value)
{
    static const DataflowSource none = {DATAFLOW_NEVER, DATAFLOW_NEVER, false};
    const Trace *trace = flow->trace;
    const Instruction *store = trace->instructions + cell->instruction;
    uint8_t lane = trace->accesses[cell->access].lane;

    if (!trace_tells_sums(trace) && interval == INTERVAL_TOP)
        return none; /* equal words prove nothing */
    for (uint32_t i = cell->instruction; i-- > round->first;) {
        const Instruction *at = trace->instructions + i;
        if (at->warp != store->warp)
            continue;
        const Access *access = trace_accesses(trace, at);
        for (int a = 0; a < at->lanes; ++a) {
            if (access[a].lane != lane)
                continue;
            if (trace_is_store(at))
                return none;
            if (trace_is_load(at) && access[a].interval == interval &&
                (interval != INTERVAL_TOP || access[a].value == value))
                return find_store(flow, round, i, access + a);
        }
    }
    return none;
}
