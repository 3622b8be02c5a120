/* SPDX-License-Identifier: MIT
 *
 * ahead - threads that run from barrier to barrier, without waiting for their
 * warp at each access.
 *
 * Between two barriers the order of accesses does not matter as long as no
 * thread touches a word that another one stores to.  So the machine first runs
 * a single block this way and watches its words; where two threads meet, or
 * lanes exchange words, it gives up, and the launch runs again in lockstep.
 * Either way the logs are the same, and so is the trace, which orders the
 * accesses by the rule of convergence.h.
 */
#ifndef UPSWEEP_AHEAD_H
#define UPSWEEP_AHEAD_H

#include "sim/thread.h"

/* Who touched a word last, and since which barrier. */
typedef struct {
    uint32_t stored_at, loaded_at; /* Ahead.stamp */
    uint16_t storer, loader;       /* loader: or AHEAD_SEVERAL */
} Touch;

#define AHEAD_SEVERAL UINT16_MAX /* threads */

/* What the machine keeps for this from run to run: zeros to begin with. */
struct Ahead {
    Touch *touches; /* of each word of all arrays, then of memory */
    size_t touches_capacity;
    Touch *of_memory;
    size_t first[LAUNCH_MAX_ARRAYS]; /* of an array, among the touches */
    uint32_t stamp;                  /* counts barriers of all runs */
    const SharedMemory *memory;      /* of the block */
};

/* True if a run of LAUNCH may be tried this way. */
bool ahead_may(const Launch *launch);

/* Begins a run on the block's MEMORY. */
void ahead_begin(Ahead *ahead, const Launch *launch,
                 const SharedMemory *memory);
void ahead_free(Ahead *ahead);

/* Notes that THREAD loads the word of TOUCH; if another one has stored to it
 * since the last barrier, that of STAMP, gives up and does not return. */
BASE_INLINE void ahead_touch_load(Thread *thread, uint32_t stamp, Touch *touch)
{
    if (touch->stored_at == stamp && touch->storer != thread->index)
        thread_give_up(thread);
    if (touch->loaded_at != stamp)
        touch->loader = (uint16_t)thread->index;
    else if (touch->loader != thread->index)
        touch->loader = AHEAD_SEVERAL;
    touch->loaded_at = stamp;
}

/* The same for a store. */
BASE_INLINE void ahead_touch_store(Thread *thread, uint32_t stamp, Touch *touch)
{
    if ((touch->stored_at == stamp && touch->storer != thread->index) ||
        (touch->loaded_at == stamp && touch->loader != thread->index))
        thread_give_up(thread);
    touch->stored_at = stamp;
    touch->storer = (uint16_t)thread->index;
}

/* Executes an access of KIND of THREAD, or the WORD that belongs to it; if it
 * cannot be, gives up and does not return. */
BASE_INLINE void ahead_execute(Thread *thread, int kind, Event *event)
{
    const SimShared *shared = thread->shared;
    const Ahead *ahead = shared->ahead;
    const SharedMemory *memory = ahead->memory;
    bool global = kind == ACCESS_GLOAD || kind == ACCESS_GSTORE;
    bool loads = kind == ACCESS_LOAD || kind == ACCESS_GLOAD;
    uint32_t cell = event->cell;
    int array = event->array;

    if (!loads && kind != ACCESS_STORE && kind != ACCESS_GSTORE)
        thread_give_up(thread);
    Touch *touch = global ? &ahead->touches[ahead->first[array] + cell]
                          : &ahead->of_memory[cell];
    if (loads)
        ahead_touch_load(thread, ahead->stamp, touch);
    else
        ahead_touch_store(thread, ahead->stamp, touch);
    thread_move(global ? shared->launch->arrays[array].data : memory->words,
                kind, cell, event);
    if (thread->shadow)
        thread_move(global ? shared->shadow->arrays[array].data
                           : memory->shadow,
                    kind, cell, thread_shadow_of(thread, event));
    if (kind == ACCESS_LOAD) {
        event->array = memory->classes[cell];
    } else if (kind == ACCESS_STORE) {
        memory->classes[cell] = event->array;
        event->array = 0;
    }
}

#endif
