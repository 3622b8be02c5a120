/* SPDX-License-Identifier: MIT
 *
 * access_role - looking around an instruction; see access_role.h.
 */
#include "analysis/access_role.h"

/* How many instructions of the same warp to examine before and after one, and
 * how many instructions in all to pass over. */
#define NEAR_OWN 64
#define NEAR_ALL 4096

static const Access *access_of_lane(const Trace *trace, const Instruction *at,
                                    int lane)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i)
        if (access[i].lane == lane)
            return access + i;
    return NULL;
}

static bool same_word(const Access *access, Word value, Word interval)
{
    return access->value == value && access->interval == interval;
}

/* The next (DIRECTION 1) or previous (-1) instruction of the same warp and
 * block; *INDEX becomes its index.  NULL if none is near. */
static const Instruction *neighbour(const Trace *trace, size_t *index,
                                    int direction)
{
    const Instruction *from = trace->instructions + *index;
    uint32_t block = trace_step(trace, from)->block;

    for (int passed = 0; passed < NEAR_ALL; ++passed) {
        if (direction < 0 ? *index == 0
                          : *index + 1 >= trace->instructions_count)
            return NULL;
        *index += (size_t)direction;
        const Instruction *at = trace->instructions + *index;
        if (trace_step(trace, at)->block != block)
            return NULL;
        if (at->warp == from->warp)
            return at;
    }
    return NULL;
}

AccessUse access_role_use(const Trace *trace, size_t index,
                          const Access *loaded)
{
    uint32_t step = trace->instructions[index].step;
    AccessUse use = {0};

    for (int near = 0; near < NEAR_OWN; ++near) {
        const Instruction *at = neighbour(trace, &index, 1);
        if (!at)
            break;
        const Access *access = access_of_lane(trace, at, loaded->lane);
        if (!access)
            continue;
        const Sum *sum = trace_sums(trace, access);
        for (int i = 0; i < access->sums; ++i, ++sum) {
            use.left |= same_word(loaded, sum->left, sum->left_interval);
            use.right |= same_word(loaded, sum->right, sum->right_interval);
        }
        if (use.left || use.right)
            return use;
        /* loaded again in a later step: later uses belong to that load */
        if (at->kind == ACCESS_LOAD && at->step != step &&
            same_word(loaded, access->value, access->interval))
            break;
        if (at->kind == ACCESS_GSTORE &&
            same_word(loaded, access->value, access->interval)) {
            use.out = true;
            return use;
        }
        use.load_between |= at->kind == ACCESS_LOAD;
    }
    return (AccessUse){0};
}

const Sum *access_role_sum(const Trace *trace, size_t index,
                           const Access *access)
{
    for (int near = 0; near < NEAR_OWN; ++near) {
        const Instruction *at = neighbour(trace, &index, 1);
        const Access *next =
            at ? access_of_lane(trace, at, access->lane) : NULL;
        if (!at)
            return NULL;
        if (!next)
            continue;
        const Sum *sums = trace_sums(trace, next);
        for (int i = 0; i < next->sums; ++i)
            if (same_word(access, sums[i].left, sums[i].left_interval) ||
                same_word(access, sums[i].right, sums[i].right_interval))
                return sums + next->sums - 1;
        return NULL;
    }
    return NULL;
}

/* True if the lane loaded another word from shared memory earlier in the step.
 */
static bool loaded_before(const Trace *trace, size_t index, int lane)
{
    uint32_t step = trace->instructions[index].step;

    for (int near = 0; near < NEAR_OWN; ++near) {
        const Instruction *at = neighbour(trace, &index, -1);
        if (!at || at->step != step)
            return false;
        if (at->kind == ACCESS_LOAD && access_of_lane(trace, at, lane))
            return true;
    }
    return false;
}

static AccessRole load_does(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    bool left = true, right = true, either = true, out = true;
    bool first = true, second = true;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        AccessUse use = access_role_use(trace, index, access);
        left &= use.left;
        right &= use.right;
        either &= use.left || use.right;
        out &= use.out;
        first &= use.load_between;
        second &=
            !use.load_between && loaded_before(trace, index, access->lane);
    }
    if (left)
        return ACCESS_ROLE_LEFT;
    if (right)
        return ACCESS_ROLE_RIGHT;
    if (either && first)
        return ACCESS_ROLE_FIRST;
    if (either && second)
        return ACCESS_ROLE_SECOND;
    return out ? ACCESS_ROLE_RESULT : ACCESS_ROLE_LOAD;
}

/* Where a word that a lane stores came from. */
typedef enum { FROM_UNKNOWN, FROM_SHARED, FROM_GLOBAL, FROM_SUM } Origin;

/* True if a sum made for ACCESS has the word of STORED as its result. */
static bool made_word(const Trace *trace, const Access *access,
                      const Access *stored)
{
    const Sum *sum = trace_sums(trace, access);

    for (int i = 0; i < access->sums; ++i, ++sum)
        if (same_word(stored, op_apply(trace->run.op, sum->left, sum->right),
                      interval_join(sum->left_interval, sum->right_interval)))
            return true;
    return false;
}

static Origin origin_of(const Trace *trace, size_t index, const Access *stored)
{
    for (int near = 0; near < NEAR_OWN; ++near) {
        const Instruction *at = neighbour(trace, &index, -1);
        if (!at)
            break;
        const Access *access = access_of_lane(trace, at, stored->lane);
        if (!access)
            continue;
        bool same = same_word(stored, access->value, access->interval);
        if (same && at->kind == ACCESS_LOAD)
            return FROM_SHARED;
        if (same && at->kind == ACCESS_GLOAD)
            return FROM_GLOBAL;
        if (made_word(trace, access, stored))
            return FROM_SUM;
    }
    return FROM_UNKNOWN;
}

static AccessRole store_does(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    int sums = 0, moves = 0, inputs = 0, old_sums = 0, identities = 0;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        if (trace_is_new_sum(trace, access)) {
            ++sums;
            continue;
        }
        Origin origin = origin_of(trace, index, access);
        moves += origin == FROM_SHARED;
        inputs += origin == FROM_GLOBAL;
        old_sums += origin == FROM_SUM;
        identities +=
            origin == FROM_UNKNOWN && access->interval == INTERVAL_IDENTITY;
    }
    if (sums == at->lanes)
        return ACCESS_ROLE_SUM;
    if (moves == at->lanes)
        return ACCESS_ROLE_MOVE;
    if (old_sums == at->lanes)
        return ACCESS_ROLE_OLD_SUM;
    if (identities == at->lanes)
        return ACCESS_ROLE_IDENTITY;
    if (inputs + identities == at->lanes) /* beyond n there are no inputs */
        return ACCESS_ROLE_INPUT;
    return sums && sums + moves == at->lanes ? ACCESS_ROLE_SOME_SUM
                                             : ACCESS_ROLE_STORE;
}

static bool all_sums(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i)
        if (!trace_is_new_sum(trace, access + i))
            return false;
    return true;
}

/* True if all lanes that receive another lane's word add it to their own. */
static bool all_add(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;
    const Access *access = trace_accesses(trace, at);
    bool any = false;

    for (int i = 0; i < at->lanes; ++i, ++access) {
        if (access->cell == access->lane)
            continue;
        if (!access_role_use(trace, index, access).left)
            return false;
        any = true;
    }
    return any;
}

static Holds holds(const Trace *trace, const Instruction *at)
{
    return at->array < trace->arrays_count
               ? (Holds)trace->arrays[at->array].holds
               : HOLDS_SUMS;
}

AccessRole access_role_of(const Trace *trace, size_t index)
{
    const Instruction *at = trace->instructions + index;

    switch ((AccessKind)at->kind) {
    case ACCESS_LOAD:
        return load_does(trace, index);
    case ACCESS_STORE:
        return store_does(trace, index);
    case ACCESS_GLOAD:
        return holds(trace, at) == HOLDS_FLAGS ? ACCESS_ROLE_FLAGS
                                               : ACCESS_ROLE_GLOAD;
    case ACCESS_GSTORE:
        return all_sums(trace, at) ? ACCESS_ROLE_GSUM : ACCESS_ROLE_GSTORE;
    case ACCESS_SHFL:
        return all_add(trace, index) ? ACCESS_ROLE_ADD : ACCESS_ROLE_SHFL;
    case ACCESS_ATOMIC:
        return holds(trace, at) == HOLDS_NUMBERS ? ACCESS_ROLE_DRAW
                                                 : ACCESS_ROLE_ATOMIC;
    case ACCESS_PUBLISH:
        return ACCESS_ROLE_PUBLISH;
    default:
        return ACCESS_ROLE_AWAIT;
    }
}
