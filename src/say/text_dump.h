/* SPDX-License-Identifier: MIT
 *
 * text_dump - a trace as text, step by step, each sum spelled out: the output
 * of `upsweep show`.
 *
 * A step has the sums that are stored and where, the values that lanes shuffle,
 * the pairs that blocks publish and await, and shared memory at its end.  Where blocks wait for
 * each other, steps come in the order in which they ended; of many blocks some
 * are left out.  The last line is the verdict: proved, or what is wrong.
 */
#ifndef UPSWEEP_TEXT_DUMP_H
#define UPSWEEP_TEXT_DUMP_H

#include "trace/trace.h"

/* Adds the text of TRACE to TEXT.  Long steps, large memories and many blocks
 * are shortened unless FULL, which also adds a sentence for each instruction.
 */
void text_dump_trace(const Trace *trace, bool full, Text *text);

/* Adds shared memory, by cell, as it is before instruction INDEX; nothing if
 * its block has none. */
void text_dump_memory(const Trace *trace, size_t index, bool full, Text *text);

#endif
