/* SPDX-License-Identifier: MIT */
#include "moment/token.h"

static void set_times(const Service *service, const Access *access,
                      Token *token)
{
    double cycles = service->turns ? service->turns : 1;
    double entry = service_is_shared(service) ? SERVICE_ENTRY : 0;
    double slot = (cycles - entry) / cycles;

    token->access = access;
    token->start = entry + service->ranks[access - service->accesses] * slot;
    token->end = token->start + slot;
}

/* What ACCESS touches. */
static Thing touched(const Service *service, const Access *access)
{
    const Instruction *at = service->at;

    if (trace_is_shared(at))
        return (Thing){THING_CELL, access->cell, 0, 0};
    if (trace_is_global(at))
        return (Thing){THING_WORD, at->array, access->cell, 0};
    return (Thing){THING_THREAD,
                   at->warp * service->trace->run.k + access->cell, 0, 0};
}

int service_tokens(const Service *service, Token tokens[TRACE_MAX_BANKS])
{
    int count = service->at ? service->at->lanes : 0;

    for (int i = 0; i < count; ++i) {
        const Access *access = service->accesses + i;
        Thing thread = {THING_THREAD,
                        trace_thread(service->trace, service->at, access), 0,
                        0};
        Thing other = touched(service, access);
        bool writes = trace_traits_of(service->at)->writes;
        tokens[i] = (Token){.from = writes ? thread : other,
                            .to = writes ? other : thread,
                            .value = access->value};
        set_times(service, access, tokens + i);
    }
    return count;
}

/* The words of a list that is never longer than TOKENS_MOST. */
typedef struct {
    const Service *service;
    Token *tokens;
    int count;
} Tokens;

static Token *add(Tokens *to, Thing from, Thing into, Word value,
                  const Access *access, int side)
{
    Token *token = to->tokens + to->count;

    if (to->count + 1 < TOKENS_MOST)
        ++to->count;
    *token = (Token){.from = from, .to = into, .value = value, .side = side};
    set_times(to->service, access, token);
    return token;
}

/* A value that comes straight down is there first, so that the values which
 * cross its way pass behind it. */
static void hurry(Token *token)
{
    token->end = (token->start + token->end) / 2;
}

/* The word of ACCESS between global memory and the thing that shows it. */
static void add_global(Tokens *to, const Access *access, Thing thing)
{
    Thing word = {THING_WORD, to->service->at->array, access->cell, 0};
    bool load = trace_is_global_load(to->service->at);

    add(to, load ? word : thing, load ? thing : word, access->value, access, 0);
}

static bool moves_global(const Service *service)
{
    return service->at && (trace_is_global_load(service->at) ||
                           trace_is_global_store(service->at));
}

/* ---- Nodes ----------------------------------------------------------------*/

/* The node whose running store is looked at. */
typedef struct {
    const TreeState *state;
    const Tree *tree;
    uint32_t level, x;
    const Access *access;
    const Sum *sum; /* NULL: it stores no sum */
} Made;

static void add_node(Tokens *to, const Made *made, uint32_t level, uint32_t x,
                     Word value, int side)
{
    add(to, (Thing){THING_NODE, level, x, 0},
        (Thing){THING_NODE, made->level, made->x, 0}, value, made->access,
        side);
}

/* What a prefix on the way down, or a word of a round across, is made of. */
static void add_prefix(Tokens *to, const Made *made)
{
    const Tree *tree = made->tree;
    size_t position = made->state->moment->position;
    const Sum *sum = made->sum;
    uint32_t level = made->level, x = made->x;

    if (tree_is_across(tree, position)) {
        if (sum && interval_is_range(sum->left_interval))
            add_node(to, made, level,
                     interval_last(sum->left_interval) >> level, sum->left, -1);
        return;
    }
    if (level + 1 == tree->levels ||
        tree->nodes[tree_index(tree, level, x)].prefix_by + 1 != position)
        return;
    if (sum && tree->inclusive && x > 0 && x % 2 == 0) {
        add_node(to, made, level + 1, x / 2 - 1, sum->left, -1);
    } else if (!sum || tree->inclusive || x % 2 == 0) {
        add_node(to, made, level + 1, x / 2, made->access->value, 0);
    } else {
        add_node(to, made, level + 1, x / 2, sum->left, 1);
        add_node(to, made, level, x - 1, sum->right, -1);
    }
}

static void add_made(Tokens *to, const TreeState *state, uint32_t level,
                     uint32_t x)
{
    const Tree *tree = state->moment->of->tree;
    size_t node = tree_index(tree, level, x);
    Made made = {.state = state,
                 .tree = tree,
                 .level = level,
                 .x = x,
                 .access = tree_node_access(state, node)};
    uint32_t below = level ? tree_width(tree, level - 1) : 0;

    if (!made.access || !tree_node_is_awaited(state, node))
        return;
    made.sum = trace_sums(state->moment->trace, made.access);
    if (!made.sum || !tree_node_is_made(state, node)) {
        add_prefix(to, &made);
        return;
    }
    if (2 * x < below)
        add_node(to, &made, level - 1, 2 * x, made.sum->left, -1);
    if (2 * x + 1 < below)
        add_node(to, &made, level - 1, 2 * x + 1, made.sum->right, 1);
}

int tree_tokens(const TreeState *state, Token tokens[TOKENS_MOST])
{
    const Service *service = &state->moment->service;
    const Tree *tree = state->moment->of->tree;
    Tokens to = {service, tokens, 0};

    for (uint32_t m = state->level_first;
         m <= state->level_last && m < tree->levels; ++m)
        for (uint32_t x = 0; x < tree_width(tree, m); ++x) {
            const Access *access =
                tree_node_request(state, tree_index(tree, m, x));
            if (access && moves_global(service))
                add_global(&to, access, (Thing){THING_NODE, m, x, 0});
            else if (access && service_is_shared(service))
                add_made(&to, state, m, x);
        }
    return to.count;
}

/* ---- Rounds ---------------------------------------------------------------*/

static void add_operand(Tokens *to, const FlowState *state, uint32_t column,
                        const Access *access, Word interval, Word value,
                        int side)
{
    DataflowSource source =
        flow_source(state, state->now, column, interval, value);
    bool beside = source.store != DATAFLOW_NEVER && source.column != column;
    uint32_t now = (uint32_t)state->now;

    if (source.column == DATAFLOW_NEVER)
        return;
    Token *token =
        add(to, (Thing){THING_NODE, beside ? now : now - 1, source.column, 0},
            (Thing){THING_NODE, now, column, 0}, value, access, side);
    if (source.column == column)
        hurry(token);
}

/* What the running store to COLUMN is made of. */
static void add_stored(Tokens *to, const FlowState *state, uint32_t column,
                       const Access *access)
{
    const Trace *trace = state->moment->trace;
    const Sum *sum = trace_sums(trace, access);

    if (dataflow_cell(state->flow, state->now, column)->instruction ==
        DATAFLOW_NEVER)
        return;
    if (sum && trace_is_new_sum(trace, access)) {
        add_operand(to, state, column, access, sum->right_interval, sum->right,
                    1);
        add_operand(to, state, column, access, sum->left_interval, sum->left,
                    -1);
    } else {
        add_operand(to, state, column, access, access->interval, access->value,
                    0);
    }
}

int flow_tokens(const FlowState *state, Token tokens[TOKENS_MOST])
{
    const Service *service = &state->moment->service;
    Tokens to = {service, tokens, 0};
    bool store = service->at && trace_is_store(service->at) && state->now > 0;

    for (uint32_t c = 0; c < state->flow->columns; ++c) {
        const Access *access = flow_request(state, state->now, c);
        if (!access || flow_half(state, c) == HALF_HIGH)
            continue;
        if (moves_global(service))
            add_global(&to, access,
                       (Thing){THING_NODE, (uint32_t)state->now, c, 0});
        else if (store && flow_is_under_way(state, state->now))
            add_stored(&to, state, c, access);
    }
    return to.count;
}

/* ---- Registers ------------------------------------------------------------*/

static void add_shuffled(Tokens *to, const WarpRegisters *lanes, uint32_t row,
                         uint32_t thread, const Access *access)
{
    const RegisterCell *cell = registers_cell(lanes, row, thread);
    Thing into = {THING_LANE, row, thread, 0};
    uint32_t from = thread, taken = lane_taken(lanes, row, thread, &from);
    uint32_t own = lane_own(lanes, row, thread);
    bool sum = cell->sum != REGISTERS_NEVER;
    int side = !sum ? 0 : from < thread ? -1 : 1;

    if (own != REGISTERS_NEVER && sum)
        hurry(add(to, (Thing){THING_LANE, own, thread, 0}, into,
                  registers_cell(lanes, own, thread)->value, access, -side));
    if (taken != REGISTERS_NEVER)
        add(to, (Thing){THING_LANE, taken, from, 0}, into, access->value,
            access, side);
}

int lane_tokens(const Moment *moment, const WarpRegisters *lanes,
                Token tokens[TOKENS_MOST])
{
    const Service *service = &moment->service;
    const Instruction *at = service->at;
    Tokens to = {service, tokens, 0};

    for (int i = 0; at && i < at->lanes; ++i) {
        const Access *access = service->accesses + i;
        uint32_t row =
            (uint32_t)registers_row(lanes,
                                    (size_t)(at - moment->trace->instructions));
        uint32_t thread = trace_thread(moment->trace, at, access);
        if (moves_global(service))
            add_global(&to, access, (Thing){THING_LANE, row, thread, 0});
        else if (trace_is_shuffle(at) &&
                 !lane_is_done(moment, registers_cell(lanes, row, thread)))
            add_shuffled(&to, lanes, row, thread, access);
    }
    return to.count;
}
