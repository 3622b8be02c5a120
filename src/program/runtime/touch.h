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

/* The number of a thread of a block that is below TOUCH_MOST_BLOCKS. */
uint32_t touch_who(uint32_t block, uint32_t thread);

/* Each notes an access; false if the thread meets another one there. */
bool touch_load(Touch *touch, const Toucher *by);
bool touch_store(Touch *touch, const Toucher *by);

#endif
