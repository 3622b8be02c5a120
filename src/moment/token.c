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

/* ---- Nodes ----------------------------------------------------------------*/

/* The node whose running store is looked at. */
typedef struct {
    const TreeState *state;
    const Tree *tree;
    uint32_t level, x;
    const Access *access;
    const Sum *sum; /* NULL: it stores no sum */
} Made;

static Token token_of(const Made *made, uint32_t level, uint32_t x, Word value,
                      int side)
{
    Token token = {.from = {THING_NODE, level, x, 0},
                   .to = {THING_NODE, made->level, made->x, 0},
                   .value = value,
                   .side = side};

    set_times(&made->state->moment->service, made->access, &token);
    return token;
}

/* What a prefix on the way down, or a word of a round across, is made of. */
static int prefix_tokens(const Made *made, Token tokens[2])
{
    const Tree *tree = made->tree;
    size_t position = made->state->moment->position;
    const Sum *sum = made->sum;
    uint32_t level = made->level, x = made->x;

    if (tree_is_across(tree, position)) {
        if (!sum || !interval_is_range(sum->left_interval))
            return 0;
        tokens[0] =
            token_of(made, level, interval_last(sum->left_interval) >> level,
                     sum->left, -1);
        return 1;
    }
    if (level + 1 == tree->levels ||
        tree->nodes[tree_index(tree, level, x)].prefix_by + 1 != position)
        return 0;
    tokens[0] = token_of(made, level + 1, x / 2, made->access->value, 0);
    if (sum && tree->inclusive && x > 0 && x % 2 == 0) {
        tokens[0] = token_of(made, level + 1, x / 2 - 1, sum->left, -1);
        return 1;
    }
    if (!sum || tree->inclusive || x % 2 == 0)
        return 1;
    tokens[0] = token_of(made, level + 1, x / 2, sum->left, 1);
    tokens[1] = token_of(made, level, x - 1, sum->right, -1);
    return 2;
}

int tree_tokens(const TreeState *state, uint32_t level, uint32_t x,
                Token tokens[2])
{
    const Tree *tree = state->moment->of->tree;
    size_t node = tree_index(tree, level, x);
    Made made = {.state = state,
                 .tree = tree,
                 .level = level,
                 .x = x,
                 .access = tree_node_access(state, node)};
    uint32_t below = level ? tree_width(tree, level - 1) : 0;

    if (!made.access || !service_is_shared(&state->moment->service) ||
        !tree_node_is_awaited(state, node))
        return 0;
    made.sum = trace_sums(state->moment->trace, made.access);
    if (!made.sum || !tree_node_is_made(state, node))
        return prefix_tokens(&made, tokens);
    if (2 * x >= below)
        return 0;
    tokens[0] = token_of(&made, level - 1, 2 * x, made.sum->left, -1);
    tokens[1] = token_of(&made, level - 1, 2 * x + 1, made.sum->right, 1);
    return 2 * x + 1 < below ? 2 : 1;
}
