/* SPDX-License-Identifier: MIT
 *
 * symbolic_trace - a trace whose values are intervals instead of numbers.
 *
 * A trace has each value twice, as a number and as the interval of inputs whose
 * sum it is.  In this copy the intervals replace the numbers, so that views and
 * texts show labels:
 *
 *     17 + 10 = 27        Σx0..x1 + Σx2..x3 = Σx0..x3
 *
 * Tickets, and flags that say whether a sum is a prefix, are no sums of inputs
 * and so have no interval; they become question marks.  Both runs of a
 * recording have the same value there, while a sum has an interval in the
 * shadow run.  Read as an interval, ticket 2 would be x0..x2.
 */
#ifndef UPSWEEP_SYMBOLIC_TRACE_H
#define UPSWEEP_SYMBOLIC_TRACE_H

#include "trace/trace.h"

/* The symbolic copy of TRACE; the caller frees it with trace_free. */
Trace *symbolic_trace_of(const Trace *trace);

/* Of each instruction, true if its values are such numbers or flags: the same
 * in both runs, in a trace that draws tickets.  The caller frees the array. */
bool *symbolic_numbers(const Trace *trace);

#endif
