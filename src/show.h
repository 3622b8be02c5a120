/* SPDX-License-Identifier: MIT
 *
 * show - a trace as text, step by step, each sum spelled out.
 *
 * An algorithm in which every thread has its own element (Hillis-Steele) is
 * told as the walkthrough of S4: threads T1, T2, ..., rounds, resulting values.
 * Any other is told by steps: the sums that are stored and where, and what
 * shared memory looks like after.  The last line is the verdict: proved, or
 * what is wrong.
 */
#ifndef UPSWEEP_SHOW_H
#define UPSWEEP_SHOW_H

#include "trace.h"

/* Adds the whole story to TEXT.  Long steps and large memories are folded
 * unless FULL. */
void show_trace(const Trace *trace, bool full, Text *text);

#endif
