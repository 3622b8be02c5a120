/* SPDX-License-Identifier: MIT
 *
 * touch - which threads have loaded a word of memory, and stored to it, and
 * since which barrier.
 *
 * Two threads meet at a word if one of them stores to it, and no barrier of
 * their block lies between.  What they read there depends on the order of their
 * accesses.
 */
#ifndef UPSWEEP_RUNTIME_TOUCH_H
#define UPSWEEP_RUNTIME_TOUCH_H

#include <stdbool.h>
#include <stdint.h>

/* Zeros: of no thread. */
typedef struct {
    uint32_t storer, stored; /* see Toucher: WHO and NOW */
    uint32_t loader, loaded;
} Touch;

/* A thread: WHO from touch_who, the interval between barriers NOW that its
 * block is in, and FIRST, the first interval whose touches count.  Intervals
 * are numbered from 1; later ones have higher numbers. */
typedef struct {
    uint32_t who, now, first;
} Toucher;

enum { TOUCH_MOST_BLOCKS = (1 << 21) - 1 };

/* A number is block << TOUCH_SHIFT | thread, where thread TOUCH_SEVERAL stands
 * for several threads of the block, and TOUCH_EVERYONE for several blocks. */
#define TOUCH_EVERYONE UINT32_MAX
enum { TOUCH_SHIFT = 11, TOUCH_SEVERAL = 1024 };

/* The number of a thread of a block that is below TOUCH_MOST_BLOCKS. */
static inline uint32_t touch_who(uint32_t block, uint32_t thread)
{
    return block << TOUCH_SHIFT | thread;
}

static inline uint32_t touch_block(uint32_t who)
{
    return who >> TOUCH_SHIFT;
}

/* True unless what WHO did in interval THEN comes before what BY does. */
static inline bool touch_meets(const Toucher *by, uint32_t who, uint32_t then)
{
    return then >= by->first && who != by->who &&
           (then == by->now || touch_block(who) != touch_block(by->who));
}

/* Who has touched a word that WHO touched in interval THEN, and BY now. */
static inline uint32_t touch_join(const Toucher *by, uint32_t who,
                                  uint32_t then)
{
    if (!touch_meets(by, who, then))
        return by->who;
    return touch_block(who) == touch_block(by->who)
               ? touch_who(touch_block(who), TOUCH_SEVERAL)
               : TOUCH_EVERYONE;
}

/* Each notes an access; false if the thread meets another one there. */
static inline bool touch_load(Touch *touch, const Toucher *by)
{
    if (touch_meets(by, touch->storer, touch->stored))
        return false;
    if (touch->loader != by->who)
        touch->loader = touch_join(by, touch->loader, touch->loaded);
    touch->loaded = by->now;
    return true;
}

static inline bool touch_store(Touch *touch, const Toucher *by)
{
    if (touch_meets(by, touch->storer, touch->stored) ||
        touch_meets(by, touch->loader, touch->loaded))
        return false;
    touch->storer = by->who;
    touch->stored = by->now;
    return true;
}

#endif
