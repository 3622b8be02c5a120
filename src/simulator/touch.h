/* SPDX-License-Identifier: MIT
 *
 * touch - which thread has last loaded each 4-byte word, and stored to it, and
 * since which barrier: only the fast way asks.
 *
 * Two threads meet at a word if one of them stores to it, and no barrier of
 * their block lies between.  What they read there depends on the order of their
 * accesses.
 *
 *     bits 43..63  the interval of the last store     11..31  of the last load
 *     bits 32..42  the thread that stored              0..10  that loaded
 *
 * Intervals between barriers are numbered from 1 through all blocks, which run
 * one after the other: an interval below the block's first one is of another
 * block, and one below the launch's first one of another launch.
 */
#ifndef UPSWEEP_SIMULATOR_TOUCH_H
#define UPSWEEP_SIMULATOR_TOUCH_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t Touch; /* zeros: of no thread */

enum {
    TOUCH_INTERVALS = (1 << 21) - 1,
    TOUCH_SHIFT = 11,
    TOUCH_SEVERAL = 1024, /* instead of a thread: several of the block ... */
    TOUCH_EVERYONE,       /* ... and of several blocks */
    TOUCH_COUNTED,        /* some of the block have counted there ... */
    TOUCH_COUNTED_BY_ALL  /* ... and of several blocks */
};

/* The thread that runs, as the lower and the upper half of a Touch have it,
 * and the first intervals of its block and its launch, shifted. */
typedef struct {
    uint32_t now, block, launch;
} Toucher;

extern __attribute__((visibility("hidden"))) Toucher toucher;

static inline void touch_begin(uint32_t thread, uint32_t interval,
                               uint32_t block_first, uint32_t launch_first)
{
    toucher =
        (Toucher){interval << TOUCH_SHIFT | thread, block_first << TOUCH_SHIFT,
                  launch_first << TOUCH_SHIFT};
}

/* Another thread of the block runs. */
static inline void touch_next(uint32_t thread)
{
    toucher.now = (toucher.now >> TOUCH_SHIFT << TOUCH_SHIFT) | thread;
}

/* True unless what THEN names comes before what the running thread does, as
 * what is below FIRST does: toucher.launch or, in shared memory, which a block
 * has alone, toucher.block. */
static inline bool touch_meets(uint32_t then, uint32_t first)
{
    uint32_t one = (1 << TOUCH_SHIFT) - 1;

    if (then == toucher.now || then < first)
        return false;
    return then < toucher.block || (then & one) == TOUCH_EVERYONE ||
           (then & one) == TOUCH_COUNTED_BY_ALL ||
           (then | one) == (toucher.now | one);
}

/* Notes a load of the running thread; false if it meets another one there. */
static inline bool touch_load(Touch *touch, uint32_t first)
{
    uint32_t storer = (uint32_t)(*touch >> 32), loader = (uint32_t)*touch;
    uint32_t now = toucher.now, one = (1 << TOUCH_SHIFT) - 1;

    if (loader == now && (storer == now || storer < first))
        return true;
    if (touch_meets(storer, first))
        return false;
    if (touch_meets(loader, first))
        now = (now & ~one) |
              (loader < toucher.block || (loader & one) == TOUCH_EVERYONE
                   ? TOUCH_EVERYONE
                   : TOUCH_SEVERAL);
    *touch = (uint64_t)storer << 32 | now;
    return true;
}

/* The same of a store. */
static inline bool touch_store(Touch *touch, uint32_t first)
{
    uint32_t storer = (uint32_t)(*touch >> 32), loader = (uint32_t)*touch;

    if (storer == toucher.now && loader == toucher.now)
        return true;
    if (touch_meets(storer, first) || touch_meets(loader, first))
        return false;
    *touch = (uint64_t)toucher.now << 32 | loader;
    return true;
}

/* The same of an atomic addition whose result nobody uses: it meets no other
 * one, since their order does not matter. */
static inline bool touch_count(Touch *touch, uint32_t first)
{
    uint32_t storer = (uint32_t)(*touch >> 32), loader = (uint32_t)*touch;
    uint32_t one = (1 << TOUCH_SHIFT) - 1, by = storer & one;
    bool counted = storer >= first && by >= TOUCH_COUNTED;

    if (touch_meets(loader, first) || (!counted && touch_meets(storer, first)))
        return false;
    by = counted && (storer < toucher.block || by == TOUCH_COUNTED_BY_ALL)
             ? TOUCH_COUNTED_BY_ALL
             : TOUCH_COUNTED;
    *touch = (uint64_t)((toucher.now & ~one) | by) << 32 | loader;
    return true;
}

#endif
