/* SPDX-License-Identifier: MIT */
#include "sim/execute.h"

/* True if the access of lane I is of the kind of the first in SET, as all
 * accesses on one line must be; else records a fault. */
static inline bool is_alike(const Warp *warp, int i, uint64_t set,
                            Event *const heads[])
{
    int first = __builtin_ctzll(set);

    if (heads[i]->kind == heads[first]->kind)
        return true;
    thread_shares_line(warp->lanes[i], heads[i]->site,
                       (AccessKind)heads[i]->kind,
                       warp->lanes[first]->block->index,
                       warp->lanes[first]->index,
                       (AccessKind)heads[first]->kind);
    return false;
}

static void execute_shuffle(Warp *warp, uint64_t set, Event *heads[])
{
    Word sent[TRACE_MAX_BANKS], shadows[TRACE_MAX_BANKS];
    uint8_t classes[TRACE_MAX_BANKS];

    for (uint64_t rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        if (!is_alike(warp, i, set, heads))
            return;
        sent[i] = heads[i]->value;
        if (warp->lanes[i]->shadow)
            shadows[i] = thread_shadow_of(warp->lanes[i], heads[i])->value;
        classes[i] = heads[i]->array % WORD_CLASSES;
    }
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        uint32_t delta = heads[i]->cell;
        int from = delta <= (uint32_t)i ? i - (int)delta : i;
        if (heads[i]->array & THREAD_SHUFFLE_FROM)
            from = (int)delta;
        heads[i]->cell = (uint32_t)from;
        if (!(set >> from & 1)) {
            thread_fault(warp->lanes[i], heads[i]->site,
                         "shuffles from lane %d, which takes no part", from);
            return;
        }
        heads[i]->array = classes[from];
        heads[i]->value = sent[from];
        if (warp->lanes[i]->shadow)
            thread_shadow_of(warp->lanes[i], heads[i])->value = shadows[from];
    }
}

/* In a replay, the event of the recorded run that corresponds to EVENT, or NULL
 * and a fault if that run did something else here.  NULL without a replay. */
static const Event *replayed_event(const Launch *launch, const Thread *thread,
                                   const Event *event)
{
    if (!launch->replay)
        return NULL;
    size_t at = (size_t)thread->block->index * launch->threads + thread->index;
    const ThreadLog *log = &launch->replay->log->logs[at];
    const Event *then = thread->executed < log->events_count
                            ? &log->events[thread->executed]
                            : NULL;
    if (then && then->kind == event->kind && then->site == event->site)
        return then;
    thread_fault(thread, event->site,
                 "takes another course here than the run that it follows");
    return NULL;
}

/* Changes a word of ARRAY, by the value of EVENT, which gets the word before.
 */
static void change(const GlobalArray *array, Op op, uint32_t cell,
                   bool exchange, Event *event)
{
    Word *word = &array->data[cell];
    Word before = *word;

    *word = exchange ? event->value : before + event->value;
    /* a sum made without the operator has no interval */
    if (op == OP_INTERVAL && !exchange && array->holds == HOLDS_SUMS)
        *word = INTERVAL_TOP;
    event->value = before;
}

static void execute_atomic(const SimShared *shared, const Thread *thread,
                           Event *event)
{
    bool exchange = event->array & 0x80;
    const Launch *launch = shared->launch;
    const Event *then = replayed_event(launch, thread, event);

    event->array &= 0x7f;
    change(&launch->arrays[event->array], launch->op, event->cell, exchange,
           event);
    if (then)
        event->value = then->value;
    if (thread->shadow)
        change(&shared->shadow->arrays[event->array], OP_INTERVAL, event->cell,
               exchange, thread_shadow_of(thread, event));
}

/* The pair (state, word) that the AWAIT or PUBLISH accesses. */
static Word *pair_of(const Launch *launch, const Event *event)
{
    size_t index = event->cell / PAIR_STATES;

    return launch->arrays[event->array].data + 2 * index;
}

bool execute_can(const Launch *launch, const Thread *thread, const Event *event)
{
    if (event->kind != ACCESS_AWAIT)
        return true;
    const Event *then = replayed_event(launch, thread, event);
    if (then)
        return launch->replay->published[event->array][then->cell];
    return pair_of(launch, event)[0] != 0;
}

static void execute_publish(const SimShared *shared, const Thread *thread,
                            const Event *event)
{
    const Launch *launch = shared->launch;
    Word *pair = pair_of(launch, event);

    if (thread->shadow) {
        Word *other = pair_of(shared->shadow, event);
        other[0] = event->cell % PAIR_STATES;
        other[1] = thread_shadow_of(thread, event)->value;
    }

    pair[0] = event->cell % PAIR_STATES;
    pair[1] = event->value;
    if (launch->replay) {
        launch->replay->seen[event->array][event->cell] = event->value;
        launch->replay->published[event->array][event->cell] = true;
    }
}

static void execute_await(const SimShared *shared, const Thread *thread,
                          Event *event)
{
    const Launch *launch = shared->launch;
    const Event *then = replayed_event(launch, thread, event);
    const Word *pair = pair_of(launch, event);

    if (thread->shadow)
        thread_shadow_of(thread, event)->value =
            pair_of(shared->shadow, event)[1];
    if (then) {
        event->cell = then->cell;
        event->value = launch->replay->seen[event->array][then->cell];
    } else {
        event->cell += pair[0];
        event->value = pair[1];
    }
}

/* Executes an access of KIND of THREAD, or the WORD that belongs to it. */
static void execute_word(const SimShared *shared, const SharedMemory *memory,
                         const Thread *thread, int kind, Event *event)
{
    bool global = kind == ACCESS_GLOAD || kind == ACCESS_GSTORE;
    uint32_t cell = event->cell;
    int array = event->array;

    thread_move(global ? shared->launch->arrays[array].data : memory->words,
                kind, event->cell, event);
    if (thread->shadow)
        thread_move(global ? shared->shadow->arrays[array].data
                           : memory->shadow,
                    kind, event->cell, thread_shadow_of(thread, event));
    if (kind == ACCESS_LOAD) {
        event->array = memory->classes[cell];
    } else if (kind == ACCESS_STORE) {
        memory->classes[cell] = event->array;
        event->array = 0;
    }
}

/* The same for all words of an access. */
static void execute_words(const SimShared *shared, const SharedMemory *memory,
                          const Thread *thread, int kind, Event *event)
{
    uint32_t words = log_words(thread->log, thread->executed);

    for (uint32_t w = 0; w < words; ++w)
        execute_word(shared, memory, thread, kind, event + w);
}

void execute(const SimShared *shared, const SharedMemory *memory, Warp *warp,
             uint64_t set, Event *heads[])
{
    int kind = heads[__builtin_ctzll(set)]->kind;

    if (kind == ACCESS_SHFL) {
        execute_shuffle(warp, set, heads);
        return;
    }
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        const Thread *thread = warp->lanes[i];
        if (!is_alike(warp, i, set, heads))
            return;
        switch (kind) {
        case ACCESS_LOAD:
        case ACCESS_STORE:
        case ACCESS_GLOAD:
        case ACCESS_GSTORE:
            execute_words(shared, memory, thread, kind, heads[i]);
            break;
        case ACCESS_PUBLISH:
            execute_publish(shared, thread, heads[i]);
            break;
        case ACCESS_AWAIT:
            execute_await(shared, thread, heads[i]);
            break;
        default:
            execute_atomic(shared, thread, heads[i]);
        }
    }
}
