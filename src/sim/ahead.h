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

/* What the machine keeps for this from run to run: zeros to begin with. */
struct Ahead {
    struct Touch *touches; /* of each word of all arrays, then of memory */
    size_t touches_capacity;
    size_t first[LAUNCH_MAX_ARRAYS + 1]; /* of an array; the last: of memory */
    uint32_t stamp;                      /* counts barriers of all runs */
    Word *memory;                        /* shared memory of the block */
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

/* Executes EVENT, the last access of THREAD; if it cannot be, gives up and does not
 * return. */
void ahead_execute(Thread *thread, Event *event);

#endif
