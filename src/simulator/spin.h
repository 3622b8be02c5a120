/* SPDX-License-Identifier: MIT
 *
 * spin - lanes that repeat what they do, as they wait for others of their warp.
 *
 * Those at the lowest site of a warp go first, and a GPU since Volta promises
 * more: each thread continues at some time.  So a lane rests that has gone
 * through the same round often enough, if there are others that could go
 * instead:
 *
 *     while (atomicCAS(lock, 0, 1))      lanes 1 to 31: the same 32 times, rest
 *         ;
 *     ++*count;                          lane 0 goes, though the line is higher
 *     atomicExch(lock, 0);               changes what the others load: they go
 *
 * A round is what a lane does from an access to the next one at the same site
 * and address.  It is the same if all sites and addresses are, what is found
 * there, and the lane's stack: then only others can end the loop.  Where the
 * stack differs, as the lane counts its rounds, it must have been the same much
 * more often, and have no stores, so that ordinary loops are none.
 *
 * Lanes that rest continue, for a round or a few, when another lane of the warp
 * changes what they load; when no other can go; and now and then.  Then they
 * rest one access later than before, so that they do not always hold a lock
 * that others wait for.
 */
#ifndef UPSWEEP_SIMULATOR_SPIN_H
#define UPSWEEP_SIMULATOR_SPIN_H

#include "simulator/order.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct Site;
struct Thread;
struct Warp;

/* How a lane repeats itself. */
typedef struct {
    const struct Site *site; /* where its round began; NULL: nowhere */
    const char *address;
    uint64_t round;  /* the sum of hashes of what it has done since */
    uint64_t before; /* the sum of the whole round before */
    uint64_t words;  /* it has touched since, a bit for all with one hash ... */
    uint64_t watched; /* ... and in the whole round before */
    uint64_t stack;   /* the hash of it then; 0: not known */
    uint32_t count;   /* how often the round was the same, see spin.c */
    uint16_t length;  /* accesses since */
    uint16_t most;    /* of them before another access begins a round */
    bool stores;      /* since */
    bool rested;      /* in this round, or one before it at the same place */
} Spin;

/* What lies where the lanes of a warp make an access. */
typedef struct {
    const char *address[MACHINE_LANES];
    unsigned char value[MACHINE_LANES][16], bytes[MACHINE_LANES];
    uint32_t count;
} SpinContents;

/* The lanes of SET continue from where they stopped, while others of their warp
 * could: some of them may rest afterwards. */
void spin_visit(struct Warp *warp, LaneSet set);

/* THREAD, of a warp that was visited, is about to update BYTES bytes at
 * ADDRESS. */
void spin_found(struct Thread *thread, const char *address, size_t bytes);

/* Reads what lies where the lanes of SET make an access, and, when they have
 * made it, wakes others that load what was changed. */
void spin_read(const struct Warp *warp, LaneSet set, SpinContents *contents);
void spin_wake_changed(struct Warp *warp, LaneSet set,
                       const SpinContents *contents);

/* The lanes that rest in a turn of WARP, which has some. */
LaneSet spin_resting(struct Warp *warp);

/* No lane of WARP rests. */
void spin_wake(struct Warp *warp);

#endif
