/* SPDX-License-Identifier: MIT
 *
 * happens_before - what must have happened before what, among all threads of a
 * launch.
 *
 *     block 0   store sums[0] ── PUBLISH ─┐
 *     block 1                             └► AWAIT ── load sums[0]
 *
 * An access comes before another
 *   - of the same thread, if the program says so;
 *   - of another thread of its block, if there is a barrier between;
 *   - of another block, if a PUBLISH after the one is seen by an AWAIT before
 *     the other, or by way of further blocks.
 * Whatever else is true of this run, such as the time at which an access was
 * issued, another run may do otherwise.
 *
 * Of several blocks a trace may hold only some.  An AWAIT that saw what a block
 * published which the trace does not hold may have come after anything, and is
 * taken to: no order is denied that there may have been.
 */
#ifndef UPSWEEP_HAPPENS_BEFORE_H
#define UPSWEEP_HAPPENS_BEFORE_H

#include "trace/trace.h"

/* Where a thread does something. */
typedef struct {
    uint32_t block;       /* index into trace->blocks */
    uint32_t step;        /* index into trace->steps */
    uint32_t thread;      /* of its block */
    uint32_t instruction; /* index into trace->instructions */
} Place;

typedef struct Order Order;

/* The order within GRID.  Free it with happens_before_free. */
Order *happens_before_new(const Trace *trace, uint32_t grid);
void happens_before_free(Order *order);

/* True once so many accesses had to be ordered that no recording needs it: then
 * all that was asked since, and what is asked later, has no true answer. */
bool happens_before_gave_up(const Order *order);
/* Counts work that was done to ask, as so many signals looked at. */
void happens_before_spend(Order *order, uint64_t work);

/* Must ONE be before OTHER?  Asking of the same ONE several times in a row is
 * cheap. */
bool happens_before_before(Order *order, const Place *one, const Place *other);

/* The blocks of GRID that the trace holds: *FIRST to *END - 1 of trace->blocks.
 */
void happens_before_blocks(const Trace *trace, uint32_t grid, uint32_t *first,
                           uint32_t *end);

#endif
