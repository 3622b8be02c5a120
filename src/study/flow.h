/* SPDX-License-Identifier: MIT
 *
 * flow - a trace as a table of rounds: what each round stored in each column.
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
#ifndef UPSWEEP_FLOW_H
#define UPSWEEP_FLOW_H

#include "trace/trace.h"

#define FLOW_NEVER UINT32_MAX

typedef struct {
    uint32_t first, end; /* its instructions */
    uint32_t step;       /* the last step that stores */
} FlowRound;

/* The last store to a column in a round. */
typedef struct {
    uint32_t instruction; /* FLOW_NEVER: none */
    uint32_t access;
} FlowCell;

typedef struct {
    const Trace *trace;
    uint32_t columns;
    FlowRound *rounds;
    size_t rounds_count, rounds_capacity;
    FlowCell *cells; /* rounds x columns */
} Flow;

/* Rounds that a flow has at most, the first: more would be rows thinner than
 * lines, and take very long to draw. */
enum { FLOW_MOST_ROUNDS = 128 };

Flow flow_of(const Trace *trace);
void flow_free(Flow *flow);

const FlowCell *flow_cell(const Flow *flow, size_t round, uint32_t column);
uint32_t flow_column(const Flow *flow, uint32_t cell);
/* The column that a thread loaded INTERVAL from in this round, for the store of
 * ACCESS in instruction AT; FLOW_NEVER if it did not. */
uint32_t flow_loaded_from(const Flow *flow, const FlowRound *round,
                          const FlowCell *cell, Word interval);

#endif
