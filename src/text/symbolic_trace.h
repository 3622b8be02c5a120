/* SPDX-License-Identifier: MIT
 *
 * symbolic_trace - a trace whose words are intervals instead of numbers.
 *
 * A trace has each value twice, as a word and as the interval of inputs whose
 * sum the word is.  In the copy made here the intervals replace the words, so
 * that views and texts show labels instead of numbers:
 *
 *     17 + 10 = 27        Σx0..x1 + Σx2..x3 = Σx0..x3
 *
 * A word that is no sum of inputs, such as a ticket, becomes a question mark;
 * see untagged.h.
 */
#ifndef UPSWEEP_SYMBOLIC_TRACE_H
#define UPSWEEP_SYMBOLIC_TRACE_H

#include "trace/trace.h"

/* The symbolic copy of TRACE; the caller frees it with trace_free. */
Trace *symbolic_trace_of(const Trace *trace);

#endif
