/* SPDX-License-Identifier: MIT
 *
 * symbolic_trace - a trace that shows what its values stand for.
 *
 * Each value of a trace is there twice, as a word and as the interval of inputs
 * whose sum it is.  This is a copy of a trace in which the intervals stand in
 * the words' places, so that whatever shows numbers shows labels:
 *
 *     17 + 10 = 27        Σx0..x1 + Σx2..x3 = Σx0..x3
 *
 * What stands for no inputs, such as a ticket, gets a question mark; see plain.
 */
#ifndef UPSWEEP_SYMBOLIC_TRACE_H
#define UPSWEEP_SYMBOLIC_TRACE_H

#include "trace/trace.h"

/* The caller frees it. */
Trace *symbolic_trace_of(const Trace *trace);

#endif
