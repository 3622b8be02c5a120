/* SPDX-License-Identifier: MIT */
#include "moment/flow_state.h"

#include <stdlib.h>

/* How many instructions before or after one are looked at. */
enum { MOST_NEAR = 4096 };

Half flow_half(const FlowState *state, uint32_t column)
{
    const Moment *moment = state->moment;
    const Trace *trace = moment->trace;
    const Instruction *at = moment->service.at;
    uint32_t grid = at ? trace_block(trace, trace_step(trace, at))->grid : 0;

    return number_cell_half(trace, grid, column);
}

/* The cell of shared memory that a lane takes the word of ACCESS, of the
 * running instruction, from when it writes the word to global memory, and to
 * when it read the word there: the next in the step with the same word.  False
 * if there is none. */
static bool moved_cell(const Moment *moment, const Access *access,
                       uint32_t *cell)
{
    const Trace *trace = moment->trace;
    const Instruction *running = moment->service.at, *at = running;
    const Instruction *end = trace->instructions + trace->instructions_count;
    int way = trace_is_global_load(running) ? 1 : -1;

    for (int near = 0; near < MOST_NEAR; ++near) {
        if (way < 0 && at == trace->instructions)
            return false;
        at += way;
        if (at == end || at->step != running->step)
            return false;
        if (at->warp != running->warp || !trace_is_shared(at))
            continue;
        const Access *other = trace_accesses(trace, at);
        for (int i = 0; i < at->lanes; ++i)
            if (other[i].lane == access->lane &&
                other[i].value == access->value &&
                other[i].interval == access->interval) {
                *cell = other[i].cell;
                return true;
            }
    }
    return false;
}

static void find_lanes(FlowState *state)
{
    const Moment *moment = state->moment;
    const Instruction *running = moment->service.at;

    for (int i = running ? running->lanes : 0; i-- > 0;) {
        const Access *access = moment->service.accesses + i;
        uint32_t cell = access->cell;
        if (trace_is_shared(running) ||
            (trace_is_global(running) && moved_cell(moment, access, &cell)))
            state->lanes[dataflow_column(state->flow, cell)] = (uint8_t)(i + 1);
    }
}

static size_t round_now(const Dataflow *flow, size_t position)
{
    size_t now = 0;

    while (now + 1 < flow->rounds_count && position > flow->rounds[now].end)
        ++now;
    return position <= flow->rounds[now].first && now ? now - 1 : now;
}

FlowState flow_state(const Moment *moment, bool steps)
{
    FlowState state = {.moment = moment,
                       .flow = moments_flow(moment->of),
                       .steps = steps};

    if (!state.flow->rounds_count) {
        state.flow = NULL;
        return state;
    }
    state.now = round_now(state.flow, moment->position);
    state.lanes = base_alloc((size_t)state.flow->columns + 1, 1);
    find_lanes(&state);
    return state;
}

void flow_state_free(FlowState *state)
{
    free(state->lanes);
    *state = (FlowState){0};
}

bool flow_is_under_way(const FlowState *state, size_t round)
{
    return round == state->now && state->moment->position > 0 &&
           state->moment->position <= state->flow->rounds[round].end;
}

/* True if the round's store to a column has been executed and has arrived. */
static bool flow_is_stored(const FlowState *state, size_t round,
                           uint32_t column)
{
    const DataflowCell *cell = dataflow_cell(state->flow, round, column);
    const Moment *moment = state->moment;

    if (cell->instruction == DATAFLOW_NEVER ||
        cell->instruction >= moment->position)
        return false;
    return cell->instruction + 1 < moment->position ||
           moment_done(moment, moment->trace->accesses + cell->access);
}

bool flow_is_begun(const FlowState *state, size_t round, uint32_t column)
{
    const DataflowCell *cell = dataflow_cell(state->flow, round, column);
    const Moment *moment = state->moment;

    return flow_is_stored(state, round, column) ||
           (cell->instruction != DATAFLOW_NEVER &&
            cell->instruction + 1 == moment->position &&
            moment_begun(moment, moment->trace->accesses + cell->access));
}

const Access *flow_newest(const FlowState *state, size_t round, uint32_t column,
                          bool *here)
{
    const DataflowCell *cell = dataflow_cell(state->flow, round, column);

    *here = true;
    if (cell->instruction != DATAFLOW_NEVER &&
        !flow_is_stored(state, round, column))
        return NULL;
    for (; !flow_is_stored(state, round, column); *here = false) {
        if (cell->above == DATAFLOW_NEVER)
            return NULL;
        round = cell->above;
        cell = dataflow_cell(state->flow, round, column);
    }
    return state->moment->trace->accesses + cell->access;
}

const Access *flow_request(const FlowState *state, size_t round,
                           uint32_t column)
{
    const Moment *moment = state->moment;
    const Instruction *running = moment->service.at;
    size_t row = state->now;

    if (!running)
        return NULL;
    if (trace_is_load(running) && row > 0 && flow_is_under_way(state, row))
        --row;
    return row == round && state->lanes[column]
               ? moment->service.accesses + state->lanes[column] - 1
               : NULL;
}

const Access *flow_access(const FlowState *state, size_t round, uint32_t column)
{
    const Moment *moment = state->moment;
    const Instruction *running = moment->service.at;

    if (state->steps) {
        const DataflowCell *cell = dataflow_cell(state->flow, round, column);
        return cell->instruction != DATAFLOW_NEVER &&
                       moment_is_of_step(moment, cell->instruction)
                   ? moment->trace->accesses + cell->access
                   : NULL;
    }
    const Access *access = flow_request(state, round, column);
    if (!access)
        return NULL;
    bool comes = trace_is_store(running) || trace_is_global_load(running);
    return (comes ? moment_done(moment, access) : moment_begun(moment, access))
               ? access
               : NULL;
}

DataflowSource flow_source(const FlowState *state, size_t round,
                           uint32_t column, Word interval, Word value)
{
    return dataflow_source(state->flow, state->flow->rounds + round,
                           dataflow_cell(state->flow, round, column), interval,
                           value);
}
