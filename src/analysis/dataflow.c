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

/* The columns of a trace: a cell each, or one for two cells where there are two
 * buffers, of n cells each, or n up to a power of two. */
static uint32_t columns_of(const Trace *trace)
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
    Dataflow flow = {.trace = trace, .columns = columns_of(trace)};

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

/* ---- What should have been stored -----------------------------------------*/

/* A word, and the interval of inputs that it stands for. */
typedef struct {
    Word value, interval;
} Due;

typedef struct {
    Dataflow flow;
    Due *due; /* of each cell of the flow: what should have been stored there */
    uint8_t *wrong; /* of each of them: it is something else */
} RoundSums;

/* What the operand with INTERVAL should be, of the word that CELL of ROUND
 * holds; if that is not known, what it is. */
static Due operand_due(const RoundSums *sums, size_t round,
                       const DataflowCell *cell, Due is, bool *early,
                       bool *wrong)
{
    const Dataflow *flow = &sums->flow;
    DataflowSource source = dataflow_source(flow, flow->rounds + round, cell,
                                            is.interval, is.value);
    size_t from = round;

    if (source.column == DATAFLOW_NEVER)
        return is;
    if (source.store == DATAFLOW_NEVER || source.early) {
        uint32_t above = dataflow_cell(flow, round, source.column)->above;
        if (above == DATAFLOW_NEVER)
            return is;
        from = above;
    } else if (source.column >=
               (size_t)(cell - flow->cells) - round * flow->columns) {
        return is; /* not known yet */
    }
    *early |= source.early;
    *wrong |= sums->wrong[from * flow->columns + source.column];
    return sums->due[from * flow->columns + source.column];
}

/* What should have been stored in a cell. */
static void judge_cell(RoundSums *sums, size_t round, uint32_t column,
                       void found(void *data, uint32_t access, bool arises),
                       void *data)
{
    const Trace *trace = sums->flow.trace;
    const DataflowCell *cell = dataflow_cell(&sums->flow, round, column);
    size_t index = round * sums->flow.columns + column;
    bool early = false, wrong = false;

    if (cell->instruction == DATAFLOW_NEVER)
        return;
    const Access *access = trace->accesses + cell->access;
    Due is = {access->value, access->interval}, due = is;
    const Sum *sum = trace_last_sum(trace, access);
    if (round > 0 && sum && trace_is_new_sum(trace, access)) {
        Due left = {sum->left, sum->left_interval};
        Due right = {sum->right, sum->right_interval};
        left = operand_due(sums, round, cell, left, &early, &wrong);
        right = operand_due(sums, round, cell, right, &early, &wrong);
        due.interval = interval_join(left.interval, right.interval);
        due.value = op_apply(trace->run.op, left.value, right.value);
        if (!interval_is_range(due.interval))
            due = is;
    } else if (round > 0) {
        due = operand_due(sums, round, cell, is, &early, &wrong);
    }
    sums->due[index] = due;
    sums->wrong[index] = due.interval != is.interval && due.value != is.value;
    if (sums->wrong[index])
        found(data, cell->access, early && !wrong);
}

/* Goes on from the stores to the loads of the same words. */
static void follow_loads(const Trace *trace, uint8_t *stored,
                         void found(void *data, uint32_t access, bool arises),
                         void *data)
{
    uint8_t *cells = base_alloc((size_t)trace->run.words + 1, 1);

    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        for (uint32_t a = at->first_access; a < at->first_access + at->lanes;
             ++a) {
            uint32_t cell = trace->accesses[a].cell;
            if (trace_is_store(at))
                cells[cell] = stored[a];
            else if (trace_is_load(at) && cells[cell])
                found(data, a, false);
        }
    }
    free(cells);
}

/* Which stores of the trace wrong cells are. */
static uint8_t *wrong_stores(const RoundSums *sums)
{
    const Dataflow *flow = &sums->flow;
    uint8_t *stored = base_alloc(flow->trace->accesses_count + 1, 1);

    for (size_t i = 0; i < flow->rounds_count * flow->columns; ++i)
        if (sums->wrong[i])
            stored[flow->cells[i].access] = 1;
    return stored;
}

void round_sums_find(const Trace *trace,
                     void found(void *data, uint32_t access, bool arises),
                     void *data)
{
    RoundSums sums = {.flow = dataflow_of(trace)};
    size_t count = sums.flow.rounds_count * sums.flow.columns;

    sums.due = base_alloc(count + 1, sizeof *sums.due);
    sums.wrong = base_alloc(count + 1, 1);
    for (size_t round = 0; round < sums.flow.rounds_count; ++round)
        for (uint32_t column = 0; column < sums.flow.columns; ++column)
            judge_cell(&sums, round, column, found, data);
    uint8_t *stored = wrong_stores(&sums);
    follow_loads(trace, stored, found, data);
    free(stored);
    free(sums.due);
    free(sums.wrong);
    dataflow_free(&sums.flow);
}
