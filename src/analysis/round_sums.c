/* SPDX-License-Identifier: MIT */
#include "analysis/round_sums.h"

#include <stdlib.h>

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
