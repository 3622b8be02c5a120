/* SPDX-License-Identifier: MIT */
#include "analysis/wrong_path.h"

#include "analysis/sum_results.h"
#include "trace/element.h"

#include <string.h>

/* An access on the way: number LANE of instruction INDEX. */
typedef struct {
    uint32_t index;
    int lane;
} Stop;

static const Instruction *instruction_of(const Trace *trace, Stop stop)
{
    return trace->instructions + stop.index;
}

static const Access *access_of(const Trace *trace, Stop stop)
{
    return trace_accesses(trace, instruction_of(trace, stop)) + stop.lane;
}

static void add(const Trace *trace, WrongPath *path, Stop stop)
{
    if (path->count < WRONG_PATH_MOST)
        path->accesses[path->count++] =
            (uint32_t)(access_of(trace, stop) - trace->accesses);
}

static uint32_t first_of_block(const Trace *trace, Stop stop)
{
    uint32_t first, end;

    trace_block_instructions(
        trace,
        trace_block(trace, trace_step(trace, instruction_of(trace, stop))),
        &first, &end);
    return first;
}

/* True, with STOP, if the same thread loaded, since its store before, the word
 * WANTED and no other; or, ANY, one that is not a sum of neighbours. */
static bool find_load(const Trace *trace, Stop *stop, Word wanted, bool any)
{
    const Instruction *own = instruction_of(trace, *stop);
    uint32_t first = first_of_block(trace, *stop);
    uint8_t lane = access_of(trace, *stop)->lane;
    bool found = false;

    for (uint32_t i = stop->index; i-- > first;) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (at->warp != own->warp)
            continue;
        for (int l = 0; l < at->lanes; ++l) {
            if (access[l].lane != lane)
                continue;
            if (trace_is_store(at))
                return found;
            if (!trace_traits_of(at)->brings)
                continue;
            if (any ? access[l].interval == INTERVAL_TOP
                    : !found && access[l].value == wanted) {
                *stop = (Stop){i, l};
                found = true;
            } else if (!any) {
                return false;
            }
            if (any && found)
                return true;
        }
    }
    return found;
}

/* True, with STOP, if the word that STOP loads was stored before it. */
static bool find_store(const Trace *trace, Stop *stop)
{
    const Instruction *load = instruction_of(trace, *stop);
    const Access *word = access_of(trace, *stop);
    bool global = trace_is_global(load);
    uint32_t first = global ? 0 : first_of_block(trace, *stop);

    for (uint32_t i = stop->index; i-- > first;) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (!trace_traits_of(at)->writes || trace_is_global(at) != global ||
            (global && at->array != load->array))
            continue;
        for (int l = at->lanes; l-- > 0;)
            if (access[l].cell == word->cell) {
                *stop = (Stop){i, l};
                return access[l].value == word->value;
            }
    }
    return false;
}

/* True, with STOP, if the trace has the last store to word CELL of the array of
 * RESULT, by the launches that the result is of. */
static bool find_output(const Trace *trace, const SumResult *result,
                        uint32_t array, uint32_t cell, Stop *stop)
{
    for (uint32_t i = (uint32_t)trace->instructions_count; i-- > 0;) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        uint32_t grid = trace_block(trace, trace_step(trace, at))->grid;
        if (!trace_is_global(at) || at->array != array ||
            !trace_traits_of(at)->writes ||
            sum_result_of(trace, grid)->first < result->first ||
            sum_result_of(trace, grid)->last > result->last)
            continue;
        for (int l = 0; l < at->lanes; ++l)
            if (access[l].cell == cell) {
                *stop = (Stop){i, l};
                return true;
            }
    }
    return false;
}

WrongPath wrong_path_of(const Trace *trace, const SumResult *result)
{
    WrongPath path = {.count = 0};
    uint32_t array = 0, output;
    Stop stop;

    while (array < trace->arrays_count &&
           strcmp(trace->arrays[array].name, result->output) != 0)
        ++array;
    if (array == trace->arrays_count ||
        (result->wrong == 0 && result->guess_fits == 0))
        return path;
    output = result->wrong ? result->first_wrong : result->guess_wrong;
    uint32_t width = element_width(trace->arrays[array].element);
    uint64_t byte = (uint64_t)output * (width ? width : sizeof(Word)) *
                    (result->parts ? result->parts : 1);
    if (!find_output(trace, result, array, (uint32_t)(byte / sizeof(Word)),
                     &stop))
        return path;
    add(trace, &path, stop);
    while (path.count + 2 < WRONG_PATH_MOST) {
        Stop from = stop;
        Word word = access_of(trace, stop)->value;
        bool sum = access_of(trace, stop)->sums > 0;
        if (sum ? access_of(trace, stop)->interval != INTERVAL_TOP ||
                      !find_load(trace, &from, word, true)
                : !find_load(trace, &from, word, false))
            break;
        Stop to = from;
        if (!find_store(trace, &to)) {
            if (!sum && result->nearest != SUM_MAP)
                path.is_input = true;
            break;
        }
        add(trace, &path, from);
        add(trace, &path, to);
        stop = to;
    }
    return path;
}

/* ---- Lost words -----------------------------------------------------------*/

/* A word on its way back from a wrong output: what an access moved, and what
 * it should have. */
typedef struct {
    const Trace *trace;
    const Access *access;
    Word wanted;
} Trail;

static const Instruction *instruction_by(const Trace *trace,
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
static bool find_wanted_load(Trail *trail, Word is)
{
    const Trace *trace = trail->trace;
    const Instruction *own = instruction_by(trace, trail->access);
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
    const Instruction *load = instruction_by(trace, trail->access);
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
        (sum && !find_bad(sum, &trail->wanted, &is)) ||
        !find_wanted_load(trail, is))
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
                           (uint32_t)(instruction_by(trace, history.over) -
                                      trace->instructions),
                       .needed = (uint32_t)(instruction_by(trace, load) -
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
