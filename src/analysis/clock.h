/* SPDX-License-Identifier: MIT
 *
 * clock - vector clocks: how far each thread and each block is known to have
 * come.
 *
 * A clock is a tree that is never changed: a clock that knows a little more
 * shares all but a few nodes with the one before, and what two clocks share
 * need not be joined.  So each access can keep the clock that it was made at.
 *
 *     before        root ─┬─ threads 0..7 of block 0
 *                         └─ threads 0..7 of block 1 ◄─┐ shared
 *     one more      root ─┬─ threads 0..7, T3 later    │
 *                         └────────────────────────────┘
 */
#ifndef UPSWEEP_CLOCK_H
#define UPSWEEP_CLOCK_H

#include "util/base.h"

enum { CLOCK_WIDTH = 8 /* slots of a node */ };

/* A tree of CLOCKS; 0 knows nothing. */
typedef uint32_t Clock;
#define CLOCK_ALL UINT32_MAX /* knows all that happens, in any order */

typedef struct {
    uint32_t slots[CLOCK_WIDTH]; /* nodes, or, at the lowest level, values */
} ClockNode;

typedef struct {
    ClockNode *nodes; /* the first is not used */
    size_t nodes_count, nodes_capacity;
    int levels;
    uint64_t work; /* nodes that were visited */
} Clocks;

/* Clocks with values for the keys from 0 to KEYS - 1.  Free with
 * clocks_free. */
Clocks clocks_new(uint64_t keys);
void clocks_free(Clocks *clocks);

/* The value of KEY; 0 unless it was set. */
uint32_t clock_get(Clocks *clocks, Clock clock, uint64_t key);
/* CLOCK with VALUE for KEY, unless it has a higher one. */
Clock clock_set(Clocks *clocks, Clock clock, uint64_t key, uint32_t value);
/* For each key the higher value. */
Clock clock_join(Clocks *clocks, Clock one, Clock other);

#endif
