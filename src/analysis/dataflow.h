/* SPDX-License-Identifier: MIT
 *
 * dataflow - a trace as a table of rounds: what each round stored in each
 * column.
 *
 * A round is a run of steps with one level, of which one phase stores ("read"
 * and "write" of level 1), or a step of its own where the level is 0; rounds
 * that store nothing are left out.
 * A column is a cell, but where memory holds the array twice (two buffers) the
 * two cells of an element share one.
 *
 *     round          column 0   1   2   3
 *     load                  8   3   5   7
 *     write, level 1        .  11   8  12        . not stored in this round
 *     write, level 2        .   .  16  23
 */
#ifndef UPSWEEP_DATAFLOW_H
#define UPSWEEP_DATAFLOW_H

#include "trace/trace.h"

#define DATAFLOW_NEVER UINT32_MAX

typedef struct {
    uint32_t first, end; /* its instructions */
    uint32_t step;       /* the last step that stores */
} DataflowRound;

/* The last store to a column in a round. */
typedef struct {
    uint32_t instruction; /* DATAFLOW_NEVER: none */
    uint32_t access;
} DataflowCell;

typedef struct {
    const Trace *trace;
    uint32_t columns;
    DataflowRound *rounds;
    size_t rounds_count, rounds_capacity;
    DataflowCell *cells; /* rounds x columns */
} Dataflow;

/* Rounds that a flow has at most, the first: more would be rows thinner than
 * lines, and take very long to draw. */
enum { DATAFLOW_MOST_ROUNDS = 128 };

Dataflow dataflow_of(const Trace *trace);
void dataflow_free(Dataflow *flow);

const DataflowCell *dataflow_cell(const Dataflow *flow, size_t round,
                                  uint32_t column);
uint32_t dataflow_column(const Dataflow *flow, uint32_t cell);
/* The column that a thread loaded INTERVAL from in this round, for the store of
 * ACCESS in instruction AT; DATAFLOW_NEVER if it did not. */
uint32_t dataflow_loaded_from(const Dataflow *flow, const DataflowRound *round,
                              const DataflowCell *cell, Word interval);

#endif
