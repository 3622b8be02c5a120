/* SPDX-License-Identifier: MIT
 *
 * pending - the accesses that threads have made before their warp.
 *
 * Where no two threads meet at a word (touch.h), what a thread loads does not
 * depend on when others run.  Then a thread does not stop at its accesses: they
 * are pending until the warp executes them in lockstep, from what was kept of
 * them, and the thread itself stands where it stopped at last: at a barrier, an
 * operation of its warp, the end, or where PENDING_MOST accesses were pending.
 *
 *     runs                                   is executed
 *     load s[0] ── store s[1] ── barrier     load s[0]: items[at]
 */
#ifndef UPSWEEP_RUNTIME_PENDING_H
#define UPSWEEP_RUNTIME_PENDING_H

#include "program/runtime/machine.h"

/* So few that they stay in the processor's cache. */
enum { PENDING_MOST = 16 };

/* The running thread makes the access of REQUEST, a load or a store: keeps it,
 * with the locals of the thread.  The store before it, if there is one, is
 * complete; the value of a store is filled in when it was made, see
 * access_stored. */
void pending_add(const Request *request);

/* Makes room for COUNT accesses of the running thread, so that the places of
 * their values stay. */
void pending_reserve(uint32_t count);

/* THREAD, which has pending accesses, stops in STATE: it waits for the first of
 * them to be executed. */
void pending_stop(Thread *thread, ThreadState state);

/* The first pending access of THREAD was executed: it waits for the next one,
 * or as it has stopped.  Returns its state. */
ThreadState pending_pop(Thread *thread);

/* True if THREAD is to stop until its pending accesses were executed. */
static inline bool pending_is_full(const Thread *thread)
{
    return thread->more->pending.count >= PENDING_MOST;
}

/* The first pending access of THREAD; NULL if there is none. */
static inline const Pending *pending_first(const Thread *thread)
{
    const PendingList *list = &thread->more->pending;

    return list->at < list->count ? &list->items[list->at] : NULL;
}

/* The changes of the locals of THREAD before that access; *COUNT becomes their
 * number. */
const ProgramHalf *pending_changes(const Thread *thread, uint32_t *count);

void pending_free(PendingList *list);

#endif
