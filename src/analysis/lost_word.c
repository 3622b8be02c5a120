/* SPDX-License-Identifier: MIT */
#include "analysis/lost_word.h"

/* A word on its way back from a wrong output: what an access moved, and what
 * it should have. */
typedef struct {
    const Trace *trace;
    const Access *access;
    Word wanted;
} Trail;

static const Instruction *instruction_of(const Trace *trace,
                                         const Access *access)
{
    return trace_instruction_of(trace, (size_t)(access - trace->accesses));
}

/* The sum that ACCESS stores, or NULL. */
static const Sum *sum_of(const Trace *trace, const Access *access)
{
    const Sum *sum = trace_sums(trace, access);

    for (int i = access->sums; i-- > 0;)
        if (trace_is_sum(trace, sum + i, access))
            return sum + i;
    return NULL;
}

/* The wrong operand of a sum that should be WANTED; *WANTED becomes what that
 * operand should be.  False if it is not known. */
static bool find_bad(const Sum *sum, Word *wanted, Word *is)
{
    Word left = sum->left_interval, right = sum->right_interval;
    uint32_t first = interval_first(*wanted), last = interval_last(*wanted);

    if (left == INTERVAL_IDENTITY) {
        *is = right;
    } else if (interval_is_range(left) && interval_first(left) == first &&
               interval_last(left) < last) {
        *wanted = interval_make(interval_last(left) + 1, last);
        *is = right;
    } else if (interval_is_range(right) && interval_last(right) == last &&
               interval_first(right) > first) {
        *wanted = interval_make(first, interval_first(right) - 1);
        *is = left;
    } else {
        return false;
    }
    return *is != *wanted;
}

/* Goes back to the load of shared memory by which the thread of TRAIL had the
 * word with the interval IS. */
static bool find_load(Trail *trail, Word is)
{
    const Trace *trace = trail->trace;
    const Instruction *own = instruction_of(trace, trail->access);
    const Instruction *at = own;
    uint32_t first, end;

    trace_block_instructions(trace, trace_block(trace, trace_step(trace, own)),
                             &first, &end);
    while (at-- > trace->instructions + first) {
        const Access *access = trace_accesses(trace, at);
        if (at->warp != own->warp || !trace_is_load(at))
            continue;
        for (int lane = 0; lane < at->lanes; ++lane, ++access)
            if (access->lane == trail->access->lane && access->interval == is) {
                trail->access = access;
                return true;
            }
    }
    return false;
}

/* What happened to a cell before it was loaded. */
typedef struct {
    bool held;          /* it held the wanted word, and */
    Word word;          /* which had this value, */
    const Access *over; /* this store took its place; NULL: none did */
    const Access *last; /* the last store; NULL: none */
} History;

static History history_of(const Trail *trail)
{
    const Trace *trace = trail->trace;
    const Instruction *load = instruction_of(trace, trail->access);
    History history = {0};
    uint32_t first, end;

    trace_block_instructions(trace, trace_block(trace, trace_step(trace, load)),
                             &first, &end);
    for (const Instruction *at = trace->instructions + first; at < load; ++at) {
        const Access *access = trace_accesses(trace, at);
        for (int lane = 0; trace_is_store(at) && lane < at->lanes;
             ++lane, ++access) {
            if (access->cell != trail->access->cell)
                continue;
            history.last = access;
            if (access->interval == trail->wanted) {
                history.held = true;
                history.word = access->value;
                history.over = NULL;
            } else if (history.held && !history.over) {
                history.over = access;
            }
        }
    }
    return history;
}

/* One step back; true if the search continues. */
static bool step_back(Trail *trail, LostWord *lost)
{
    const Trace *trace = trail->trace;
    const Sum *sum = sum_of(trace, trail->access);
    Word is = trail->access->interval;

    if (!interval_is_range(trail->wanted) ||
        (sum && !find_bad(sum, &trail->wanted, &is)) || !find_load(trail, is))
        return false;
    History history = history_of(trail);
    const Access *load = trail->access;
    trail->access = history.last;
    if (!history.over)
        return history.last != NULL;
    *lost = (LostWord){.interval = trail->wanted,
                       .value = history.word,
                       .access = (uint32_t)(history.over - trace->accesses),
                       .cell = history.over->cell,
                       .instruction =
                           (uint32_t)(instruction_of(trace, history.over) -
                                      trace->instructions),
                       .needed = (uint32_t)(instruction_of(trace, load) -
                                            trace->instructions)};
    return false;
}

LostWord lost_word_find(const Trace *trace, const Access *access, Word wanted)
{
    enum { MOST = 64 };
    LostWord lost = {.interval = INTERVAL_UNSET};
    Trail trail = {trace, access, wanted};

    for (int i = 0; i < MOST && step_back(&trail, &lost); ++i)
        ;
    return lost;
}
