/* SPDX-License-Identifier: MIT
 *
 * diff - are two traces the same, event for event?
 *
 * All that the algorithm did must agree: sizes, steps, instructions, every
 * lane's cell, value and interval, snapshots, output.  What it ran on, and how
 * long it took there, may differ; so may the numbers of lines, if the lines say
 * the same, because a comment that grows is no difference.
 */
#ifndef UPSWEEP_DIFF_H
#define UPSWEEP_DIFF_H

#include "trace/trace.h"

/* True if A and B agree; else the first difference goes to WHERE: step,
 * instruction, lane and both values, on one line. */
bool diff_traces(const Trace *a, const Trace *b, Text *where);

#endif
