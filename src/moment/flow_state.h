/* SPDX-License-Identifier: MIT
 *
 * flow_state - the table of rounds (analysis/dataflow.h) at a moment: what its
 * cells hold, and which running access is at them.
 */
#ifndef UPSWEEP_FLOW_STATE_H
#define UPSWEEP_FLOW_STATE_H

#include "moment/moment.h"
#include "trace/variable.h"

typedef struct {
    const Moment *moment;
    const Dataflow *flow; /* NULL: there is none */
    bool steps;           /* of the step that has just ended, as a whole */
    size_t now;           /* the round under way, or the last one before */
    uint8_t *lanes;       /* for each column: 1 + the first lane of the running
                             instruction that is at it, or takes its word to or from
                             global memory; 0: none */
} FlowState;

/* The state of the table at MOMENT, which must outlive it, or what the step
 * that ends there did to it; free it with flow_state_free. */
FlowState flow_state(const Moment *moment, bool steps);
void flow_state_free(FlowState *state);

/* Which part of a number of 8 bytes, which has two columns, a column is. */
Half flow_half(const FlowState *state, uint32_t column);
/* True if the running instruction is part of ROUND, and not of what comes after
 * the last one, such as the write back. */
bool flow_is_under_way(const FlowState *state, size_t round);
/* True if the round's store to a column has begun. */
bool flow_is_begun(const FlowState *state, size_t round, uint32_t column);
/* The newest store to a column up to ROUND; NULL if there was none, or if the
 * round is still to store there.  *HERE: it is the round's own. */
const Access *flow_newest(const FlowState *state, size_t round, uint32_t column,
                          bool *here);
/* The running access at a cell: the round's own store, a load of what the round
 * before left, or an access to global memory at the ends.  NULL: none. */
const Access *flow_request(const FlowState *state, size_t round,
                           uint32_t column);
/* The same once it shows: a store when its word has arrived. */
const Access *flow_access(const FlowState *state, size_t round,
                          uint32_t column);
/* Where an operand of the sum that a round stored in a column came from. */
DataflowSource flow_source(const FlowState *state, size_t round,
                           uint32_t column, Word interval, Word value);

#endif
