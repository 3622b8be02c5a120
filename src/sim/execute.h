/* SPDX-License-Identifier: MIT
 *
 * execute - what one instruction of a warp does: to shared memory, to the
 * arrays in global memory, and between the lanes.  Called by block_state.c.
 *
 * The lanes' logs hold the accesses of the instruction as the kernel requested
 * them.  Executing the instruction writes into each logged event the word that
 * was loaded, received, or (atomics) in memory before.
 */
#ifndef UPSWEEP_EXECUTE_H
#define UPSWEEP_EXECUTE_H

#include "sim/thread.h"

/* The thread's next access that is not yet executed, or NULL. */
static inline Event *execute_head(Thread *thread)
{
    const ThreadLog *log = thread->log;

    while (thread->executed < log->events_count &&
           log->events[thread->executed].kind >= ACCESS_KINDS)
        ++thread->executed;
    return thread->executed < log->events_count ? &log->events[thread->executed]
                                                : NULL;
}

/* True if EVENT can be executed now; false for an AWAIT of a pair that is not
 * yet published. */
bool execute_can(const Launch *launch, const Thread *thread,
                 const Event *event);

/* Executes the accesses HEADS of the lanes in SET; a fault goes to the shared
 * error (SimShared.error).  MEMORY is that of the block. */
void execute(const SimShared *shared, const SharedMemory *memory, Warp *warp,
             uint64_t set, Event *heads[]);

#endif
