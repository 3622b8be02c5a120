/* SPDX-License-Identifier: MIT
 *
 * happens_before - which accesses of a launch must precede which others, in
 * every run.  The search for data races (race.h) uses this order.
 *
 *     block 0   store sums[0] ── store flag ─┐
 *     block 1                                └► load flag ── load sums[0]
 *
 * An access comes before another
 *   - of the same thread, if the program says so;
 *   - of another thread of its block, if there is a barrier between;
 *   - of another block, if a signal that is sent after the one is seen before
 *     the other, or by way of further blocks.
 * A signal is a word that a volatile store or an atomic operation writes, and
 * that a volatile load or an atomic operation reads.  In shared memory only
 * loads by which a thread waits (polled_load.h) see signals.
 *
 * Nothing else orders accesses: the time at which an access was issued, for
 * one, may be different in another run.
 *
 * A trace may hold only some blocks.  A load that saw what a block outside the
 * trace wrote may have come after any access, and is assumed to have: so no
 * order that may exist is denied.  So is such an access of a program that a GPU
 * ran: which write it read is not known.
 */
#ifndef UPSWEEP_HAPPENS_BEFORE_H
#define UPSWEEP_HAPPENS_BEFORE_H

#include "analysis/thread_access.h"

typedef struct Order Order;

/* The order within GRID.  Free it with happens_before_free. */
Order *happens_before_new(const Trace *trace, uint32_t grid);
/* The same as if no fence were executed: then an atomic operation
 * that sees that of another block orders no other accesses. */
Order *happens_before_without_fences(const Trace *trace, uint32_t grid);
void happens_before_free(Order *order);

/* False if nothing but barriers orders accesses of different threads. */
bool happens_before_signals(const Order *order);

/* True once the work passed a bound that no recording of the catalog reaches:
 * then the answers since are not valid, nor are later ones. */
bool happens_before_gave_up(const Order *order);
/* Adds WORK of the caller to what counts towards that bound. */
void happens_before_spend(Order *order, uint64_t work);

/* True if ONE must precede OTHER.  Several calls in a row with the same ONE are
 * cheap. */
bool happens_before(Order *order, const ThreadAccess *one,
                    const ThreadAccess *other);

#endif
