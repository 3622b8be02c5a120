/* SPDX-License-Identifier: MIT
 *
 * The additions of a program in which an operand is 0.
 *
 * The word of x + 0 is x, and the word of 0 + 0 is 0: by their words alone
 * these additions are taken for moves.  But all lanes of a line do the same.
 * Where a line stored the sum of what two other lines loaded, as for most
 * threads
 *
 *     temp[b] += temp[a];        loads temp[b] and temp[a], stores their sum
 *
 * a thread that made both loads and then this store added as well, also where
 * temp[a] is padding.
 */
#include "program/sums.h"

#include "trace/variable.h"

#include <stdlib.h>
#include <string.h>

/* A load or a store of a thread. */
typedef struct {
    uint64_t line; /* see line_of; 0: there was none */
    Word interval, value;
} Moved;

/* The latest of them; the newest is at place (count - 1) % EVENTS. */
enum { EVENTS = 16 };
typedef struct {
    Moved events[EVENTS];
    uint32_t count;
} Past;

/* The line STORE stores the sum of what the lines LEFT and RIGHT loaded. */
typedef struct {
    uint64_t store, left, right;
} Addition;

typedef struct {
    Trace *trace;
    Past *past; /* of each thread of the block at hand */
    Addition *additions;
    size_t additions_count, additions_capacity;
    Sum *sums; /* that are found, by rising access */
    size_t sums_count, sums_capacity;
} Search;

/* A place of the source from which accesses are made; never 0. */
static uint64_t line_of(const Instruction *at)
{
    return (uint64_t)at->kind << 40 | (uint64_t)at->source << 32 |
           (uint64_t)at->place << 24 | at->site | UINT64_C(1) << 63;
}

/* The event that came I events before the newest; NULL if it is forgotten. */
static const Moved *event_before(const Past *past, uint32_t i)
{
    return i < past->count && i < EVENTS
               ? &past->events[(past->count - 1 - i) % EVENTS]
               : NULL;
}

/* The newest event since the last one of STORE that is of LINE or, if that is
 * 0, has the word of WANTED; NULL if there is none. */
static const Moved *latest(const Past *past, uint64_t store, uint64_t line,
                           Moved wanted)
{
    const Moved *event;

    for (uint32_t i = 0; (event = event_before(past, i)); ++i) {
        if (event->line == store)
            return NULL;
        if (line ? event->line == line
                 : event->interval == wanted.interval &&
                       event->value == wanted.value)
            return event;
    }
    return NULL;
}

static const Addition *find_addition(const Search *search, uint64_t store)
{
    for (size_t i = 0; i < search->additions_count; ++i)
        if (search->additions[i].store == store)
            return search->additions + i;
    return NULL;
}

/* Notes of a store with one sum which lines loaded the operands. */
static void learn(Search *search, const Past *past, uint64_t line,
                  Access *access)
{
    const Sum *sum = trace_sums(search->trace, access);

    if (access->sums != 1 || find_addition(search, line))
        return;
    const Moved *left =
        latest(past, line, 0,
               (Moved){.interval = sum->left_interval, .value = sum->left});
    const Moved *right =
        latest(past, line, 0,
               (Moved){.interval = sum->right_interval, .value = sum->right});
    if (left && right && left->line != right->line)
        base_push(search, additions,
                  ((Addition){line, left->line, right->line}));
}

/* Gives a store its sum, if its line adds, and an operand is the identity. */
static void apply(Search *search, const Past *past, uint64_t line,
                  Access *access)
{
    const Addition *addition = find_addition(search, line);

    if (access->sums > 0 || !addition)
        return;
    const Moved *left = latest(past, line, addition->left, (Moved){0});
    const Moved *right = latest(past, line, addition->right, (Moved){0});
    if (!left || !right ||
        (left->interval != INTERVAL_IDENTITY &&
         right->interval != INTERVAL_IDENTITY))
        return;
    Sum sum = {.access = (uint32_t)(access - search->trace->accesses),
               .left = left->value,
               .right = right->value,
               .left_interval = left->interval,
               .right_interval = right->interval};
    if (!trace_is_sum(search->trace, &sum, access))
        return;
    base_push(search, sums, sum);
}

static void note(Past *past, uint64_t line, const Access *access)
{
    past->events[past->count++ % EVENTS] =
        (Moved){line, access->interval, access->value};
}

typedef void Visit(Search *search, const Past *past, uint64_t line,
                   Access *access);

/* Calls VISIT for each store of an instruction, and notes what it moved. */
static void walk_instruction(Search *search, const Instruction *at,
                             Visit *visit)
{
    Trace *trace = search->trace;
    uint64_t line = line_of(at);
    bool store = trace_is_store(at) || trace_is_global_store(at);
    const Access *other;

    if (!store && !trace_is_load(at) && !trace_is_global_load(at))
        return;
    for (uint32_t i = at->first_access; i < at->first_access + at->lanes; ++i) {
        Access *access = trace->accesses + i;
        Past *past = search->past + trace_thread(trace, at, access);
        if (number_half(trace, at, access, &other) == HALF_HIGH)
            continue;
        if (store)
            visit(search, past, line, access);
        note(past, line, access);
    }
}

static void walk(Search *search, Visit *visit)
{
    const Trace *trace = search->trace;
    uint32_t from, to;

    for (size_t b = 0; b < trace->blocks_count; ++b) {
        const Block *block = trace->blocks + b;
        search->past =
            base_alloc(trace->grids[block->grid].threads, sizeof(Past));
        trace_block_instructions(trace, block, &from, &to);
        for (uint32_t i = from; i < to; ++i)
            walk_instruction(search, trace->instructions + i, visit);
        free(search->past);
    }
}

/* True if a thread loaded a word that is the sum of no inputs: 0. */
static bool loads_identities(const Trace *trace)
{
    for (size_t i = 0; i < trace->instructions_count; ++i) {
        const Instruction *at = trace->instructions + i;
        const Access *access = trace_accesses(trace, at);
        if (!trace_is_load(at) && !trace_is_global_load(at))
            continue;
        for (int lane = 0; lane < at->lanes; ++lane)
            if (access[lane].interval == INTERVAL_IDENTITY)
                return true;
    }
    return false;
}

/* Puts what was found among the sums of the trace, by rising access. */
static void merge(Search *search)
{
    Trace *trace = search->trace;
    size_t old = trace->sums_count, new = search->sums_count;

    for (size_t i = 0; i < new; ++i) {
        trace->accesses[search->sums[i].access].sums = 1;
        base_push(trace, sums, search->sums[i]);
    }
    for (size_t to = trace->sums_count; new > 0;) {
        bool is_old = old > 0 && trace->sums[old - 1].access >
                                     search->sums[new - 1].access;
        trace->sums[--to] = is_old ? trace->sums[--old] : search->sums[--new];
    }
}

void identity_sums_add(Trace *trace)
{
    Search search = {.trace = trace};

    if (trace->sums_count == 0 || !loads_identities(trace))
        return;
    walk(&search, learn);
    walk(&search, apply);
    merge(&search);
    free(search.additions);
    free(search.sums);
}
