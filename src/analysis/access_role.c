/* SPDX-License-Identifier: MIT */
#include "analysis/access_role.h"

#include "analysis/tile_status.h"

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

/* Where sums are guessed, equal words that stand for nothing known say nothing
 * of where they come from. */
static bool same_word(const Trace *trace, const Access *access, Word value,
                      Word interval)
{
    if (!trace_tells_sums(trace) && interval == INTERVAL_TOP)
        return false;
    return access->value == value && access->interval == interval;
}

/* The accesses of one lane, one after the other, from an instruction on. */
typedef struct {
    const Trace *trace;
    size_t index; /* of the instruction that was reached */
    int lane;
    int direction; /* 1: to later instructions; -1: to earlier ones */
    int passed;    /* instructions of other warps since its own last one */
    int own;       /* instructions of its warp so far */
} LaneWalk;

/* The lane's next access, and *AT becomes its instruction; NULL if none is
 * near in the same block. */
static const Access *walk(LaneWalk *to, const Instruction **at)
{
    const Trace *trace = to->trace;
    const Instruction *from = trace->instructions + to->index;
    uint32_t block = trace_step(trace, from)->block;

    while (to->passed++ < NEAR_ALL && to->own < NEAR_OWN) {
        to->index += (size_t)to->direction; /* before the first: far */
        if (to->index >= trace->instructions_count)
            return NULL;
        *at = trace->instructions + to->index;
        if (trace_step(trace, *at)->block != block)
            return NULL;
        if ((*at)->warp != from->warp)
            continue;
        to->passed = 0;
        ++to->own;
        const Access *access = access_of_lane(trace, *at, to->lane);
        if (access)
            return access;
    }
    return NULL;
}

/* True if a sum made for ACCESS has the word of LOADED as an operand; USE may
 * be NULL. */
static bool is_operand(const Trace *trace, const Access *access,
                       const Access *loaded, AccessUse *use)
{
    const Sum *sum = trace_sums(trace, access);
    bool left = false, right = false;

    for (int i = 0; i < access->sums; ++i, ++sum) {
        left |= same_word(trace, loaded, sum->left, sum->left_interval);
        right |= same_word(trace, loaded, sum->right, sum->right_interval);
    }
    if (use) {
        use->left = left;
        use->right = right;
    }
    return left || right;
}

AccessUse access_role_use(const Trace *trace, size_t index,
                          const Access *loaded)
{
    LaneWalk to = {trace, index, loaded->lane, 1, 0, 0};
    uint32_t step = trace->instructions[index].step;
    AccessUse use = {0};
    const Instruction *at;
    const Access *access;

    while ((access = walk(&to, &at))) {
        bool same = same_word(trace, loaded, access->value, access->interval);
        if (is_operand(trace, access, loaded, &use))
            return use;
        /* loaded again in a later step: later uses belong to that load */
        if (same && trace_is_load(at) && at->step != step)
            break;
        if (same && trace_is_global_store(at)) {
            use.out = true;
            return use;
        }
        use.load_between |= trace_is_load(at);
    }
    return (AccessUse){0};
}

const Sum *access_role_sum(const Trace *trace, size_t index,
                           const Access *access)
{
    LaneWalk to = {trace, index, access->lane, 1, 0, 0};
    const Instruction *at;
    const Access *next = walk(&to, &at);

    const Sum *sum = next ? trace_sums(trace, next) : NULL;

    if (shuffle_keeps_own(trace, trace->instructions + index, access))
        return NULL;
    return sum && (same_word(trace, access, sum->left, sum->left_interval) ||
                   same_word(trace, access, sum->right, sum->right_interval))
               ? sum
               : NULL;
}

bool access_role_adds(const Trace *trace, size_t index, const Access *access)
{
    LaneWalk to = {trace, index, access->lane, 1, 0, 0};
    const Instruction *at;
    const Access *next = walk(&to, &at);

    return next && is_operand(trace, next, access, NULL);
}

int access_role_alone(const Trace *trace, size_t index, const Access *access)
{
    LaneWalk back = {trace, index, access->lane, -1, 0, 0};
    const Instruction *at;
    const Access *before = access->sums ? walk(&back, &at) : NULL;

    return access->sums - (before && trace_is_shuffle(at) &&
                           access_role_sum(trace, back.index, before));
}

/* True if the lane loaded another word from shared memory earlier in the step.
 */
static bool loaded_before(const Trace *trace, size_t index, int lane)
{
    LaneWalk back = {trace, index, lane, -1, 0, 0};
    uint32_t step = trace->instructions[index].step;
    const Instruction *at;

    while (walk(&back, &at) && at->step == step)
        if (trace_is_load(at))
            return true;
    return false;
}

static AccessRole load_role(const Trace *trace, size_t index)
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
        if (same_word(trace, stored,
                      op_apply(trace->run.op, sum->left, sum->right),
                      interval_join(sum->left_interval, sum->right_interval)))
            return true;
    return false;
}

static Origin origin_of(const Trace *trace, size_t index, const Access *stored)
{
    LaneWalk back = {trace, index, stored->lane, -1, 0, 0};
    const Instruction *at;
    const Access *access;

    while ((access = walk(&back, &at))) {
        bool same = same_word(trace, stored, access->value, access->interval);
        if (same && trace_is_load(at))
            return FROM_SHARED;
        if (same && trace_is_global_load(at))
            return FROM_GLOBAL;
        if (made_word(trace, access, stored))
            return FROM_SUM;
    }
    return FROM_UNKNOWN;
}

static AccessRole store_role(const Trace *trace, size_t index)
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
        if (!access_role_sum(trace, index, access) ||
            !access_role_use(trace, index, access).left)
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
    const AccessTraits *is = trace_traits_of(at);

    if (is->space == SPACE_SHARED && is->brings && is->writes)
        return ACCESS_ROLE_ATOMIC;

    if (is->space == SPACE_SHARED)
        return is->brings ? load_role(trace, index) : store_role(trace, index);
    if (is->space == SPACE_LANES)
        return all_add(trace, index) ? ACCESS_ROLE_ADD : ACCESS_ROLE_SHFL;
    if (tile_status_publishes(trace, at))
        return ACCESS_ROLE_PUBLISH;
    if (tile_status_looks(trace, at))
        return ACCESS_ROLE_LOOK_BACK;
    if (trace_is_update(at))
        return holds(trace, at) == HOLDS_NUMBERS ? ACCESS_ROLE_DRAW
                                                 : ACCESS_ROLE_ATOMIC;
    if (is->writes)
        return all_sums(trace, at) ? ACCESS_ROLE_GSUM : ACCESS_ROLE_GSTORE;
    return holds(trace, at) == HOLDS_FLAGS ? ACCESS_ROLE_FLAGS
                                           : ACCESS_ROLE_GLOAD;
}

/* ---- Shuffles -------------------------------------------------------------*/

int shuffle_distance(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);
    int distance = 0;

    for (int i = 0; i < at->lanes; ++i) {
        int own = access[i].lane - (int)access[i].cell;
        if (own == 0)
            continue;
        if (distance && own != distance)
            return 0;
        distance = own;
    }
    return distance;
}

int shuffle_source(const Trace *trace, const Instruction *at)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 1; i < at->lanes; ++i)
        if (access[i].cell != access[0].cell)
            return -1;
    return (int)access[0].cell;
}

bool shuffle_keeps_own(const Trace *trace, const Instruction *at,
                       const Access *access)
{
    return trace_is_shuffle(at) && access->cell == access->lane &&
           shuffle_source(trace, at) < 0;
}

const Access *shuffle_sent(const Trace *trace, const Instruction *at, int lane)
{
    const Access *access = trace_accesses(trace, at);

    for (int i = 0; i < at->lanes; ++i)
        if (access[i].cell == (uint32_t)lane)
            return access + i;
    return NULL;
}
