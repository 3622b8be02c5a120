/* SPDX-License-Identifier: MIT
 *
 * Each read of a signal read what one write wrote.  From a place the search
 * reaches all later writes of its block, then the reads of these, then the
 * later writes of the blocks that read:
 *
 *     place ─► write ─► read ─► write ─► read ─► other
 *      block 0          block 1          block 2
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
#define WORK_MOST      ((uint64_t)150000000)

/* A read or a write of one lane that may order its other accesses. */
typedef struct {
    ThreadAccess place;
    uint32_t cell, time;
    uint8_t array;
    uint32_t seen; /* of a read that comes after the current place: Order.marks
                    */
    bool awaits;   /* it reads */
    bool plain;    /* no atomic operation: VALUE is what it moved */
    Word value;
    uint32_t reader;      /* of a write: the first that read it */
    uint32_t next_reader; /* of a read: the next that read the same */
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
    uint32_t *unknown;      /* reads of what is not known: from blocks outside
                               the trace, or on a GPU */
    size_t unknown_count, unknown_capacity;
    uint32_t *stack; /* reads that the search has still to follow */
    size_t depth;
    uint32_t *rounds; /* of each step: the barriers of the grid before it */
    uint32_t first_step;
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

/* True if AT may be a signal: an atomic or a volatile access.  In shared memory
 * none is one unless a thread waits. */
static bool is_signal(const Order *order, const Instruction *at)
{
    const AccessTraits *is = trace_traits_of(at);

    if (trace_is_shared(at))
        return order->polled.lines &&
               (at->is_volatile || (is->brings && is->writes));
    return trace_is_global(at) && (at->is_volatile || !is->plain);
}

/* Adds the signals of an instruction, which reads what was written last, or
 * writes what others read, or both: first reads, then writes.  In shared memory
 * only those read for which a thread waits. */
static void add_signals(Order *order, const Trace *trace, uint32_t i)
{
    const Instruction *at = trace->instructions + i;
    const AccessTraits *is = trace_traits_of(at);
    const Access *access = trace_accesses(trace, at);
    bool shared = trace_is_shared(at);

    order->most_work += WORK_AN_ACCESS * at->lanes;
    if (!is_signal(order, at))
        return;
    bool reads =
        is->brings && (!shared || polled_loads_has(&order->polled, at));
    for (int lane = 0; lane < at->lanes; ++lane, ++access)
        for (int awaits = 1; awaits >= 0; --awaits) {
            Signal signal = {.place = thread_access(trace, i, access),
                             .cell = access->cell,
                             .time = at->time,
                             .array = shared ? SHARED : at->array,
                             .awaits = awaits != 0,
                             .plain = is->plain,
                             .value = access->value,
                             .reader = NONE,
                             .next_reader = NONE};
            if (awaits ? reads : is->writes)
                base_push(order, signals, signal);
        }
}

/* True if two signals are about one word; each block has its own shared
 * memory. */
static bool same_word(const Signal *x, const Signal *y)
{
    return x->cell == y->cell && x->array == y->array &&
           (x->array != SHARED || x->place.block == y->place.block);
}

/* Signals by word, then in the order of issue; of one access that does both,
 * reading comes first. */
static int by_word_and_time(const void *a, const void *b)
{
    const Signal *const *x = a, *const *y = b;

    if ((*x)->array != (*y)->array)
        return (*x)->array < (*y)->array ? -1 : 1;
    if ((*x)->cell != (*y)->cell)
        return (*x)->cell < (*y)->cell ? -1 : 1;
    if (!same_word(*x, *y))
        return (*x)->place.block < (*y)->place.block ? -1 : 1;
    if ((*x)->time != (*y)->time)
        return (*x)->time < (*y)->time ? -1 : 1;
    if ((*x)->place.thread != (*y)->place.thread)
        return (*x)->place.thread < (*y)->place.thread ? -1 : 1;
    return (*y)->awaits - (*x)->awaits;
}

/* The write that list[AT] read; the signals of its word begin at FIRST.  It is
 * the last write before it; for lanes that left a loop in turn, whose loads the
 * trace has as one, the last that wrote what it read.  NULL: none is known. */
static Signal *source_of(Order *order, Signal *const *list, size_t first,
                         size_t at)
{
    Signal *last = NULL;

    for (size_t i = at; i-- > first && !happens_before_gave_up(order);
         ++order->work) {
        if (list[i]->awaits)
            continue;
        if (!last)
            last = list[i];
        if (!list[at]->plain || !list[i]->plain ||
            list[i]->value == list[at]->value)
            return list[i];
    }
    return last;
}

/* How a launch's signals are matched. */
typedef struct {
    bool of_gpu; /* which write was read is not known: the trace has the order
                    in which accesses were announced, and each may be made a
                    little later */
    bool fences; /* without them a signal orders others only within a block */
    bool whole;  /* else blocks may have written that the trace does not hold */
} Matching;

static void match(Order *order, Matching how)
{
    size_t count = order->signals_count, first = 0;
    Signal **list = base_alloc(count + 1, sizeof *list);

    for (size_t i = 0; i < count; ++i)
        list[i] = order->signals + i;
    qsort(list, count, sizeof *list, by_word_and_time);
    for (size_t i = 0; i < count; ++i) {
        if (!same_word(list[first], list[i]))
            first = i;
        if (!list[i]->awaits)
            continue;
        Signal *source = how.of_gpu ? NULL : source_of(order, list, first, i);
        uint32_t index = (uint32_t)(list[i] - order->signals);
        bool outside = !how.whole && list[i]->array != SHARED;
        if (how.of_gpu || (!source && outside)) {
            base_push(order, unknown, index);
        } else if (source && (how.fences ||
                              source->place.block == list[i]->place.block)) {
            list[i]->next_reader = source->reader;
            source->reader = index;
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

/* Counts the barriers of the grid before each step of the launch. */
static void count_rounds(Order *order, const Trace *trace)
{
    const Block *first = trace->blocks + order->first_block;
    size_t count = 0;

    for (uint32_t b = 0; b < order->blocks; ++b)
        count += first[b].step_count;
    order->first_step = order->blocks ? first->first_step : 0;
    order->rounds = base_alloc(count + 1, sizeof *order->rounds);
    for (size_t i = 1; i < count; ++i) {
        const Step *step = trace->steps + order->first_step + i;
        if (step->block == step[-1].block)
            order->rounds[i] = order->rounds[i - 1] +
                               (trace_phase_kind(trace, step) == PHASE_GRID);
    }
}

/* True if a barrier of the grid lies between two accesses.  What a signal
 * orders behind one comes after that barrier, too, so the search need not
 * follow them. */
static bool grid_orders(const Order *order, const ThreadAccess *one,
                        const ThreadAccess *other)
{
    return order->rounds[one->step - order->first_step] <
           order->rounds[other->step - order->first_step];
}

static Order *order_new(const Trace *trace, uint32_t grid, bool fences)
{
    Order *order = base_alloc(1, sizeof *order);
    uint32_t end;

    order->most_work = WORK_LEAST / trace->grids_count;
    order->polled = polled_loads_find(trace, grid);
    trace_grid_blocks(trace, grid, &order->first_block, &end);
    order->blocks = end - order->first_block;
    count_rounds(order, trace);
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
    if (order->most_work > WORK_MOST)
        order->most_work = WORK_MOST;
    find_waiters(order);
    match(order, (Matching){.of_gpu = trace_is_of_gpu(trace),
                            .fences = fences,
                            .whole = trace_grid_is_whole(trace, grid)});
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
    free(order->rounds);
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

/* Marks the reads of what SIGNAL writes. */
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

/* Marks the reads of what is written after PLACE. */
static size_t follow(Order *order, const ThreadAccess *place, size_t depth)
{
    ++order->work;
    depth = follow_thread(order, place, depth);
    depth = follow_block(order, place, depth);
    return order->meets ? follow_met(order, place, depth) : depth;
}

/* Begins a search for the reads that come after FROM. */
static void begin_marks(Order *order, const ThreadAccess *from)
{
    size_t depth = 0;

    if (order->marks > 0 && from->instruction == order->from.instruction &&
        from->thread == order->from.thread)
        return;
    ++order->marks;
    order->from = *from;
    for (size_t i = 0; i < order->unknown_count; ++i, ++order->work)
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

/* True if a lane that has met the lane of OTHER made a read that was marked. */
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

/* True if a read that was marked so far comes before OTHER, by the same
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
    if (thread_access_before(one, other) || grid_orders(order, one, other) ||
        happens_before_gave_up(order))
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
