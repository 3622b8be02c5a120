/* SPDX-License-Identifier: MIT
 *
 * Each AWAIT read what one PUBLISH wrote.  From a place the search reaches all
 * later PUBLISHes of its own block, from these the AWAITs that read them, and
 * from those the later PUBLISHes of their blocks:
 *
 *     place ─► PUBLISH ─► AWAIT ─► PUBLISH ─► AWAIT ─► other
 *      block 0            block 1             block 2
 *
 * What a place reaches by its own thread, and by later steps of its block, an
 * earlier place reaches, too: of each thread and block the search remembers
 * from where on all was seen, so that it looks at a signal once, however often
 * threads wait.  It goes only as far as it must to answer.
 */
#include "analysis/happens_before.h"

#include "analysis/polled_load.h"

#include <stdlib.h>

#define NONE UINT32_MAX

enum { SHARED = UINT8_MAX /* Signal.array: shared memory */ };

/* A bound for the work in all launches together.  Recordings need far less; a
 * trace can be forged for which the search would take years. */
#define WORK_LEAST     ((uint64_t)10000000)
#define WORK_AN_ACCESS ((uint64_t)500)

/* A PUBLISH or an AWAIT of one lane. */
typedef struct {
    ThreadAccess place;
    uint32_t pair, time;
    uint8_t array, state;
    uint32_t seen; /* of an AWAIT that comes after the current place:
                      Order.marks */
    bool awaits;
    Word value;
    uint32_t reader;      /* of a PUBLISH: the first AWAIT that read it */
    uint32_t next_reader; /* of an AWAIT: the next that read the same */
} Signal;

/* A thread that has signals.  What the search found of it is true if STAMP is
 * Order.marks. */
typedef struct {
    uint32_t thread;     /* of its block */
    uint32_t first, end; /* its signals, in Order.own */
    uint32_t stamp;
    uint32_t followed; /* in Order.own: its signals from here on */
    uint32_t seen; /* the earliest instruction of one that was; NONE: none */
} Waiter;

/* The same of a block. */
typedef struct {
    uint32_t stamp;
    uint32_t followed; /* its signals from here on, of later steps */
    uint32_t seen;     /* the earliest step of one that was; NONE: none */
} BlockMarks;

struct Order {
    Signal *signals; /* block after block */
    size_t signals_count, signals_capacity;
    const Signal **own; /* those of each thread together, by rising threads */
    Waiter *waiters;    /* block after block, by rising threads */
    size_t waiters_count, waiters_capacity;
    uint32_t *first_waiter; /* of each block, and the end */
    BlockMarks *block_marks;
    PolledLoads polled;
    bool meets; /* some signals were made when lanes of a warp had met */
    uint32_t first_block, blocks;
    uint32_t *first_signal; /* of each block, and the end */
    uint32_t *unknown;      /* AWAITs that read what is not known: from blocks
                               outside the trace, or on a GPU */
    size_t unknown_count, unknown_capacity;
    uint32_t *stack; /* AWAITs that the search has still to follow */
    size_t depth;
    ThreadAccess from;        /* that the marks are of */
    uint32_t marks;           /* searches so far */
    uint64_t work, most_work; /* signals examined; the bound */
};

bool happens_before_signals(const Order *order)
{
    return order->signals_count > 0;
}

bool happens_before_gave_up(const Order *order)
{
    return order->work > order->most_work;
}

void happens_before_spend(Order *order, uint64_t work)
{
    order->work += work;
}

/* ---- Who read what --------------------------------------------------------*/

/* An atomic or volatile access of a program, which reads what was written last,
 * or writes what others read, or both: first reads, then writes.  In shared
 * memory only those read for which a thread waits. */
static void add_program_signals(Order *order, const Trace *trace, uint32_t i)
{
    const Instruction *at = trace->instructions + i;
    const AccessTraits *is = trace_traits_of(at);
    const Access *access = trace_accesses(trace, at);
    bool shared = trace_is_shared(at);
    bool reads =
        is->brings && (!shared || polled_loads_has(&order->polled, at));

    for (int lane = 0; lane < at->lanes; ++lane, ++access)
        for (int awaits = 1; awaits >= 0; --awaits) {
            Signal signal = {.place = thread_access(trace, i, access),
                             .pair = access->cell,
                             .time = at->time,
                             .array = shared ? SHARED : at->array,
                             .awaits = awaits != 0,
                             .reader = NONE,
                             .next_reader = NONE};
            if (awaits ? reads : is->writes)
                base_push(order, signals, signal);
        }
}

/* True if AT is an access of a program that may tell a thread of others.  In
 * shared memory none does unless a thread waits. */
static bool is_program_signal(const Order *order, const Trace *trace,
                              const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    if (!trace_is_program(trace))
        return false;
    if (trace_is_shared(at))
        return order->polled.lines &&
               (at->is_volatile || (is->brings && is->writes));
    return trace_is_global(at) && (at->is_volatile || !is->plain);
}

static void add_signals(Order *order, const Trace *trace, uint32_t i)
{
    const Instruction *at = trace->instructions + i;
    const Access *access = trace_accesses(trace, at);

    order->most_work += WORK_AN_ACCESS * at->lanes;
    if (is_program_signal(order, trace, at)) {
        add_program_signals(order, trace, i);
        return;
    }
    if (!trace_traits_of(at)->pair)
        return;
    for (int lane = 0; lane < at->lanes; ++lane, ++access) {
        Signal signal = {.place = thread_access(trace, i, access),
                         .pair = trace_pair_index(access),
                         .time = at->time,
                         .array = at->array,
                         .state = (uint8_t)trace_pair_state(access),
                         .awaits = at->kind == ACCESS_AWAIT,
                         .value = access->value,
                         .reader = NONE,
                         .next_reader = NONE};
        base_push(order, signals, signal);
    }
}

static bool is_rather(const Signal *publish, const Signal *than,
                      const Signal *await)
{
    bool same = publish->value == await->value;
    bool earlier = publish->time < await->time;

    if (!than)
        return true;
    if (same != (than->value == await->value))
        return same;
    if (earlier != (than->time < await->time))
        return earlier;
    return publish->time > than->time;
}

/* Signals by array, pair, and what publishes before what awaits. */
static int by_pair(const void *a, const void *b)
{
    const Signal *const *x = a, *const *y = b;

    if ((*x)->array != (*y)->array)
        return (*x)->array < (*y)->array ? -1 : 1;
    if ((*x)->pair != (*y)->pair)
        return (*x)->pair < (*y)->pair ? -1 : 1;
    return (*x)->awaits - (*y)->awaits;
}

/* The PUBLISH that AWAIT read, of those from LIST on that have its pair: the
 * same state, the same word, and the newest before it. */
static Signal *source_of(Order *order, Signal *const *list, size_t count,
                         const Signal *await)
{
    Signal *best = NULL;

    for (size_t i = 0;
         i < count && !list[i]->awaits && !happens_before_gave_up(order);
         ++i, ++order->work)
        if (list[i]->state == await->state && is_rather(list[i], best, await))
            best = list[i];
    return best;
}

/* True if two signals are about one word; each block has its own shared
 * memory. */
static bool same_word(const Signal *x, const Signal *y)
{
    return x->pair == y->pair && x->array == y->array &&
           (x->array != SHARED || x->place.block == y->place.block);
}

/* Signals by word, then in the order of issue; of one access that does both,
 * reading comes first. */
static int by_word_and_time(const void *a, const void *b)
{
    const Signal *const *x = a, *const *y = b;

    if ((*x)->array != (*y)->array)
        return (*x)->array < (*y)->array ? -1 : 1;
    if ((*x)->pair != (*y)->pair)
        return (*x)->pair < (*y)->pair ? -1 : 1;
    if (!same_word(*x, *y))
        return (*x)->place.block < (*y)->place.block ? -1 : 1;
    if ((*x)->time != (*y)->time)
        return (*x)->time < (*y)->time ? -1 : 1;
    if ((*x)->place.thread != (*y)->place.thread)
        return (*x)->place.thread < (*y)->place.thread ? -1 : 1;
    return (*y)->awaits - (*x)->awaits;
}

/* In a program what reads a word has read what was written there last; without
 * fences that orders something only within a block.  On a GPU nobody knows
 * which write that was: the trace has the order in which accesses were
 * announced, and each may be made a little later. */
static void match_program(Order *order, bool of_gpu, bool fences)
{
    size_t count = order->signals_count;
    Signal **list = base_alloc(count + 1, sizeof *list), *last = NULL;

    for (size_t i = 0; i < count; ++i)
        list[i] = order->signals + i;
    qsort(list, count, sizeof *list, by_word_and_time);
    for (size_t i = 0; i < count; ++i) {
        if (last && !same_word(last, list[i]))
            last = NULL;
        if (!list[i]->awaits) {
            last = list[i];
        } else if (of_gpu) {
            base_push(order, unknown, (uint32_t)(list[i] - order->signals));
        } else if (last &&
                   (fences || last->place.block == list[i]->place.block)) {
            list[i]->next_reader = last->reader;
            last->reader = (uint32_t)(list[i] - order->signals);
        }
    }
    free(list);
}

static void match(Order *order, bool whole)
{
    size_t count = order->signals_count, first = 0;
    Signal **list = base_alloc(count + 1, sizeof *list);

    for (size_t i = 0; i < count; ++i)
        list[i] = order->signals + i;
    qsort(list, count, sizeof *list, by_pair);
    for (size_t i = 0; i < count; ++i) {
        if (list[i]->pair != list[first]->pair ||
            list[i]->array != list[first]->array)
            first = i;
        if (!list[i]->awaits)
            continue;
        Signal *source = source_of(order, list + first, i - first, list[i]);
        uint32_t index = (uint32_t)(list[i] - order->signals);
        if (source) {
            list[i]->next_reader = source->reader;
            source->reader = index;
        } else if (!whole) {
            base_push(order, unknown, index);
        }
    }
    free(list);
}

/* ---- Whose signals --------------------------------------------------------*/

/* Signals of one block by thread, then in the order of the trace. */
static int by_thread(const void *a, const void *b)
{
    const Signal *const *x = a, *const *y = b;

    if ((*x)->place.thread != (*y)->place.thread)
        return (*x)->place.thread < (*y)->place.thread ? -1 : 1;
    return (*x > *y) - (*x < *y);
}

/* Finds the threads of block B that have signals. */
static void find_block_waiters(Order *order, uint32_t b)
{
    uint32_t first = order->first_signal[b], end = order->first_signal[b + 1];

    qsort(order->own + first, end - first, sizeof *order->own, by_thread);
    for (uint32_t i = first; i < end; ++i) {
        uint32_t thread = order->own[i]->place.thread;
        if (i == first ||
            order->waiters[order->waiters_count - 1].thread != thread) {
            Waiter waiter = {.thread = thread, .first = i};
            base_push(order, waiters, waiter);
        }
        order->waiters[order->waiters_count - 1].end = i + 1;
    }
    order->first_waiter[b + 1] = (uint32_t)order->waiters_count;
}

static void find_waiters(Order *order)
{
    order->own = base_alloc(order->signals_count + 1, sizeof *order->own);
    order->first_waiter =
        base_alloc(order->blocks + 1, sizeof *order->first_waiter);
    order->block_marks =
        base_alloc(order->blocks + 1, sizeof *order->block_marks);
    for (uint32_t i = 0; i < order->signals_count; ++i) {
        order->own[i] = &order->signals[i];
        order->meets |= order->signals[i].place.epoch != 0;
    }
    for (uint32_t b = 0; b < order->blocks; ++b)
        find_block_waiters(order, b);
}

/* The thread of PLACE, with what the search found of it; NULL: it has no
 * signals. */
static Waiter *waiter_of(const Order *order, const ThreadAccess *place)
{
    uint32_t b = place->block - order->first_block;
    uint32_t low = order->first_waiter[b], end = order->first_waiter[b + 1];

    for (uint32_t high = end; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        if (order->waiters[middle].thread < place->thread)
            low = middle + 1;
        else
            high = middle;
    }
    Waiter *waiter = &order->waiters[low];
    if (low == end || waiter->thread != place->thread)
        return NULL;
    if (waiter->stamp != order->marks) {
        waiter->stamp = order->marks;
        waiter->followed = waiter->end;
        waiter->seen = NONE;
    }
    return waiter;
}

/* The same of the block of PLACE. */
static BlockMarks *block_of(const Order *order, const ThreadAccess *place)
{
    uint32_t b = place->block - order->first_block;
    BlockMarks *marks = &order->block_marks[b];

    if (marks->stamp != order->marks)
        *marks = (BlockMarks){.stamp = order->marks,
                              .followed = order->first_signal[b + 1],
                              .seen = NONE};
    return marks;
}

static Order *order_new(const Trace *trace, uint32_t grid, bool fences)
{
    Order *order = base_alloc(1, sizeof *order);
    uint32_t end;

    order->most_work = WORK_LEAST / trace->grids_count;
    order->polled = polled_loads_find(trace, grid);
    trace_grid_blocks(trace, grid, &order->first_block, &end);
    order->blocks = end - order->first_block;
    order->first_signal =
        base_alloc(order->blocks + 1, sizeof *order->first_signal);
    for (uint32_t b = 0; b < order->blocks; ++b) {
        uint32_t first, last;
        trace_block_instructions(trace, trace->blocks + order->first_block + b,
                                 &first, &last);
        for (uint32_t i = first; i < last; ++i)
            add_signals(order, trace, i);
        order->first_signal[b + 1] = (uint32_t)order->signals_count;
    }
    find_waiters(order);
    if (trace_is_program(trace))
        match_program(order, trace_is_of_gpu(trace), fences);
    else
        match(order, order->blocks == trace->grids[grid].blocks);
    order->stack = base_alloc(order->signals_count + 1, sizeof *order->stack);
    return order;
}

Order *happens_before_new(const Trace *trace, uint32_t grid)
{
    return order_new(trace, grid, true);
}

Order *happens_before_without_fences(const Trace *trace, uint32_t grid)
{
    return order_new(trace, grid, false);
}

void happens_before_free(Order *order)
{
    if (!order)
        return;
    polled_loads_free(&order->polled);
    free(order->signals);
    free(order->first_signal);
    free(order->own);
    free(order->waiters);
    free(order->first_waiter);
    free(order->block_marks);
    free(order->unknown);
    free(order->stack);
    free(order);
}

/* ---- What is reached ------------------------------------------------------*/

static size_t see(Order *order, uint32_t await, size_t depth)
{
    const ThreadAccess *place = &order->signals[await].place;

    if (order->signals[await].seen == order->marks)
        return depth;
    order->signals[await].seen = order->marks;
    Waiter *waiter = waiter_of(order, place);
    if (place->instruction < waiter->seen)
        waiter->seen = place->instruction;
    BlockMarks *block = block_of(order, place);
    if (place->step < block->seen)
        block->seen = place->step;
    order->stack[depth] = await;
    return depth + 1;
}

/* Marks the AWAITs that read what SIGNAL publishes. */
static size_t see_readers(Order *order, const Signal *signal, size_t depth)
{
    if (signal->awaits)
        return depth;
    for (uint32_t r = signal->reader; r != NONE;
         r = order->signals[r].next_reader)
        depth = see(order, r, depth);
    return depth;
}

/* Those that read what the thread of PLACE publishes later, or by the access at
 * PLACE, which read before it wrote. */
static size_t follow_thread(Order *order, const ThreadAccess *place,
                            size_t depth)
{
    Waiter *waiter = waiter_of(order, place);

    if (!waiter)
        return depth;
    uint32_t i = waiter->followed;
    for (; i > waiter->first; --i, ++order->work) {
        if (order->own[i - 1]->place.instruction < place->instruction)
            break;
        depth = see_readers(order, order->own[i - 1], depth);
    }
    waiter->followed = i;
    return depth;
}

/* Those that read what the block of PLACE publishes in later steps. */
static size_t follow_block(Order *order, const ThreadAccess *place,
                           size_t depth)
{
    uint32_t first = order->first_signal[place->block - order->first_block];
    BlockMarks *block = block_of(order, place);
    uint32_t i = block->followed;

    for (; i > first; --i, ++order->work) {
        if (order->signals[i - 1].place.step <= place->step)
            break;
        depth = see_readers(order, &order->signals[i - 1], depth);
    }
    block->followed = i;
    return depth;
}

/* Those that read what lanes publish that have met the lane of PLACE. */
static size_t follow_met(Order *order, const ThreadAccess *place, size_t depth)
{
    uint32_t b = place->block - order->first_block;

    order->work += order->first_signal[b + 1] - order->first_signal[b];
    for (uint32_t i = order->first_signal[b];
         i < order->first_signal[b + 1] && !happens_before_gave_up(order); ++i)
        if (thread_access_before(place, &order->signals[i].place))
            depth = see_readers(order, &order->signals[i], depth);
    return depth;
}

/* Marks the AWAITs that read what is published after PLACE. */
static size_t follow(Order *order, const ThreadAccess *place, size_t depth)
{
    ++order->work;
    depth = follow_thread(order, place, depth);
    depth = follow_block(order, place, depth);
    return order->meets ? follow_met(order, place, depth) : depth;
}

/* Begins a search for the AWAITs that come after FROM. */
static void begin_marks(Order *order, const ThreadAccess *from)
{
    size_t depth = 0;

    if (order->marks > 0 && from->instruction == order->from.instruction &&
        from->thread == order->from.thread)
        return;
    ++order->marks;
    order->from = *from;
    for (size_t i = 0; i < order->unknown_count; ++i)
        depth = see(order, order->unknown[i], depth);
    order->depth = follow(order, from, depth);
}

/* Goes on with it; false if there is nothing more to be marked. */
static bool mark_more(Order *order)
{
    if (order->depth == 0 || happens_before_gave_up(order))
        return false;
    uint32_t await = order->stack[--order->depth];
    order->depth = follow(order, &order->signals[await].place, order->depth);
    return true;
}

/* True if a lane that has met that of OTHER made an AWAIT that was marked. */
static bool has_met(Order *order, const ThreadAccess *other)
{
    uint32_t b = other->block - order->first_block;

    order->work += order->first_signal[b + 1] - order->first_signal[b];
    for (uint32_t i = order->first_signal[b]; i < order->first_signal[b + 1];
         ++i)
        if (order->signals[i].seen == order->marks &&
            thread_access_before(&order->signals[i].place, other))
            return true;
    return false;
}

/* True if an AWAIT that was marked so far comes before OTHER, by the same
 * thread or in a step before it. */
static bool is_reached(Order *order, const ThreadAccess *other)
{
    const Waiter *waiter = waiter_of(order, other);

    return block_of(order, other)->seen < other->step ||
           (waiter && waiter->seen < other->instruction);
}

bool happens_before(Order *order, const ThreadAccess *one,
                    const ThreadAccess *other)
{
    ++order->work;
    if (thread_access_before(one, other) || happens_before_gave_up(order))
        return true;
    if (order->signals_count == 0)
        return false;
    begin_marks(order, one);
    while (!is_reached(order, other))
        if (!mark_more(order))
            return happens_before_gave_up(order) ||
                   (other->epoch != 0 && has_met(order, other));
    return true;
}
