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
    Word *memory;                    /* shared memory of the block */
    uint8_t *classes;
    Word *before; /* the arrays when the run began */
};

/* True if a run of LAUNCH may be tried this way. */
bool ahead_may(const Launch *launch);

/* Begins a run on the block's MEMORY and CLASSES. */
void ahead_begin(Ahead *ahead, const Launch *launch, Word *memory,
                 uint8_t *classes);
/* Gives the arrays of the launch back what they held when the run began. */
void ahead_undo(const Ahead *ahead, const Launch *launch);
/* Ends a run. */
void ahead_end(Ahead *ahead);
void ahead_free(Ahead *ahead);

/* Notes that THREAD loads the word of TOUCH; if another one has stored to it
 * since the last barrier, gives up and does not return. */
static inline void ahead_touch_load(Thread *thread, Touch *touch)
{
    uint32_t stamp = thread->shared->ahead->stamp;

    if (touch->stored_at == stamp && touch->storer != thread->index)
        thread_give_up(thread);
    if (touch->loaded_at != stamp)
        touch->loader = (uint16_t)thread->index;
    else if (touch->loader != thread->index)
        touch->loader = AHEAD_SEVERAL;
    touch->loaded_at = stamp;
}

/* The same for a store. */
static inline void ahead_touch_store(Thread *thread, Touch *touch)
{
    uint32_t stamp = thread->shared->ahead->stamp;

    if ((touch->stored_at == stamp && touch->storer != thread->index) ||
        (touch->loaded_at == stamp && touch->loader != thread->index))
        thread_give_up(thread);
    touch->stored_at = stamp;
    touch->storer = (uint16_t)thread->index;
}

/* Executes an access of KIND of THREAD, or the WORD that belongs to it; if it
 * cannot be, gives up and does not return. */
static inline void ahead_execute(Thread *thread, int kind, Event *event)
{
    Ahead *ahead = thread->shared->ahead;
    const GlobalArray *arrays = thread->shared->launch->arrays;
    uint32_t cell = event->cell;

    switch (kind) {
    case ACCESS_LOAD:
        ahead_touch_load(thread, &ahead->of_memory[cell]);
        event->value = ahead->memory[cell];
        event->array = ahead->classes[cell];
        break;
    case ACCESS_STORE:
        ahead_touch_store(thread, &ahead->of_memory[cell]);
        ahead->memory[cell] = event->value;
        ahead->classes[cell] = event->array;
        event->array = 0;
        break;
    case ACCESS_GLOAD:
        ahead_touch_load(thread,
                         &ahead->touches[ahead->first[event->array] + cell]);
        event->value = arrays[event->array].data[cell];
        break;
    case ACCESS_GSTORE:
        ahead_touch_store(thread,
                          &ahead->touches[ahead->first[event->array] + cell]);
        arrays[event->array].data[cell] = event->value;
        break;
    default:
        thread_give_up(thread);
    }
}

#endif
