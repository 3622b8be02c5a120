/* SPDX-License-Identifier: MIT */
#include "program/runtime/touch.h"

/* A number is block << BLOCK_SHIFT | thread, where thread SEVERAL stands for
 * several threads of the block, and EVERYONE for several blocks. */
#define EVERYONE UINT32_MAX
enum { BLOCK_SHIFT = 11, SEVERAL = 1024 };

uint32_t touch_who(uint32_t block, uint32_t thread)
{
    return block << BLOCK_SHIFT | thread;
}

static inline uint32_t block_of(uint32_t who)
{
    return who >> BLOCK_SHIFT;
}

/* True unless what WHO did in interval THEN comes before what BY does. */
static inline bool meets(const Toucher *by, uint32_t who, uint32_t then)
{
    return then >= by->first && who != by->who &&
           (then == by->now || block_of(who) != block_of(by->who));
}

/* Who has touched a word that WHO touched in interval THEN, and BY now. */
static inline uint32_t join(const Toucher *by, uint32_t who, uint32_t then)
{
    if (!meets(by, who, then))
        return by->who;
    return block_of(who) == block_of(by->who)
               ? touch_who(block_of(who), SEVERAL)
               : EVERYONE;
}

bool touch_load(Touch *touch, const Toucher *by)
{
    if (meets(by, touch->storer, touch->stored))
        return false;
    if (touch->loader != by->who)
        touch->loader = join(by, touch->loader, touch->loaded);
    touch->loaded = by->now;
    return true;
}

bool touch_store(Touch *touch, const Toucher *by)
{
    if (meets(by, touch->storer, touch->stored) ||
        meets(by, touch->loader, touch->loaded))
        return false;
    touch->storer = by->who;
    touch->stored = by->now;
    return true;
}
